"""Cancelled while bubblewrap is still setting up, before it has told whom it started."""

import asyncio
import sys
from pathlib import Path

import pytest
from sandbox_kit import SMALL, new_token, running, until_running

from brickyard.files import Files
from brickyard.sandbox import Toolchain
from brickyard.sandbox.bubblewrap import Bubblewrap

SLOW = f"""#!{sys.executable}
import json, os, pathlib, subprocess, sys, time
info, token = int(sys.argv[sys.argv.index("--info-fd") + 1]), sys.argv[-1]
first = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "first", token])
while not pathlib.Path(__file__).with_name("tell").exists():
    time.sleep(0.01)
os.write(info, json.dumps({{"child-pid": first.pid, "pid-namespace": 1}}, indent=4).encode())
first.wait()
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "bwrap"
    path.write_text(SLOW)
    path.chmod(0o755)
    return path


async def test_the_first_process_is_waited_for_and_killed(program: Path, tools: Toolchain) -> None:
    token = new_token()
    sandbox = Bubblewrap(tools, str(program))
    task = asyncio.create_task(sandbox.run(Files(), ("python", token), SMALL))
    await until_running(f"first\0{token}")
    task.cancel()
    await asyncio.sleep(0)
    program.with_name("tell").touch()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert running(token) == []


async def test_one_that_ends_without_a_word_is_not_waited_for(
    program: Path, tools: Toolchain
) -> None:
    token = new_token()
    program.write_text("#!/bin/sh\nexec sleep 0.1\n")
    sandbox = Bubblewrap(tools, str(program))
    task = asyncio.create_task(sandbox.run(Files(), ("python", token), SMALL))
    await asyncio.sleep(0)
    task.cancel()
    async with asyncio.timeout(8):
        with pytest.raises(asyncio.CancelledError):
            await task
