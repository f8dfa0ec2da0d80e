"""Stands between us and a program that no process namespace holds together.

Orphans come to it, because it is their subreaper; it ends them all when the program ends, when it
is told to (SIGTERM), and when we die. Standard library only, so that it starts fast.

usage: keeper.py PARENT POLICY COMMAND...    POLICY: JSON for sandlock, or empty for none at all
"""

# ruff: noqa: PTH123, PTH208 (plain calls start faster than pathlib)

import ctypes
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from types import FrameType
from typing import Any

_SET_PARENT_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36


class Told(BaseException):
    """Someone wants all of this to end."""


def main(arguments: list[str]) -> int:
    parent, policy, *command = arguments
    signal.signal(signal.SIGTERM, _told)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(_SET_PARENT_DEATH_SIGNAL, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != int(parent):
        return 128 + signal.SIGTERM
    try:
        return _sandlock(command, json.loads(policy)) if policy else _bare(command)
    except Told:
        return 128 + signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sweep()


def _told(number: int, frame: FrameType | None) -> None:
    raise Told


def _bare(command: list[str]) -> int:
    code = subprocess.Popen(command).wait()
    return code if code >= 0 else 128 - code


def _sandlock(command: list[str], policy: dict[str, Any]) -> int:
    """Wait in a thread: a signal is handled only while the main thread is not in foreign code."""
    module = importlib.import_module("sandlock")
    process: Any = module.Sandbox(**policy).popen(command)
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(process.wait()), daemon=True)
    thread.start()
    thread.join()
    if not results:
        return 1
    result = results[0]
    if result.exit_code >= 0:
        return result.exit_code
    return 128 + (result.signal if result.signal > 0 else signal.SIGKILL)


def sweep() -> None:
    """Kill and reap everything below, again and again until nothing is left."""
    until = time.monotonic() + 10
    while (left := _below(os.getpid())) and time.monotonic() < until:
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def _below(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
    except OSError:
        return found
    return found + [deeper for child in found for deeper in _below(child)]


if __name__ == "__main__":
    code = main(sys.argv[1:])
    os._exit(code)
