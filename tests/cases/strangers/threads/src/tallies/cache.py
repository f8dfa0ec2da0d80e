"""A bounded cache that computes each value once."""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecursiveCompute(RuntimeError):
    """A computation asked for its own key."""


@dataclass(frozen=True)
class CacheStats:
    """Numbers since the cache was made."""

    hits: int
    misses: int
    failures: int
    evictions: int


class _Flight:
    def __init__(self) -> None:
        self.owner = threading.get_ident()
        self.done = threading.Event()
        self.value: Any = None
        self.error: BaseException | None = None


class OnceCache(Generic[K, V]):
    """Keeps up to `capacity` computed values, the most recently used."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self._capacity = capacity
        self._values: OrderedDict[K, V] = OrderedDict()
        self._flights: dict[K, _Flight] = {}
        self._lock = threading.Lock()
        self._hits = self._misses = self._failures = self._evictions = 0

    def get(self, key: K, compute: Callable[[K], V]) -> V:
        """The stored value, or else compute(key), called once for all callers."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                self._hits += 1
                return self._values[key]
            flight = self._flights.get(key)
            if flight is None:
                mine = self._flights[key] = _Flight()
                self._misses += 1
            elif flight.owner == threading.get_ident():
                raise RecursiveCompute(f"already computing {key!r}")
        if flight is None:
            return self._compute(key, compute, mine)
        flight.done.wait()
        if flight.error is not None:
            raise flight.error
        with self._lock:
            self._hits += 1
        return flight.value

    def _compute(self, key: K, compute: Callable[[K], V], flight: _Flight) -> V:
        try:
            value = compute(key)
        except BaseException as error:
            with self._lock:
                self._failures += 1
                flight.error = error
                del self._flights[key]
            flight.done.set()
            raise
        with self._lock:
            flight.value = value
            self._values[key] = value
            del self._flights[key]
            if len(self._values) > self._capacity:
                self._values.popitem(last=False)
                self._evictions += 1
        flight.done.set()
        return value

    def peek(self, key: K, default: Any = None) -> Any:
        """The stored value or the default, without using it."""
        with self._lock:
            return self._values.get(key, default)

    def discard(self, key: K) -> bool:
        """Remove a stored key; False if it is not stored."""
        with self._lock:
            if key not in self._values:
                return False
            del self._values[key]
            return True

    def keys(self) -> list[K]:
        """The stored keys, the least recently used first."""
        with self._lock:
            return list(self._values)

    def stats(self) -> CacheStats:
        """The numbers so far."""
        with self._lock:
            return CacheStats(self._hits, self._misses, self._failures, self._evictions)

    def __len__(self) -> int:
        """The number of stored keys."""
        with self._lock:
            return len(self._values)
