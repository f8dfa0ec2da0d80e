"""Runs pytest inside the sandbox: copied there as a file, never imported by Brickyard itself.

This process reads the job, imports pytest once and forks a child for every variant of the package;
no generated code runs in it. A child tells what happens through a pipe, line by line, behind a
token of its own; the parent passes the lines on to standard output behind the job's nonce. What
generated code prints goes nowhere.
"""

import ctypes
import gc
import importlib
import json
import os
import select
import signal
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

TRUSTED = Path(__file__).parent
PR_SET_DUMPABLE = 4


def main() -> None:
    job = json.loads((TRUSTED / "job.json").read_text("utf-8"))
    if sys.flags.ignore_environment:
        seed = str(job["seed"])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTHONPATH", None)
        os.execve(sys.executable, [sys.executable, "-s", "-P", __file__], environment)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    sys.path.insert(0, str(TRUSTED))
    watcher = importlib.import_module("watcher")
    sys.path.remove(str(TRUSTED))
    warm_up(job["warm"])
    for variant in job["variants"]:
        tell(job["nonce"], {"event": "begun", "variant": variant})
        run_variant(job, variant, watcher.run_child)


def warm_up(modules: list[str]) -> None:
    """What every child would import by itself, once; frozen, so that no child looks at it again."""
    for module in modules:
        importlib.import_module(module)
    for plugin in importlib.import_module("_pytest.config").default_plugins:
        importlib.import_module(f"_pytest.{plugin}")
    gc.freeze()


def tell(nonce: str, event: dict[str, Any]) -> None:
    write_all(1, f"\n{nonce}", event)


def run_variant(job: dict[str, Any], variant: str, run_child: Any) -> None:
    token = os.urandom(16).hex()
    inside, outside = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(inside)
        os.setsid()
        run_child(job, variant, partial(write_all, outside, token))
    os.close(outside)
    forged = relay(job, variant, token, inside, time.monotonic() + job["variant_seconds"])
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    ended = {"event": "ended", "variant": variant, "exit": os.waitstatus_to_exitcode(status)}
    tell(job["nonce"], {**ended, "forged": forged})


def write_all(descriptor: int, token: str, event: dict[str, Any]) -> None:
    left = f"{token} {json.dumps(event)}\n".encode()
    while left:
        left = left[os.write(descriptor, left) :]


def relay(job: dict[str, Any], variant: str, token: str, pipe: int, deadline: float) -> bool:
    """Pass the child's lines on until it is done; True when a line without its token came."""
    buffer, forged = b"", False
    while time.monotonic() < deadline:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        block = os.read(pipe, 1 << 16) if ready else b""
        if not block:
            break
        *lines, buffer = (buffer + block).split(b"\n")
        for line in lines:
            if not line.startswith(token.encode() + b" "):
                forged = True
                continue
            event = json.loads(line[len(token) + 1 :])
            tell(job["nonce"], {**event, "variant": variant})
            if event["event"] == "done":
                os.close(pipe)
                return forged
    os.close(pipe)
    return forged


if __name__ == "__main__":
    main()
