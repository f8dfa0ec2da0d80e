"""Watches one sandboxed process from outside: wall clock, output, memory, and that all is gone."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

from brickyard.errors import SandboxBroken
from brickyard.sandbox.base import Limits, Outcome
from brickyard.sandbox.child import Child, Full
from brickyard.sandbox.processes import disk_bytes, resident_bytes
from brickyard.values import Value

KILLED = 137
_START_SECONDS = 60.0
_SAMPLE_SECONDS = 0.05
_FASTEST_GROWTH = 2 << 30
"""Bytes a second that programs take hold of at most, touching each page, on a few cores."""
_NOISE_BYTES = 65536


class Start(Value):
    """How a backend starts its process, and the nonce that says that the program is reached."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    nonce: str
    descriptors: tuple[int, ...] = ()
    folders: tuple[Path, ...] = ()
    """Folders of the host that the program writes to, whose size nothing else caps."""


class _Cut(Exception):
    """A cap was reached; `reason` is its name."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _Watch:
    """What is known of one running process."""

    def __init__(self, limits: Limits, nonce: str) -> None:
        self.limits = limits
        self.mark = f"\n{nonce}\n".encode()
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.started = asyncio.Event()
        self.began = self.ended = time.monotonic()
        self.peak = 0
        self.cut = ""

    def take(self, kept: bytearray, data: bytes) -> bool:
        """Keep what fits; before the program is reached there is room for the sandbox's noise."""
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


async def supervise(
    start: Start, limits: Limits, stop: Callable[[Child], Coroutine[Any, Any, None]]
) -> Outcome:
    """Run to the end or to a cap; whatever happens, `stop` then leaves nothing running."""
    try:
        child = Child(start.argv, dict(start.environment), start.descriptors)
    except OSError as error:
        raise SandboxBroken(f"{start.argv[0]} does not start: {error}") from error
    watch = _Watch(limits, start.nonce)
    try:
        await _watch(child, watch, start.folders)
    finally:
        await _surely(stop(child))
        code = await child.wait()
        child.close()
    return _outcome(code, watch)


async def _surely(work: Coroutine[Any, Any, None]) -> None:
    """Finish `work` even when we are cancelled meanwhile, once or more; then be cancelled."""
    task = asyncio.create_task(work)
    cancelled = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            cancelled = True
    task.result()
    if cancelled:
        raise asyncio.CancelledError


async def _watch(child: Child, watch: _Watch, folders: tuple[Path, ...]) -> None:
    jobs = (
        _run(child, watch),
        _clock(watch),
        _memory(child, watch),
        *([_disk(folders, watch)] if folders else []),
    )
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        watch.ended = time.monotonic()
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, _Cut):
            watch.cut = watch.cut or result.reason
        elif isinstance(result, Exception):
            raise result


async def _run(child: Child, watch: _Watch) -> None:
    try:
        await child.read(lambda data: watch.take(watch.stdout, data), watch.take_error)
    except* Full:
        raise _Cut("output") from None
    await child.wait()


async def _clock(watch: _Watch) -> None:
    """The program's time begins when it is reached, so that a busy machine does not eat it."""
    try:
        async with asyncio.timeout(_START_SECONDS):
            await watch.started.wait()
    except TimeoutError:
        raise _Cut("start") from None
    await asyncio.sleep(watch.limits.seconds)
    raise _Cut("time")


async def _memory(child: Child, watch: _Watch) -> None:
    """Looks again before the cap could be reached, and more often the nearer it is."""
    cap = watch.limits.memory_mb << 20
    now = 0
    while now <= cap:
        in_time = (cap - now) / _FASTEST_GROWTH
        await asyncio.sleep(min(max(in_time, _SAMPLE_SECONDS / 4), _SAMPLE_SECONDS * 8))
        now = resident_bytes(child.pid)
        watch.peak = max(watch.peak, now)
    raise _Cut("memory")


async def _disk(folders: tuple[Path, ...], watch: _Watch) -> None:
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        if sum(map(disk_bytes, folders)) > watch.limits.disk_mb << 20:
            raise _Cut("disk")


def _outcome(code: int, watch: _Watch) -> Outcome:
    if not watch.started.is_set():
        said = bytes(watch.stderr[-2000:]).decode(errors="replace").strip()
        raise SandboxBroken(
            f"The sandbox ended before the program began: {said or 'it said nothing'}",
            hint="Run `brickyard doctor` to see what is missing here.",
        )
    return Outcome(
        exit=KILLED if watch.cut else code,
        stdout=bytes(watch.stdout),
        stderr=bytes(watch.stderr),
        cut=watch.cut,
        seconds=watch.ended - watch.began,
        peak_mb=watch.peak >> 20,
    )
