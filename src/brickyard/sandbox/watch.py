"""What is known of one running program, and the caps that may end it."""

import asyncio
import time
from pathlib import Path

from brickyard.sandbox.base import Limits
from brickyard.sandbox.child import Child, Full
from brickyard.sandbox.disk import disk_bytes
from brickyard.sandbox.processes import Tree, look

_START_SECONDS = 60.0
_SAMPLE_SECONDS = 0.05
_FASTEST_GROWTH = 2 << 30
"""Bytes a second that programs take hold of at most, touching each page, on a few cores."""
_NOISE_BYTES = 65536
_SCAFFOLD = 4
"""Processes of the sandbox itself that may be counted with the program's."""


class Cut(Exception):
    """A cap was reached; `reason` is its name."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Killed(Exception):
    """A process of the sandbox itself was ended by a signal, which no program can do to it."""


class Watch:
    """What is known of one running process."""

    def __init__(self, limits: Limits, nonce: str) -> None:
        self.limits = limits
        self.mark = f"\n{nonce}\n".encode()
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.started = asyncio.Event()
        self.began = self.ended = self.progress = time.monotonic()
        self.peak = 0
        self.cut = ""

    def take(self, kept: bytearray, data: bytes) -> bool:
        """Keep what fits; before the program is reached there is room for the sandbox's noise."""
        self.progress = time.monotonic()
        most = self.limits.output_bytes if self.started.is_set() else _NOISE_BYTES
        room = max(most - len(self.stdout) - len(self.stderr), 0)
        kept += data[:room]
        return len(data) <= room or not self.started.is_set()

    def take_error(self, data: bytes) -> bool:
        """Before the nonce, standard error is the sandbox's; after it, the program's."""
        if self.started.is_set():
            return self.take(self.stderr, data)
        _, mark, program = bytes(self.stderr + data).partition(self.mark)
        if not mark:
            return self.take(self.stderr, data)
        self.stderr.clear()
        self.began = time.monotonic()
        self.started.set()
        return self.take(self.stderr, program)


async def output(child: Child, watch: Watch) -> None:
    """To the end of both pipes, and of the process; its death by a signal is no end.

    Not by `except*`: until Python 3.11.4 what that raises comes wrapped in a group.
    """
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_alive(child))
            group.create_task(
                child.read(lambda data: watch.take(watch.stdout, data), watch.take_error)
            )
    except ExceptionGroup as several:
        if several.subgroup(Full):
            raise Cut("output") from None
        if several.subgroup(Killed):
            raise Killed from None
        raise


async def _alive(child: Child) -> None:
    await child.wait()
    if child.killed:
        raise Killed


async def clock(watch: Watch) -> None:
    """The program's time begins when it is reached, so that a busy machine does not eat it."""
    try:
        async with asyncio.timeout(_START_SECONDS):
            await watch.started.wait()
    except TimeoutError:
        raise Cut("start") from None
    await asyncio.sleep(watch.limits.seconds)
    raise Cut("time")


async def tree(child: Child, watch: Watch) -> None:
    """Looks again before the memory's cap could be reached, more often the nearer it is."""
    cap = watch.limits.memory_mb << 20
    idle = watch.limits.idle_seconds
    seldom = min(_SAMPLE_SECONDS * 8, idle / 8) if idle else _SAMPLE_SECONDS * 8
    now = Tree()
    while True:
        in_time = (cap - now.resident) / _FASTEST_GROWTH
        await asyncio.sleep(min(max(in_time, _SAMPLE_SECONDS / 4), seldom))
        before, now = now, look(child.pid)
        watch.peak = max(watch.peak, now.resident)
        if now.resident > cap:
            raise Cut("memory")
        if now.threads > watch.limits.processes + _SCAFFOLD:
            raise Cut("processes")
        if now.at_work or now.ticks != before.ticks or not watch.started.is_set():
            watch.progress = time.monotonic()
        elif idle and time.monotonic() - watch.progress > idle:
            raise Cut("idle")


async def disk(folders: tuple[Path, ...], watch: Watch) -> None:
    """Counting many files takes long: most of the time is left for the rest."""
    pause = _SAMPLE_SECONDS
    while True:
        await asyncio.sleep(pause)
        began = time.monotonic()
        if sum(map(disk_bytes, folders)) > watch.limits.disk_mb << 20:
            raise Cut("disk")
        pause = max(_SAMPLE_SECONDS, 4 * (time.monotonic() - began))
