"""What a sandbox costs beyond the program in it: `python benchmarks/sandbox.py`.

Everything is measured beside its own yardstick in one run, turn by turn, on the same machine in the
same minute; what is shown is the median.

- overhead: the wall time of `python -c pass` in the sandbox, less that of the same interpreter of
  the same environment as a bare process. Both grow with the load of the machine; their ratio
  less so.
- pytest: 20 tests, in the sandbox over bare.
- cases a second: the same cases with their assertions outside of the untrusted process, over
  plain pytest on the same cases rendered as tests, both in bubblewrap, each from start to end.
- memory beyond the program: what the sandbox's own processes hold while a program runs, pages
  shared with others counted by their share; and what Brickyard holds with 8 sandboxes at once.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

from brickyard.events import silent
from brickyard.evidence import judge_modules, render
from brickyard.evidence.support import support_files
from brickyard.files import Files
from brickyard.sandbox import NO_FILES, Limits, Sandbox, Toolchain, choose
from brickyard.sandbox.child import Child
from brickyard.sandbox.names import names_for
from brickyard.sandbox.processes import descendants
from brickyard.sandbox.scratch import variables
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.values import Brick, Plan, TestLevel, TestModule, WrittenCase

TURNS = 15
CASES = 200
GOALS = {"overhead": 50.0, "cases": 1.0}
SANDBOXES = ("bubblewrap", "sandlock")
LIMITS = Limits(seconds=300)
PASS = ("python", "-c", "pass")
WAIT = "import time; print('begun', flush=True); time.sleep(600)"
PYTEST = ("python", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider")
TWENTY = "".join(f"def test_{n}():\n    assert {n} + 1 == {n + 1}\n" for n in range(20))
TESTS = Files({"test_twenty.py": TWENTY})
Row = tuple[str, str, float, str, str]


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


async def beside(
    one: Callable[[], Awaitable[object]], other: Callable[[], Awaitable[object]], turns: int
) -> tuple[float, float]:
    """The medians of two kinds of work that take turns."""
    times = [(await timed(one), await timed(other)) for _ in range(turns)]
    return statistics.median(t for t, _ in times), statistics.median(t for _, t in times)


async def bare(tools: Toolchain, command: tuple[str, ...], folder: str) -> None:
    """As the supervisor starts it, with nothing around it."""
    program = str(tools.path / "bin" / command[0])
    names = names_for(NO_FILES, command, NO_FILES)
    environment = variables(names.model_copy(update={"environment": str(tools.path)}))
    child = Child((program, *command[1:], folder), environment, ())
    try:
        await child.read(bool, bool)
        assert await child.wait() == 0
    finally:
        child.close()


async def boxed(sandbox: Sandbox, command: tuple[str, ...], files: Files) -> None:
    outcome = await sandbox.run(files, command, LIMITS)
    assert outcome.exit == 0, outcome


async def costs(sandbox: Sandbox, tools: Toolchain, folder: str) -> list[Row]:
    inside, outside = await beside(
        lambda: boxed(sandbox, PASS, NO_FILES), lambda: bare(tools, PASS, folder), TURNS
    )
    tests, plain = await beside(
        lambda: boxed(sandbox, PYTEST, TESTS), lambda: bare(tools, PYTEST, folder), TURNS // 5
    )
    over, most = (inside - outside) * 1000, GOALS["overhead"]
    return [
        ("overhead of `python -c pass`", "ms", over, f"≤ {most:g} ms", _met(over <= most)),
        ("the bare process itself", "ms", outside * 1000, "", ""),
        ("overhead over the bare process", "×", (inside - outside) / outside, "", ""),
        ("pytest of 20 tests over bare", "×", tests / plain, "", ""),
        ("memory beyond the program", "MB", await scaffold(sandbox), "", ""),
    ]


async def scaffold(sandbox: Sandbox) -> float:
    """What the processes between us and the program hold."""
    work = asyncio.create_task(sandbox.run(Files(), ("python", "-c", WAIT), LIMITS))
    try:
        pids = await _until_waiting(1)
        held = {pid: _share(pid) for pid in descendants(os.getpid())}
        return sum(share for pid, share in held.items() if pid not in pids)
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)


async def _until_waiting(count: int) -> list[int]:
    while len(pids := _waiting()) < count:  # noqa: ASYNC110 - other processes
        await asyncio.sleep(0.05)
    return pids


def _waiting() -> list[int]:
    """The program itself, once it has begun."""
    found = [pid for pid in descendants(os.getpid()) if _line(pid).startswith(b"python\0-c\0")]
    return [pid for pid in found if b"time.sleep(600)" in _line(pid)]


def _line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _share(pid: int) -> float:
    """Megabytes, pages that several processes share counted by their share."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


