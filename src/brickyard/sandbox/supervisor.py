"""Watches one sandboxed process from outside: wall clock, output, memory, and that all is gone."""

import asyncio
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Mapping

from brickyard.errors import SandboxBroken
from brickyard.sandbox.base import Limits, Outcome
from brickyard.sandbox.processes import resident_bytes
from brickyard.values import Value

KILLED = 137
_START_SECONDS = 60.0
_SAMPLE_SECONDS = 0.05
_NOISE_BYTES = 65536


class Start(Value):
    """How a backend starts its process, and the nonce that says that the program is reached."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    nonce: str
    descriptors: tuple[int, ...] = ()


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

    def take(self, kept: bytearray, data: bytes) -> None:
        """Keep what fits; before the program is reached there is room for the sandbox's noise."""
        most = self.limits.output_bytes if self.started.is_set() else _NOISE_BYTES
        room = max(most - len(self.stdout) - len(self.stderr), 0)
        kept += data[:room]
        if len(data) > room and self.started.is_set():
            raise _Cut("output")

    def take_error(self, data: bytes) -> None:
        """Before the nonce, standard error is the sandbox's; after it, the program's."""
        if self.started.is_set():
            self.take(self.stderr, data)
            return
        _, mark, program = bytes(self.stderr + data).partition(self.mark)
        if not mark:
            self.take(self.stderr, data)
            return
        self.stderr.clear()
        self.began = time.monotonic()
        self.started.set()
        self.take(self.stderr, program)


async def supervise(
    start: Start, limits: Limits, stop: Callable[[Process], Awaitable[None]]
) -> Outcome:
    """Run to the end or to a cap; whatever happens, `stop` then leaves nothing running."""
    try:
        process = await asyncio.create_subprocess_exec(
            *start.argv,
            env=dict(start.environment),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            pass_fds=start.descriptors,
            start_new_session=True,
            cwd="/",
        )
    except OSError as error:
        raise SandboxBroken(f"{start.argv[0]} does not start: {error}") from error
    watch = _Watch(limits, start.nonce)
    try:
        await _watch(process, watch)
    finally:
        await asyncio.shield(stop(process))
    return _outcome(process, watch)


async def _watch(process: Process, watch: _Watch) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    tasks = [
        asyncio.gather(
            _read(process.stdout, lambda data: watch.take(watch.stdout, data)),
            _read(process.stderr, watch.take_error),
            process.wait(),
        ),
        asyncio.create_task(_clock(watch)),
        asyncio.create_task(_memory(process, watch)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        watch.ended = time.monotonic()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        try:
            task.result()
        except _Cut as cut:
            watch.cut = watch.cut or cut.reason


async def _read(stream: asyncio.StreamReader, take: Callable[[bytes], None]) -> None:
    while data := await stream.read(65536):
        take(data)


async def _clock(watch: _Watch) -> None:
    """The program's time begins when it is reached, so that a busy machine does not eat it."""
    try:
        await asyncio.wait_for(watch.started.wait(), _START_SECONDS)
    except TimeoutError:
        raise _Cut("start") from None
    await asyncio.sleep(watch.limits.seconds)
    raise _Cut("time")


async def _memory(process: Process, watch: _Watch) -> None:
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        watch.peak = max(watch.peak, resident_bytes(process.pid))
        if watch.peak > watch.limits.memory_mb << 20:
            raise _Cut("memory")


def _outcome(process: Process, watch: _Watch) -> Outcome:
    if not watch.started.is_set():
        said = bytes(watch.stderr[-2000:]).decode(errors="replace").strip()
        raise SandboxBroken(
            f"The sandbox ended before the program began: {said or 'it said nothing'}",
            hint="Run `brickyard doctor` to see what is missing here.",
        )
    assert process.returncode is not None
    code = process.returncode if process.returncode >= 0 else 128 - process.returncode
    return Outcome(
        exit=KILLED if watch.cut else code,
        stdout=bytes(watch.stdout),
        stderr=bytes(watch.stderr),
        cut=watch.cut,
        seconds=watch.ended - watch.began,
        peak_mb=watch.peak >> 20,
    )
