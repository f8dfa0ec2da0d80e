"""When our own process is killed without a chance to clean up."""

import asyncio
import sys

import pytest
from sandbox_kit import new_token, running, until_running

from brickyard.sandbox import Toolchain

PROGRAM = """
import asyncio, sys
from pathlib import Path
from brickyard.events import silent
from brickyard.files import Files
from brickyard.sandbox import Limits, Toolchain, choose

async def main(name, path, token):
    sandbox = await choose(name, Toolchain(path=Path(path), digest="x"), listener=silent)
    source = "import time, os; os.setsid() if os.fork() == 0 else 0; time.sleep(600)"
    await sandbox.run(Files(), ("python", "-c", source, token), Limits(seconds=600))

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("name", ["bubblewrap", "sandlock", "none"])
async def test_nothing_goes_on_running_when_we_are_killed(name: str, tools: Toolchain) -> None:
    token = new_token()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, name, str(tools.path), token),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(30):
            while len(running(token, "python\0-c")) < 2:  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.01)
    finally:
        process.kill()
        await process.wait()
    await until_running(token, gone=True)
