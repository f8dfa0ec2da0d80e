"""What the sandbox tests share: running a bit of Python inside, and looking for what is left."""

import asyncio
import secrets
from pathlib import Path

from brickyard.files import Files
from brickyard.sandbox import NO_FILES, Limits, Outcome, Sandbox

SMALL = Limits(seconds=30, memory_mb=256, processes=32, disk_mb=16, output_bytes=100_000)


async def run_python(
    sandbox: Sandbox,
    source: str,
    *arguments: str,
    limits: Limits = SMALL,
    readonly: Files = NO_FILES,
) -> Outcome:
    return await sandbox.run(
        Files({"program.py": source}),
        ("python", "program.py", *arguments),
        limits,
        readonly=readonly,
    )


async def says(sandbox: Sandbox, source: str, *arguments: str, limits: Limits = SMALL) -> str:
    """What the program printed; it must have ended well."""
    outcome = await run_python(sandbox, source, *arguments, limits=limits)
    assert (outcome.exit, outcome.cut) == (0, ""), outcome
    return outcome.stdout.decode().strip()


def new_token() -> str:
    return f"token-{secrets.token_hex(12)}"


def running(token: str, start: str = "") -> list[int]:
    """The processes of this machine whose command line begins so and holds `token`."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
            if token.encode() in line and line.startswith(start.encode()):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


async def until_running(token: str, *, gone: bool = False) -> None:
    async with asyncio.timeout(30):
        while bool(running(token)) is gone:  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.01)
