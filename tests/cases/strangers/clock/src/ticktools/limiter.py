"""A rate limiter with a sliding window."""
from __future__ import annotations

import time
from collections import deque


class RateLimited(Exception):
    """No permit came free in time."""


class RateLimiter:
    """Gives at most `limit` permits in any `per` seconds."""

    def __init__(self, limit: int, per: float) -> None:
        """Start with all permits free."""
        if limit < 1:
            raise ValueError("limit must be at least 1")
        if per <= 0:
            raise ValueError("per must be positive")
        self._limit = limit
        self._per = per
        self._ends: deque[float] = deque()

    def _wait(self, now: float) -> float:
        while self._ends and self._ends[0] <= now:
            self._ends.popleft()
        return 0.0 if len(self._ends) < self._limit else self._ends[0] - now

    def wait_time(self) -> float:
        """Seconds until a permit is free; 0.0 if one is."""
        return self._wait(time.monotonic())

    def try_acquire(self) -> bool:
        """Take a permit if one is free."""
        now = time.monotonic()
        if self._wait(now) > 0:
            return False
        self._ends.append(now + self._per)
        return True

    def acquire(self, timeout: float | None = None) -> float:
        """Take a permit, sleeping until one is free; the time slept."""
        if timeout is not None and timeout < 0:
            raise ValueError("timeout must not be negative")
        slept = 0.0
        while not self.try_acquire():
            wait = self.wait_time()
            if timeout is not None and slept + wait > timeout:
                raise RateLimited(f"no permit within {timeout:g}s")
            time.sleep(wait)
            slept += wait
        return slept
