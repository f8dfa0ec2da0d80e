"""A program that waits for what does not come ends before its wall clock; no other does."""

import pytest
from sandbox_kit import new_token, run_python, running

from brickyard.sandbox import Limits, Sandbox

IDLE = Limits(seconds=60, idle_seconds=0.5)


def _again(source: str) -> object:
    """Another way to do what one of the others does: each of them takes its seconds."""
    return pytest.param(source, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "source",
    [
        "import time; print('begun', flush=True); time.sleep(600)",
        _again("import threading; print('begun', flush=True); threading.Event().wait()"),
        _again("import os; print('begun', flush=True); os.read(os.pipe()[0], 1)"),
        "import os, time; print('begun', flush=True); os.fork(); time.sleep(600)",
    ],
)
async def test_one_that_only_waits_is_cut(sandbox: Sandbox, source: str) -> None:
    token = new_token()
    outcome = await run_python(sandbox, source, token, limits=IDLE)
    assert (outcome.cut, outcome.exit, outcome.stdout) == ("idle", 137, b"begun\n")
    assert running(token) == []


AT_WORK = """
import time
until = time.monotonic() + 1.5
while time.monotonic() < until:
    pass
print("done")
"""
IN_A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {AT_WORK!r}])"
TALKING = """
import time
for _ in range(15):
    print(".", end="", flush=True)
    time.sleep(0.1)
print("done")
"""


@pytest.mark.parametrize("source", [_again(AT_WORK), IN_A_CHILD, _again(TALKING)])
async def test_one_that_works_or_talks_is_not(sandbox: Sandbox, source: str) -> None:
    outcome = await run_python(sandbox, source, limits=IDLE)
    assert (outcome.cut, outcome.exit) == ("", 0)
    assert outcome.stdout.endswith(b"done\n")


async def test_without_the_limit_the_wall_clock_alone_ends_it(sandbox: Sandbox) -> None:
    limits = Limits(seconds=1)
    outcome = await run_python(sandbox, "import time; time.sleep(600)", limits=limits)
    assert outcome.cut == "time"
