"""A clock that stands still: only `clock` and sleeping move it, and nobody waits for it.

`time_machine` sets the time of day, however a program asks for it. The rest is here: sleeping, the
clocks that only run forward, and asyncio, whose loop jumps to its next timer when nothing else is
to do. What waits below Python takes real time: locks, events and queues with a time-out, sockets,
other processes.
"""

import asyncio
import importlib
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

START = datetime(2026, 1, 1, tzinfo=UTC)
SECOND = 1_000_000_000
FORWARD = 1_000 * SECOND
"""What the clocks that only run forward show at the start."""
GRACE = 0.02
"""Real seconds that others get to say something, before a loop that listens to them jumps."""

_NAME = "time_machine"
_REAL = ModuleType("time")
vars(_REAL).update(vars(time))
_others: set[Any] = set()
"""Calls in threads, and processes, that a loop waits for."""
_threads: set[threading.Thread] = set()
"""Those that were there before the package: they are not under its clock."""


class Clock:
    """What a case sees of it, and may do to it."""

    day: Any = None
    """The traveller of time_machine."""
    forward = FORWARD
    """What clocks show that only run forward, in nanoseconds."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, by: float | timedelta) -> None:
        seconds = by.total_seconds() if isinstance(by, timedelta) else by
        if not seconds >= 0 or seconds == float("inf"):
            raise ValueError(f"the clock cannot be advanced by {seconds} seconds: set it")
        self.move(round(seconds * SECOND))

    def set(self, to: datetime) -> None:
        """To a time of day, in UTC if it names no zone. The other clocks never go back."""
        to = to if to.tzinfo else to.replace(tzinfo=UTC)
        self.move((to - self.now) // timedelta(microseconds=1) * 1_000)

    def move(self, by: int) -> None:
        """By nanoseconds."""
        whole, rest = divmod(by, SECOND)
        with self.lock:
            self.day.shift(whole)
            self.day.shift(rest / SECOND)
            self.forward += max(by, 0)


clock = Clock()


def install(day: int = 0, forward: int = 0) -> None:
    """Once in each process, before the package is imported; at these nanoseconds, or the start."""
    time_machine = _time_machine()
    _threads.update({*threading.enumerate()} - {threading.main_thread()})
    subprocess.__dict__["time"] = _REAL
    time.sleep = _sleep
    for name in ("monotonic", "perf_counter"):
        setattr(time, f"{name}_ns", lambda: clock.forward)
        setattr(time, name, lambda: clock.forward / SECOND)
    time.ctime, time.asctime = _ctime, _asctime
    _install_waiting()
    _install_loop()
    clock.day = time_machine.travel(START, tick=False).start()
    if forward:
        clock.move(day - time.time_ns())
        clock.forward = forward


def _time_machine() -> Any:
    """Of the tools; where these lie apart from what the package needs, on no path.

    It looks itself up among the modules that are loaded, so it stays there.
    """
    apart = Path(sys.executable).parents[1] / "instruments"
    if not apart.is_dir():
        with _without("pytest", "dateutil"):
            return importlib.import_module(_NAME)
    sys.path.insert(0, str(apart))
    try:
        with _without("pytest", "dateutil"):
            return importlib.import_module(_NAME)
    finally:
        sys.path.remove(str(apart))


def reset() -> None:
    """The start again, for the next case."""
    clock.day.move_to(START)
    clock.forward = FORWARD


def again() -> str:
    """Python by which another process has the time that it is now."""
    path = str(Path(__file__).resolve())
    return (
        f"_clock = {{'__name__': 'clock', '__file__': {path!r}}}\n"
        f"exec(compile(open({path!r}).read(), {path!r}, 'exec'), _clock)\n"
        f"_clock['install']({time.time_ns()}, {clock.forward})\n"
    )


def _sleep(seconds: float, /) -> None:
    """Moves the clock; other threads may go on meanwhile."""
    if threading.current_thread() in _threads:
        return _REAL.sleep(seconds)
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    clock.advance(seconds)
    return _REAL.sleep(0)


def _ctime(*seconds: float | None) -> str:
    return _REAL.ctime(*seconds or (_REAL.time(),))


def _asctime(*day: Any) -> str:
    return _REAL.asctime(*day or (_REAL.localtime(),))


def _install_waiting() -> None:
    """Whoever has waited in vain for so long finds that the time has gone by."""
    wait = threading.Condition.wait

    def waited(self: threading.Condition, timeout: float | None = None) -> bool:
        is_told = wait(self, timeout)
        if not is_told and timeout and threading.current_thread() not in _threads:
            clock.advance(max(timeout, 0))
        return is_told

    threading.Condition.wait = waited


@contextmanager
def _without(*names: str) -> Generator[None, None, None]:
    """What an import would take along only because it is there."""
    missing: dict[str, Any] = {name: None for name in names if name not in sys.modules}
    sys.modules.update(missing)
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


class _Jumping(selectors.DefaultSelector):
    """Where nobody else is busy, the next timer of the loop is due at once."""

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(self._patience(timeout))
        if not ready:
            clock.advance(timeout)
        return ready

    def _patience(self, timeout: float) -> float:
        """Real seconds for those who live in real time."""
        _others.difference_update([each for each in _others if _is_done(each)])
        if _others:
            return timeout
        started = {each for each in threading.enumerate() if not each.name.startswith("asyncio_")}
        is_heard = len(self.get_map()) > 1 or started - _threads
        return min(timeout, GRACE) if is_heard else 0


def _is_done(other: Any) -> bool:
    is_future = isinstance(other, asyncio.Future)
    return other.done() if is_future else other.get_returncode() is not None


def _install_loop() -> None:
    """Into asyncio's own, however a program makes one."""
    loop: Any = asyncio.SelectorEventLoop
    make, call = loop.__init__, loop.run_in_executor

    def made(self: Any, selector: Any = None) -> None:
        make(self, selector or _Jumping())

    def run_in_executor(self: Any, *arguments: Any) -> Any:
        future = call(self, *arguments)
        _others.add(future)
        return future

    loop.__init__, loop.run_in_executor = made, run_in_executor
    loop.subprocess_exec = _noting(loop.subprocess_exec)
    loop.subprocess_shell = _noting(loop.subprocess_shell)


def _noting(start: Any) -> Any:
    async def started(*arguments: Any, **named: Any) -> Any:
        transport, protocol = await start(*arguments, **named)
        _others.add(transport)
        return transport, protocol

    return started
