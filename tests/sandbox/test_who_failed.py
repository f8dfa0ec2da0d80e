"""What goes wrong around a program is the sandbox's failure, with what to do; never an outcome."""

import ast
import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox_kit import SMALL, new_token, run_python, running, says

import brickyard
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox import Sandbox, Toolchain
from brickyard.sandbox.bubblewrap import Bubblewrap, programs
from brickyard.sandbox.child import Child
from brickyard.sandbox.supervisor import Start, supervise

SOURCE = Path(brickyard.__file__).parent
NONCE = "n" * 32
INSIDE = """
import asyncio, os, resource, sys
from pathlib import Path
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox import Limits, Toolchain
from brickyard.sandbox.choice import candidates
path, name = sys.argv[1:]
((_, sandbox), *_) = candidates(name, Toolchain(path=Path(path), digest="x"))

def attempt(**files):
    work = sandbox.run(Files(), ("python", "-c", "print('ran')"), Limits(), **files)
    try:
        return asyncio.run(work).stdout.decode().strip()
    except SandboxBroken as error:
        return f"{error.message.splitlines()[-1]} | {error.hint}"
"""
BACKENDS = ("bubblewrap", "sandlock", "none")


def inside(source: str, tools: Toolchain, name: str, *before: str) -> list[str]:
    """Lines that a process of its own prints, in a state of which ours knows nothing."""
    command = [*before, sys.executable, "-c", INSIDE + source, str(tools.path), name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# ---------------------------------------------------------------- killed


@pytest.mark.parametrize("source", ["while True: pass", "import time; time.sleep(600)"])
async def test_a_sandbox_that_is_killed_broke(sandbox: Sandbox, source: str) -> None:
    """Its outermost process is killed, as someone who tidies up would do it."""
    token = new_token()
    program = f"import os; os.fork() or os.setsid()\n{source}"
    task = asyncio.create_task(run_python(sandbox, program, token))
    async with asyncio.timeout(60):
        while len(running(token, "python\0program.py")) < 2:  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.01)
    os.kill(min(running(token)), signal.SIGKILL)
    with pytest.raises(SandboxBroken, match="killed from outside") as caught:
        await task
    assert (caught.value.exit_code, "Run again" in caught.value.hint) == (3, True)
    assert running(token) == []
    assert await says(sandbox, "print('next')") == "next"


async def test_a_program_that_kills_itself_failed_itself(sandbox: Sandbox) -> None:
    outcome = await run_python(sandbox, "import os; os.kill(os.getpid(), 9)")
    assert (outcome.exit, outcome.cut) == (137, "")


async def _end(child: Child) -> None:
    child.send(signal.SIGKILL)


@pytest.mark.parametrize(("before", "after", "broke"), [(4, 5, True), (4, 4, False)])
async def test_a_program_killed_because_the_machine_has_no_memory_left_did_not_fail(
    tmp_path: Path, before: int, after: int, broke: bool
) -> None:
    counters = tmp_path / "vmstat"
    counters.write_text(f"pgfault 9\noom_kill {before}\n")
    source = f"""
import sys
open(sys.argv[1], "w").write("oom_kill {after}\\n")
print("\\n{NONCE}", file=sys.stderr, flush=True)
sys.exit(137)
"""
    argv = (sys.executable, "-c", source, str(counters))
    start = Start(argv=argv, environment={}, nonce=NONCE, counters=counters)
    if broke:
        with pytest.raises(SandboxBroken, match="ran out of memory") as caught:
            await supervise(start, SMALL, _end)
        assert "Free some memory" in caught.value.hint
    else:
        assert (await supervise(start, SMALL, _end)).exit == 137


# ---------------------------------------------------------------- nothing left


