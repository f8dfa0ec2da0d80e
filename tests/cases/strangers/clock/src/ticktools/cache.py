"""A cache whose entries expire."""
from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Any


def _positive(ttl: float) -> float:
    if ttl <= 0:
        raise ValueError("ttl must be positive")
    return ttl


class ExpiringCache:
    """Keeps each value for a time."""

    def __init__(self, ttl: float, max_size: int | None = None) -> None:
        """Keep values for ttl seconds, at most max_size of them."""
        self._ttl = _positive(ttl)
        if max_size is not None and max_size < 1:
            raise ValueError("max_size must be at least 1")
        self._max_size = max_size
        self._entries: dict[Hashable, tuple[float, Any]] = {}

    def set(self, key: Hashable, value: Any, ttl: float | None = None) -> None:
        """Store a value, for ttl seconds if given."""
        ttl = self._ttl if ttl is None else _positive(ttl)
        now = time.monotonic()
        entry = self._entries.pop(key, None)
        if self._max_size is not None and (entry is None or entry[0] <= now):
            self._drop(now)
            if len(self._entries) >= self._max_size:
                del self._entries[min(self._entries, key=lambda k: self._entries[k][0])]
        self._entries[key] = (now + ttl, value)

    def _drop(self, now: float) -> int:
        dead = [key for key, (expiry, _) in self._entries.items() if expiry <= now]
        for key in dead:
            del self._entries[key]
        return len(dead)

    def _live(self, key: Hashable, now: float) -> tuple[float, Any] | None:
        entry = self._entries.get(key)
        return entry if entry is not None and entry[0] > now else None

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The live value or the default."""
        entry = self._live(key, time.monotonic())
        return default if entry is None else entry[1]

    def remaining(self, key: Hashable) -> float | None:
        """Seconds until the entry expires; None if it is absent."""
        now = time.monotonic()
        entry = self._live(key, now)
        return None if entry is None else entry[0] - now

    def purge(self) -> int:
        """Remove expired entries; their number."""
        return self._drop(time.monotonic())

    def __contains__(self, key: object) -> bool:
        """Whether key has a live entry."""
        return self._live(key, time.monotonic()) is not None

    def __len__(self) -> int:
        """The number of live entries."""
        now = time.monotonic()
        return sum(expiry > now for expiry, _ in self._entries.values())
