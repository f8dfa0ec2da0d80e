"""Many sandboxes in a row, 8 at a time, and what they left: `python benchmarks/many.py`.

Most programs end by themselves; some are cut by time or by output, some are cancelled, some leave
daemons behind. The runs are made in a process space with temporary folders of its own, so that
whatever is there afterwards was left by them: processes, mounts, folders, descriptors, users.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from brickyard.events import silent
from brickyard.files import Files
from brickyard.sandbox import Limits, Sandbox, Toolchain, choose
from brickyard.sandbox.bubblewrap import programs
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.sandbox.users import own_user

AT_ONCE = 8
ROWS = {"bubblewrap": 1000, "sandlock": 200}
MEMORY = Path("/dev/shm")
LOCKS = Path("/run/brickyard-users")
LIMITS = Limits(seconds=120, output_bytes=2000)
DAEMON = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        os.close(1), os.close(2)
        time.sleep(600)
print("left")
"""
KINDS = ("plain",) * 6 + ("time", "output", "cancelled", "daemon")


async def run(sandbox: Sandbox, number: int) -> str:
    """One run of the kind that it is the turn of; its name, or what it did instead."""
    kind = KINDS[number % len(KINDS)]
    if kind == "cancelled":
        return await _cancelled(sandbox, number)
    source, limits, wanted = {
        "plain": (f"print({number})", LIMITS, (0, "", f"{number}\n".encode())),
        "time": ("while True: pass", Limits(seconds=0.02), (137, "time", b"")),
        "output": ("while True: print('x' * 99)", LIMITS, (137, "output", None)),
        "daemon": (DAEMON, LIMITS, (0, "", b"left\n")),
    }[kind]
    files = Files({"main.py": source})
    trusted = Files({"data": str(number)})
    outcome = await sandbox.run(files, ("python", "main.py"), limits, readonly=trusted)
    said = (outcome.exit, outcome.cut, outcome.stdout if wanted[2] is not None else None)
    return kind if said == wanted else f"{kind}: {outcome}"


async def _cancelled(sandbox: Sandbox, number: int) -> str:
    """At all moments of its start and its life."""
    command = ("python", "-c", "import time; time.sleep(600)")
    task = asyncio.create_task(sandbox.run(Files(), command, LIMITS))
    await asyncio.sleep(number % 97 / 1000)
    task.cancel()
    try:
        return f"cancelled: {await task}"
    except asyncio.CancelledError:
        return "cancelled"


async def row(name: str, count: int, tools: Toolchain) -> dict[str, object]:
    sandbox = await choose(name, tools, listener=silent)
    before = state()
    numbers = iter(range(count))
    kinds = Counter[str]()

    async def worker() -> None:
        for number in numbers:
            kinds[await run(sandbox, number)] += 1

    began = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    seconds = time.perf_counter() - began
    return {"before": before, "after": state(), "kinds": kinds, "seconds": seconds}


def state() -> dict[str, object]:
    """All that runs could leave."""
    return {
        "processes": sorted(path.name for path in Path("/proc").glob("[0-9]*") if _runs(path)),
        "mounts": Path("/proc/self/mountinfo").read_text().count("\n"),
        "folders": sorted(
            str(path) for place in (_temporary(), MEMORY) for path in place.iterdir()
        ),
        "descriptors": sorted(str(each.readlink()) for each in _descriptors()),
        "users": _users(),
    }


def _runs(process: Path) -> bool:
    """Of the dead, only those count whom we have not waited for; the first process gets to its."""
    try:
        state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return False
    return state != "Z" or parent != "1"


def _descriptors() -> list[Path]:
    return [path for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]


def _users() -> int:
    """The first user number that is free; every run that has ended gave back its own."""
    if os.geteuid() != 0:
        return 0
    with own_user() as own:
        return own.user


def _temporary() -> Path:
    return Path(tempfile.gettempdir())


def alone(name: str, count: int) -> dict[str, Any]:
    """The same in a process space with temporary folders of its own."""
    with tempfile.TemporaryDirectory() as own:
        places = (own, str(MEMORY))
        command = [
            *(next(iter(programs())), "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc"),
            "--die-with-parent",
            *(option for place in places for option in ("--perms", "1777", "--tmpfs", place)),
            *(("--tmpfs", str(LOCKS.parent)) if os.geteuid() == 0 else ()),
            *("--setenv", "TMPDIR", own, "--"),
            *(sys.executable, __file__, "--inside", name, str(count)),
        ]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)


def left(name: str, count: int) -> tuple[dict[str, object], float]:
    """What differs after `count` runs, and how long they took; every run must do its own thing."""
    told = alone(name, count)
    wrong = set(told["kinds"]) - set(KINDS)
    if wrong:
        raise SystemExit(f"Runs of {name} went wrong: {wrong}")
    before, after = told["before"], told["after"]
    differs = {what: after[what] for what in before if before[what] != after[what]}
    return differs, told["seconds"]


def main() -> int:
    if sys.argv[1:2] == ["--inside"]:
        tools = asyncio.run(toolchain(default_cache()))
        print(json.dumps(asyncio.run(row(sys.argv[2], int(sys.argv[3]), tools))))
        return 0
    print(f"{AT_ONCE} at a time, load of the machine before: {os.getloadavg()[0]:.1f}\n")
    print("| sandbox | runs | a second | left behind | goal | met |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, count in ROWS.items():
        differs, seconds = left(name, count)
        met, shown = ("missed", str(differs)) if differs else ("yes", "nothing")
        print(f"| {name} | {count} | {count / seconds:.0f} | {shown} | nothing | {met} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
