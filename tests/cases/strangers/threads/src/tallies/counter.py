"""A thread-safe map of counters."""
from __future__ import annotations

import threading
from collections.abc import Mapping


class BelowFloor(ValueError):
    """A count would be lower than the floor."""


class CounterMap:
    """Counts by key, starting at 0."""

    def __init__(self, floor: int | None = None) -> None:
        """Refuse counts below floor, if given."""
        if floor is not None and floor > 0:
            raise ValueError("floor must not be above 0")
        self._floor = floor
        self._counts: dict[str, int] = {}
        self._lock = threading.Lock()

    def add(self, key: str, amount: int = 1) -> int:
        """Add amount to the key's count; the new count."""
        with self._lock:
            self._apply({key: amount})
            return self._counts.get(key, 0)

    def add_many(self, amounts: Mapping[str, int]) -> None:
        """Add all amounts in one step, or nothing if one is refused."""
        amounts = dict(amounts)
        with self._lock:
            self._apply(amounts)

    def _apply(self, amounts: Mapping[str, int]) -> None:
        new = {key: self._counts.get(key, 0) + amount for key, amount in amounts.items()}
        for key, count in new.items():
            if self._floor is not None and count < self._floor:
                raise BelowFloor(f"{key}: {count} would be below {self._floor}")
        for key, count in new.items():
            if count:
                self._counts[key] = count
            else:
                self._counts.pop(key, None)

    def get(self, key: str) -> int:
        """The key's count."""
        with self._lock:
            return self._counts.get(key, 0)

    def take(self, key: str) -> int:
        """The key's count, which becomes 0."""
        with self._lock:
            return self._counts.pop(key, 0)

    def snapshot(self) -> dict[str, int]:
        """All counts other than 0, sorted by key."""
        with self._lock:
            return dict(sorted(self._counts.items()))

    def total(self) -> int:
        """The sum of all counts."""
        with self._lock:
            return sum(self._counts.values())

    def top(self, n: int) -> list[tuple[str, int]]:
        """The n highest counts."""
        if n < 0:
            raise ValueError("n must not be negative")
        return sorted(self.snapshot().items(), key=lambda pair: -pair[1])[:n]

    def __len__(self) -> int:
        """The number of keys whose count is not 0."""
        with self._lock:
            return len(self._counts)
