"""A cache that evicts what was used least recently."""


class Full(Exception):
    """Every entry that would have to go is pinned."""


class Cache:
    """Entries in the order of their use."""

    hits: int
    misses: int

    def __init__(self, capacity: int) -> None:
        """Make an empty cache; raise ValueError for a capacity below 1."""
        self._capacity = _checked(capacity)
        self._entries: dict[str, object] = {}
        self._pinned: set[str] = set()
        self.hits = 0
        self.misses = 0

    def put(self, key: str, value: object) -> str | None:
        """Add or replace an entry; return the key that was evicted for it, or None.

        Raises Full, and changes nothing, when nothing can be evicted.
        """
        evicted: str | None = None
        if key in self._entries:
            del self._entries[key]
        elif len(self._entries) >= self._capacity:
            evicted = self._evict()
        self._entries[key] = value
        return evicted

    def get(self, key: str, default: object = None) -> object:
        """Return the value and make the entry the most recently used, or return the default."""
        if key not in self._entries:
            self.misses += 1
            return default
        self.hits += 1
        value = self._entries.pop(key)
        self._entries[key] = value
        return value

    def peek(self, key: str, default: object = None) -> object:
        """Return the value or the default, and change nothing."""
        return self._entries.get(key, default)

    def keys(self) -> list[str]:
        """Return the keys from the least to the most recently used."""
        return list(self._entries)

    def pin(self, key: str) -> None:
        """Protect the entry from eviction; raise KeyError if it is not there."""
        if key not in self._entries:
            raise KeyError(key)
        self._pinned.add(key)

    def unpin(self, key: str) -> None:
        """Protect the entry no longer; raise KeyError if it is not there."""
        if key not in self._entries:
            raise KeyError(key)
        self._pinned.discard(key)

    def remove(self, key: str) -> bool:
        """Remove the entry; return whether it was there."""
        if key not in self._entries:
            return False
        del self._entries[key]
        self._pinned.discard(key)
        return True

    def resize(self, capacity: int) -> list[str]:
        """Set the capacity; return the keys that were evicted, the least recently used first.

        Raises ValueError for a capacity below 1 and Full for one below the number of pinned
        entries; nothing has changed then.
        """
        if _checked(capacity) < len(self._pinned):
            raise Full(f"{len(self._pinned)} entries are pinned")
        self._capacity = capacity
        evicted: list[str] = []
        while len(self._entries) > capacity:
            evicted.append(self._evict())
        return evicted

    def _evict(self) -> str:
        for key in self._entries:
            if key not in self._pinned:
                del self._entries[key]
                return key
        raise Full(f"all {len(self._entries)} entries are pinned")


def _checked(capacity: int) -> int:
    if capacity < 1:
        raise ValueError(f"a capacity of {capacity} holds nothing")
    return capacity
