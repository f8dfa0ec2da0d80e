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
PAUSE = 0.1
BROKEN = 3
"""The exit code when the machine failed, not the code: such an outcome is not remembered."""
SHAPES: dict[str, dict[str, type]] = {
    "started": {"test": str},
    "result": {"test": str, "passed": bool, "reason": str, "reached": str},
    "unread": {"module": str, "reason": str},
    "stray": {"kind": str, "printed": list, "noticed": list},
    "mutant": {"file": str, "line": int, "function": str, "killed": list},
    "done": {"problem": str, "lines": dict},
}
"""What a child tells must have at least this."""


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
    watcher = importlib.import_module(job.get("by", "watcher"))
    sys.path.remove(str(TRUSTED))
    forget_own_modules()
    warm_up(job["warm"])
    voice = Voice(job["nonce"])
    for variant in job["variants"]:
        voice.tell({"event": "begun", "variant": variant})
        run_variant(job, variant, voice, watcher.run_child)
    voice.flush()
    sys.exit(BROKEN if voice.broken else 0)


def forget_own_modules() -> None:
    """A generated package may have the name of one of ours, and none has to find ours."""
    for name, module in sys.modules.copy().items():
        if name != "__main__" and str(getattr(module, "__file__", "")).startswith(f"{TRUSTED}/"):
            del sys.modules[name]


def warm_up(modules: list[str]) -> None:
    """What every child would import by itself, once; frozen, so that no child looks at it again."""
    for module in modules:
        importlib.import_module(module)
    for plugin in importlib.import_module("_pytest.config").default_plugins:
        importlib.import_module(f"_pytest.{plugin}")
    gc.freeze()


class Voice:
    """Says several lines at once, none of them late: whoever listens has to wake up each time."""

    def __init__(self, nonce: str) -> None:
        self.start = f"\n{nonce}"
        self.kept: list[bytes] = []
        self.due = 0.0
        self.broken = False

    def tell(self, event: dict[str, Any]) -> None:
        self.broken = self.broken or bool(event.get("broken"))
        if not self.kept:
            self.due = time.monotonic() + PAUSE
        self.kept.append(line(self.start, event))

    def patience(self) -> float:
        """How long to wait for more at most."""
        return max(0.0, self.due - time.monotonic()) if self.kept else float("inf")

    def flush(self) -> None:
        write_all(1, b"".join(self.kept))
        self.kept.clear()


def run_variant(job: dict[str, Any], variant: str, voice: Voice, run_child: Any) -> None:
    token = os.urandom(16).hex()
    inside, outside = os.pipe()
    voice.flush()
    child = os.fork()
    if child == 0:
        os.close(inside)
        os.setsid()
        run_child(job, variant, partial(send, outside, token))
    os.close(outside)
    deadline = time.monotonic() + job["variant_seconds"]
    forged = relay(variant, token, inside, deadline, voice)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    ended = {"event": "ended", "variant": variant, "exit": os.waitstatus_to_exitcode(status)}
    voice.tell({**ended, "forged": forged})


def line(start: str, event: dict[str, Any]) -> bytes:
    return f"{start} {json.dumps(event)}\n".encode()


def send(descriptor: int, token: str, event: dict[str, Any]) -> None:
    write_all(descriptor, line(token, event))


def write_all(descriptor: int, left: bytes) -> None:
    while left:
        left = left[os.write(descriptor, left) :]


def read_event(told: bytes) -> dict[str, Any] | None:
    """None for what this program never tells, although it came with the token."""
    try:
        event: Any = json.loads(told)
        shape = SHAPES[event["event"]]
        return event if all(isinstance(event[key], shape[key]) for key in shape) else None
    except (ValueError, RecursionError, TypeError, KeyError):
        return None


def relay(variant: str, token: str, pipe: int, deadline: float, voice: Voice) -> bool:
    """Pass the child's lines on until it is done; True when a line without its token came."""
    buffer, forged = b"", False
    while (left := deadline - time.monotonic()) > 0:
        ready, _, _ = select.select([pipe], [], [], min(left, voice.patience()))
        if not voice.patience():
            voice.flush()
        if not ready:
            continue
        block = os.read(pipe, 1 << 16)
        if not block:
            break
        *told, buffer = (buffer + block).split(b"\n")
        for each in told:
            if not each.startswith(token.encode() + b" "):
                forged = True
                continue
            event = read_event(each[len(token) + 1 :])
            if event is None:
                forged = True
                continue
            voice.tell({**event, "variant": variant})
            if event["event"] == "done":
                os.close(pipe)
                return forged
    os.close(pipe)
    return forged


if __name__ == "__main__":
    main()
