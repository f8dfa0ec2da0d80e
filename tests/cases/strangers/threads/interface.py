"""Public interface of the package tallies. Bodies are left out."""
from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

# module: tallies.counter
# A thread-safe map of counters.


class BelowFloor(ValueError):
    """A count would be lower than the floor."""


class CounterMap:
    """Counts by key, starting at 0."""

    def __init__(self, floor: int | None=None) -> None:
        """Refuse counts below floor, if given."""
        ...

    def add(self, key: str, amount: int=1) -> int:
        """Add amount to the key's count; the new count."""
        ...

    def add_many(self, amounts: Mapping[str, int]) -> None:
        """Add all amounts in one step, or nothing if one is refused."""
        ...

    def get(self, key: str) -> int:
        """The key's count."""
        ...

    def take(self, key: str) -> int:
        """The key's count, which becomes 0."""
        ...

    def snapshot(self) -> dict[str, int]:
        """All counts other than 0, sorted by key."""
        ...

    def total(self) -> int:
        """The sum of all counts."""
        ...

    def top(self, n: int) -> list[tuple[str, int]]:
        """The n highest counts."""
        ...

    def __len__(self) -> int:
        """The number of keys whose count is not 0."""
        ...


# module: tallies.cache
# A bounded cache that computes each value once.

K = TypeVar('K', bound=Hashable)
V = TypeVar('V')

class RecursiveCompute(RuntimeError):
    """A computation asked for its own key."""


@dataclass(frozen=True)
class CacheStats:
    """Numbers since the cache was made."""
    hits: int
    misses: int
    failures: int
    evictions: int


class OnceCache(Generic[K, V]):
    """Keeps up to `capacity` computed values, the most recently used."""

    def __init__(self, capacity: int) -> None:
        """Start empty."""
        ...

    def get(self, key: K, compute: Callable[[K], V]) -> V:
        """The stored value, or else compute(key), called once for all callers."""
        ...

    def peek(self, key: K, default: Any=None) -> Any:
        """The stored value or the default, without using it."""
        ...

    def discard(self, key: K) -> bool:
        """Remove a stored key; False if it is not stored."""
        ...

    def keys(self) -> list[K]:
        """The stored keys, the least recently used first."""
        ...

    def stats(self) -> CacheStats:
        """The numbers so far."""
        ...

    def __len__(self) -> int:
        """The number of stored keys."""
        ...


# module: tallies.lock
# A lock that knows its owner.


class LockError(RuntimeError):
    """The lock was used by the wrong thread."""


class OwnedLock:
    """A fair lock, not re-entrant, released only by its owner."""

    def __init__(self) -> None:
        """Start free."""
        ...

    def acquire(self, timeout: float | None=None) -> bool:
        """Take the lock; False if the timeout (seconds) passes first."""
        ...

    def release(self) -> None:
        """Free the lock or hand it to the first waiting thread."""
        ...

    @property
    def owner(self) -> int | None:
        """The ident of the holding thread, or None."""
        ...

    @property
    def locked(self) -> bool:
        """Whether the lock is held."""
        ...

    @property
    def waiting(self) -> int:
        """The number of threads waiting."""
        ...

    def __enter__(self) -> OwnedLock:
        """Acquire without limit."""
        ...

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Release."""
        ...

    def __repr__(self) -> str:
        """<OwnedLock free> or <OwnedLock owner=IDENT waiting=N>"""
        ...
