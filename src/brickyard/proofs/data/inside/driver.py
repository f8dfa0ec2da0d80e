"""Plays scripts on the generated package inside the sandbox, and tells what was to be seen.

A script says what to do and where to look, never what is right: that stays outside. This process
reads the job and forks a child that plays the scripts one by one; no generated code runs in it.
The child tells one line a script through a pipe; the parent passes it on to standard output behind
the job's nonce, without reading it. A child that dies, hangs or tells too much costs the script it
was at; another child goes on with the next.
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
from pathlib import Path
from typing import Any

from brickyard.proofs.data.inside.player import run_child

PR_SET_DUMPABLE = 4
PAUSE = 0.1
CHILDREN = 16
LONGEST_LINE = 8_000_000


def main() -> None:
    trusted = os.environ.pop("PYTHONPATH")
    job = json.loads(Path(trusted, "job.json").read_text("utf-8"))
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    sys.path.remove(trusted)
    for module in job["warm"]:
        importlib.import_module(module)
    gc.freeze()
    nothing = os.open(os.devnull, os.O_RDWR)
    voice = Voice(job["nonce"])
    voice.tell("begun")
    voice.flush()
    at = 0
    for _ in range(CHILDREN):
        if at < len(job["scripts"]):
            at = Child(job, at, voice, nothing).watch()
    voice.tell("ended")
    voice.flush()


class Voice:
    """Says several lines at once, none of them late."""

    def __init__(self, nonce: str) -> None:
        self.nonce = nonce.encode()
        self.kept: list[bytes] = []

    def tell(self, word: str, id: str = "", rest: bytes = b"") -> None:
        words = (self.nonce, word.encode(), id.encode(), rest)
        self.kept.append(b" ".join(filter(None, words)) + b"\n")

    def flush(self) -> None:
        left = b"".join(self.kept)
        self.kept.clear()
        while left:
            left = left[os.write(1, left) :]


class Child:
    """One forked child that plays scripts from number `at` on."""

    def __init__(self, job: dict[str, Any], at: int, voice: Voice, nothing: int) -> None:
        self.scripts, self.each, self.at, self.voice = job["scripts"], job["each"], at, voice
        self.pipe, outside = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(self.pipe)
            os.setsid()
            run_child(job, at, outside, nothing)
        os.close(outside)

    def watch(self) -> int:
        """Pass its lines on until it is done or lost; the number of the script to go on with."""
        lost = self.relay()
        os.close(self.pipe)
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        _, status = os.waitpid(self.process, 0)
        if lost:
            exit_code = str(os.waitstatus_to_exitcode(status)).encode()
            self.voice.tell(lost, self.scripts[self.at]["id"], exit_code)
            self.at += 1
        return self.at

    def relay(self) -> str:
        buffer, deadline = b"", time.monotonic() + self.each
        while self.at < len(self.scripts):
            block = self.read(deadline)
            if block is None:
                return "hung"
            if not block:
                return "died"
            *told, buffer = (buffer + block).split(b"\n")
            if len(buffer) > LONGEST_LINE:
                return "huge"
            for line in told:
                self.pass_on(line)
                deadline = time.monotonic() + self.each
        if buffer:
            self.voice.tell("stray")
        return ""

    def read(self, deadline: float) -> bytes | None:
        """None when the time is up; nothing when the child has closed the pipe."""
        while (left := deadline - time.monotonic()) > 0:
            ready, _, _ = select.select([self.pipe], [], [], min(left, PAUSE))
            if ready:
                return os.read(self.pipe, 1 << 16)
            self.voice.flush()
        return None

    def pass_on(self, line: bytes) -> None:
        if self.at >= len(self.scripts):
            self.voice.tell("stray")
            return
        self.voice.tell("told", self.scripts[self.at]["id"], line)
        self.at += 1
