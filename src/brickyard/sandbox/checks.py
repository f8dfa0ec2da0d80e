"""Does a sandbox really isolate here? Asked of the sandbox itself, from inside."""

import asyncio
import json
import os
import secrets
import socket
from pathlib import Path

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Sandbox
from brickyard.sandbox.names import names_for
from brickyard.sandbox.own_folder import own_folder
from brickyard.sandbox.scratch import variables

_PATIENCE = 90.0
_ATTEMPTS = """
import json, os, signal, socket, sys
secret, outside, port, canary, pid, started = json.loads(sys.argv[1])

def reads(path):
    with open(path) as file:
        return file.read()

def reaches():
    socket.create_connection(("127.0.0.1", port), 2).close()

def remembers():
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/environ") as file:
                if canary in file.read():
                    return
        except OSError:
            pass
    raise OSError

def signals():
    os.kill(pid, 0)
    try:
        same = reads(f"/proc/{pid}/stat").rsplit(")")[-1].split()[19] == started
    except OSError:
        same = True
    if not same:
        raise OSError

def sees():
    if reads(f"/proc/{pid}/stat").rsplit(")")[-1].split()[19] != started:
        raise OSError

attempts = {
    "it can read a file of the host": lambda: reads(secret),
    "it can write outside of its folder": lambda: open(outside, "w"),
    "it can change a trusted file": lambda: open(sys.argv[2], "a"),
    "it can reach the network": reaches,
    "it can see the host's environment": remembers,
    "it can signal a process of the host": signals,
    "it can see a process of the host": sees,
}
for name, attempt in attempts.items():
    try:
        attempt()
    except OSError:
        continue
    print(name)
print("tried")
"""


async def why_not(sandbox: Sandbox, *, patience: float = _PATIENCE) -> str:
    """Empty when none of a few real attempts gets out, else what is wrong."""
    try:
        async with asyncio.timeout(patience):
            return await _why_not(sandbox)
    except TimeoutError:
        return f"its check did not come to an end within {patience:g} seconds"


async def _why_not(sandbox: Sandbox) -> str:
    with own_folder() as folder, socket.socket() as server:
        folder.chmod(0o755)
        (folder / "secret").write_text("secret")
        (folder / "open").mkdir()
        (folder / "open").chmod(0o777)
        server.bind(("127.0.0.1", 0))
        server.listen()
        return await _attempt(sandbox, folder, server.getsockname()[1])


async def _attempt(sandbox: Sandbox, folder: Path, port: int) -> str:
    facts = (
        str(folder / "secret"),
        str(folder / "open" / "mark"),
        port,
        _canary(),
        os.getpid(),
        Path("/proc/self/stat").read_text().rsplit(")")[-1].split()[19],
    )
    try:
        outcome = await sandbox.run(
            Files({"attempts.py": _ATTEMPTS}),
            ("python", "attempts.py", json.dumps(facts), "/trusted/file"),
            Limits(seconds=30),
            readonly=Files({"file": ""}),
        )
    except SandboxBroken as error:
        return error.message
    said = outcome.stdout.decode(errors="replace").splitlines()
    if not said or said[-1] != "tried":
        return f"its check did not come to an end: {outcome.stderr.decode(errors='replace')[-500:]}"
    return "; ".join(said[:-1])


def _canary() -> str:
    """A variable of ours that a sandbox has no reason to have."""
    given = variables(names_for(NO_FILES, (), NO_FILES))
    strange = (f"{name}={value}" for name, value in os.environ.items() if name not in given)
    return next(strange, secrets.token_hex())
