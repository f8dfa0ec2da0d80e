"""How many processes and threads a program may have, on every backend."""

import pytest
from sandbox_kit import SMALL, new_token, run_python, running

from brickyard.sandbox import Sandbox

CROWD = """
import subprocess, sys, time
held = []
try:
    for _ in range(80):
        held.append(subprocess.Popen(["sleep", "600"]))
except OSError:
    print("refused", flush=True)
    sys.exit(3)
time.sleep(600)
"""
THREADS = """
import sys, threading, time
try:
    for _ in range(80):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except RuntimeError:
    print("refused", flush=True)
    sys.exit(3)
time.sleep(600)
"""


@pytest.mark.parametrize("source", [CROWD, THREADS])
async def test_too_many_are_refused_or_end_it(sandbox: Sandbox, source: str) -> None:
    token = new_token()
    limits = SMALL.model_copy(update={"memory_mb": 2048})
    outcome = await run_python(sandbox, source, token, limits=limits)
    assert outcome.cut == "processes" or (outcome.exit, outcome.stdout) == (3, b"refused\n")
    assert running(token) == []


async def test_as_many_as_allowed_are_fine(sandbox: Sandbox) -> None:
    source = CROWD.replace("80", "20").replace("\ntime.sleep(600)", "\nfor p in held: p.kill()")
    limits = SMALL.model_copy(update={"memory_mb": 2048})
    outcome = await run_python(sandbox, source, limits=limits)
    assert (outcome.cut, outcome.exit) == ("", 0)