@pytest.mark.parametrize("name", BACKENDS)
def test_a_full_disk_breaks_the_sandbox(name: str, tools: Toolchain, open_folder: Path) -> None:
    places = ("/dev/shm", str(open_folder))
    tiny = [option for place in places for option in ("--size", "65536", "--tmpfs", place)]
    view = (
        next(iter(programs())),
        "--dev-bind",
        "/",
        "/",
        *tiny,
        "--setenv",
        "TMPDIR",
        str(open_folder),
    )
    source = """
print(attempt(readonly=Files({"big": "x" * 500_000})))
print(attempt())
print(os.listdir("/dev/shm"), os.listdir(os.environ["TMPDIR"]))
"""
    first, then, left = inside(source, tools, name, *view)
    assert "No space left on device" in first
    assert "Free some space" in first
    assert (then, left) == ("ran", "[] []")


@pytest.mark.skipif(sys.version_info < (3, 11, 4), reason="subprocess itself leaks descriptors")
@pytest.mark.parametrize("name", BACKENDS)
def test_whatever_descriptor_is_the_last_one(name: str, tools: Toolchain) -> None:
    source = """
asyncio.run(asyncio.sleep(0))
attempt()
held = len(os.listdir("/proc/self/fd"))
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
for spare in range(5, 30, 1 if name == 'bubblewrap' else 3):
    resource.setrlimit(resource.RLIMIT_NOFILE, (held + spare, most))
    try:
        print(attempt())
    except OSError as error:
        print("the loop of asyncio itself" if "_make_self_pipe" in repr(error) else repr(error))
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
assert len(os.listdir("/proc/self/fd")) == held, os.listdir("/proc/self/fd")
assert asyncio.run(asyncio.sleep(0, "")) == ""
"""
    said = inside(source, tools, name)
    assert said[-1] == "ran"
    refused = [line for line in said if line != "ran"]
    assert refused
    for line in refused:
        assert "open files" in line, line
        assert line.endswith("then run again.")


def test_no_process_left_breaks_the_sandbox(tools: Toolchain) -> None:
    source = """
from brickyard.sandbox.supervisor import Start, supervise
import subprocess
async def stop(child): child.send(9)
async def main():
    start = Start(argv=("/bin/true",), environment={}, nonce="n")
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(61998, 61998, 61998)
        os.setresuid(61998, 61998, 61998)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    try:
        await supervise(start, Limits(), stop)
    except SandboxBroken as error:
        print(error.message, "|", error.hint)
asyncio.run(main())
"""
    (said,) = inside(source, tools, "none")
    assert said.startswith("/bin/true does not start: [Errno 11]")
    assert "Raise the limit on processes" in said


# ---------------------------------------------------------------- missing


async def test_a_bubblewrap_that_vanishes_between_two_runs_is_missed(
    tmp_path: Path, tools: Toolchain
) -> None:
    program = tmp_path / "bwrap"
    program.symlink_to(next(iter(programs())))
    sandbox = Bubblewrap(tools, str(program))
    assert await says(sandbox, "print('ran')") == "ran"
    program.unlink()
    with pytest.raises(SandboxBroken, match="does not start") as caught:
        await says(sandbox, "print('ran')")
    assert "brickyard doctor" in caught.value.hint


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("bwrap: Creating new namespace failed: Resource temporarily unavailable", "processes"),
        ("bwrap: Can't write data to file /x: No space left on device", "Free some space"),
        ("bwrap: setting up uid map: Permission denied", "sysctl"),
        ("bwrap: Creating new namespace failed: Operation not permitted", "sysctl"),
        ("bwrap: Can't find source path /x/env: No such file or directory", "--prepare"),
        ("bwrap: Can't open /proc/self/fd: Too many open files", "ulimit -n"),
        ("bwrap: something new", "brickyard doctor"),
    ],
)
async def test_what_bubblewrap_says_becomes_what_to_do(
    tmp_path: Path, tools: Toolchain, words: str, hint: str
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(f'#!/bin/sh\necho "{words}" >&2\nexit 1\n')
    program.chmod(0o755)
    with pytest.raises(SandboxBroken, match=re.escape(words)) as caught:
        await Bubblewrap(tools, str(program)).run(Files(), ("python",), SMALL)
    assert hint in caught.value.hint
    assert caught.value.hint.endswith("run again.")


def test_every_such_error_says_what_to_do_next() -> None:
    silent = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("SandboxBroken", "ToolchainBroken")
        and "hint" not in [keyword.arg for keyword in node.keywords]
    ]
    assert silent == []
