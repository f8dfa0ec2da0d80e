"""Does a sandbox really isolate here? Asked of the sandbox itself, from inside."""

import json
import os
import secrets
import socket
import tempfile
from pathlib import Path

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.sandbox.base import Limits, Sandbox

_ATTEMPTS = """
import json, os, signal, socket, sys
secret, outside, port, canary, pid = json.loads(sys.argv[1])

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

attempts = {
    "it can read a file of the host": lambda: reads(secret),
    "it can write outside of its folder": lambda: open(outside, "w"),
    "it can change a trusted file": lambda: open(sys.argv[2], "a"),
    "it can reach the network": reaches,
    "it can see the host's environment": remembers,
    "it can signal a process of the host": lambda: os.kill(pid, 0),
}
for name, attempt in attempts.items():
    try:
        attempt()
    except OSError:
        continue
    print(name)
print("tried")
"""


async def why_not(sandbox: Sandbox) -> str:
    """Empty when none of a few real attempts gets out, else what is wrong."""
    with tempfile.TemporaryDirectory(prefix="brickyard-check-") as name, socket.socket() as server:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "secret").write_text("secret")
        (folder / "open").mkdir()
        (folder / "open").chmod(0o777)
        server.bind(("127.0.0.1", 0))
        server.listen()
        return await _attempt(sandbox, folder, server.getsockname()[1])


async def _attempt(sandbox: Sandbox, folder: Path, port: int) -> str:
    canary = next(iter(os.environ.items()), ("", secrets.token_hex()))
    facts = json.dumps(
        (
            str(folder / "secret"),
            str(folder / "open" / "mark"),
            port,
            "=".join(canary),
            os.getpid(),
        )
    )
    try:
        outcome = await sandbox.run(
            Files({"attempts.py": _ATTEMPTS}),
            ("python", "attempts.py", facts, "/trusted/file"),
            Limits(seconds=30),
            readonly=Files({"file": ""}),
        )
    except SandboxBroken as error:
        return error.message
    said = outcome.stdout.decode(errors="replace").splitlines()
    if not said or said[-1] != "tried":
        return f"its check did not come to an end: {outcome.stderr.decode(errors='replace')[-500:]}"
    return "; ".join(said[:-1])