async def own_memory(sandbox: Sandbox) -> float:
    """What Brickyard holds while 8 sandboxes run."""
    work = [
        asyncio.create_task(sandbox.run(Files(), ("python", "-c", WAIT), LIMITS)) for _ in range(8)
    ]
    await _until_waiting(8)
    held = _share(os.getpid())
    for each in work:
        each.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    return held


# ---------------------------------------------------------------- assertions outside


def case(number: int) -> WrittenCase:
    name = f"joins_{number}"
    check = f'assert join(["{number}", "b"], "-") == "{number}-b"'
    text = f"@proves(R1)\ndef {name}():\n    {check}\n"
    return WrittenCase(name=name, requirement="R1", text=text)


INTERFACE = "def join(parts: list[str], by: str) -> str:\n    '''One text.'''\n    ...\n"
PLAN = Plan(
    package="text",
    bricks=(Brick(name="words", spec="", serves=("R1",), interface=INTERFACE),),
)
PACKAGE = Files(
    {
        "src/text/__init__.py": "",
        "src/text/words.py": INTERFACE.replace("...", "return by.join(parts)"),
    }
)


@cache
def module() -> TestModule:
    return render([case(number) for number in range(CASES)], PLAN, TestLevel.ACCEPTANCE)


async def judged(sandbox: Sandbox) -> None:
    outcomes = await judge_modules(sandbox, PACKAGE, PLAN, [module()], seconds=300)
    assert len(outcomes) == CASES
    assert all(outcome.passed for outcome in outcomes.values()), outcomes


async def tested(sandbox: Sandbox) -> None:
    tests = {module().path: module().source, **support_files([module()])}
    outcome = await sandbox.run(Files({**PACKAGE, **tests, "pytest.ini": INI}), PYTEST, LIMITS)
    assert f"{CASES} passed".encode() in outcome.stdout, outcome


INI = "[pytest]\npythonpath = src tests\nmarkers =\n    requirement(id): what it proves\n"


async def judging(sandbox: Sandbox) -> list[Row]:
    outside, plain = await beside(lambda: judged(sandbox), lambda: tested(sandbox), TURNS // 5)
    ratio, least = plain / outside, GOALS["cases"]
    return [
        (f"{CASES} cases outside, a second", "", CASES / outside, "", ""),
        ("the same in plain pytest", "", CASES / plain, "", ""),
        ("outside over plain pytest", "×", ratio, f"≥ {least:g} ×", _met(ratio >= least)),
    ]


def _met(met: bool) -> str:
    return "yes" if met else "missed"


async def measure() -> None:
    tools = await toolchain(default_cache())
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}\n")
    print("| sandbox | what | measured | goal | met |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        TESTS.write(Path(folder))
        for name in SANDBOXES:
            sandbox = await choose(name, tools, listener=silent)
            rows = await costs(sandbox, tools, folder)
            if name == "bubblewrap":
                memory = await own_memory(sandbox)
                rows += [("Brickyard with 8 sandboxes at once", "MB", memory, "", "")]
                rows += await judging(sandbox)
            for what, unit, value, goal, met in rows:
                print(f"| {name} | {what} | {value:.2f} {unit} | {goal} | {met} |", flush=True)


def main() -> int:
    asyncio.run(measure())
    return 0


if __name__ == "__main__":
    sys.exit(main())
