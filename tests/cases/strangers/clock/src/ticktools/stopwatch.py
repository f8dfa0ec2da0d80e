"""A stopwatch."""
from __future__ import annotations

import time
from types import TracebackType


class StopwatchError(RuntimeError):
    """The watch is in the wrong state."""


class Stopwatch:
    """Adds up running times."""

    def __init__(self) -> None:
        """Start at 0.0, not running."""
        self.reset()

    def reset(self) -> None:
        """Stop and go back to 0.0."""
        self._sum = 0.0
        self._since: float | None = None
        self._lap = 0.0
        self._started_at: float | None = None

    def start(self) -> None:
        """Start or go on."""
        if self._since is not None:
            raise StopwatchError("already running")
        if self._started_at is None:
            self._started_at = time.time()
        self._since = self._lap = time.monotonic()

    def stop(self) -> float:
        """Stop; the time elapsed."""
        if self._since is None:
            raise StopwatchError("not running")
        self._sum += time.monotonic() - self._since
        self._since = None
        return self._sum

    def lap(self) -> float:
        """The time since the last lap or start."""
        if self._since is None:
            raise StopwatchError("not running")
        now = time.monotonic()
        lap, self._lap = now - self._lap, now
        return lap

    @property
    def elapsed(self) -> float:
        """The sum of all running times."""
        return self._sum if self._since is None else self._sum + time.monotonic() - self._since

    @property
    def running(self) -> bool:
        """Whether the watch is running."""
        return self._since is not None

    @property
    def started_at(self) -> float | None:
        """Wall time of the first start since the last reset."""
        return self._started_at

    def __enter__(self) -> Stopwatch:
        """Start."""
        self.start()
        return self

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Stop if running."""
        if self.running:
            self.stop()
