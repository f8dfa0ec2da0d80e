"""A dict-like store with transactions."""
from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, MutableMapping
from types import TracebackType
from typing import Any


class _Missing(enum.Enum):
    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"


#: Stands for an absent key in Transaction.changes().
MISSING: Any = _Missing.MISSING


class Rollback(Exception):
    """Raise inside a transaction block to roll it back quietly."""


class TransactionError(RuntimeError):
    """A transaction was used at the wrong time."""


class Store(MutableMapping[str, Any]):
    """A mapping from str to any value, with transactions."""

    def __init__(self, initial: Mapping[str, Any] | None = None) -> None:
        """Start with a copy of initial."""
        self._data: dict[str, Any] = {}
        self._open: list[Transaction] = []
        self.update(initial or {})

    def __getitem__(self, key: str) -> Any:
        """The value of key; KeyError if missing."""
        return self._data[key]

    def __setitem__(self, key: str, value: Any) -> None:
        """Set key; TypeError if it is not a str."""
        if not isinstance(key, str):
            raise TypeError(f"key must be str, not {type(key).__name__}")
        self._data[key] = value

    def __delitem__(self, key: str) -> None:
        """Remove key; KeyError if missing."""
        del self._data[key]

    def __iter__(self) -> Iterator[str]:
        """The keys in insertion order."""
        return iter(self._data)

    def __len__(self) -> int:
        """The number of keys."""
        return len(self._data)

    def __repr__(self) -> str:
        """Store({...})"""
        return f"Store({self._data!r})"

    @property
    def depth(self) -> int:
        """The number of transaction blocks now open."""
        return len(self._open)

    def transaction(self) -> Transaction:
        """A new transaction, started by entering it with `with`."""
        return Transaction(self)


class Transaction:
    """A transaction or savepoint block; made by Store.transaction()."""

    def __init__(self, store: Store) -> None:
        """Prepare a transaction on store."""
        self._store = store
        self._before: dict[str, Any] | None = None
        self._depth = 0

    @property
    def depth(self) -> int:
        """0 before entry, then the nesting depth of the block (outermost 1)."""
        return self._depth

    def __enter__(self) -> Transaction:
        """Start the transaction."""
        if self._depth:
            raise TransactionError("transaction cannot be reused")
        self._before = dict(self._store._data)
        self._store._open.append(self)
        self._depth = len(self._store._open)
        return self

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> bool:
        """Keep the changes, or restore the store after an exception."""
        if exc_type is not None:
            self._restore()
        self._store._open.remove(self)
        return exc_type is not None and issubclass(exc_type, Rollback)

    def _restore(self) -> None:
        assert self._before is not None
        self._store._data = dict(self._before)

    def _check(self) -> None:
        if self not in self._store._open:
            raise TransactionError("transaction is not active")

    def rollback(self) -> None:
        """Undo what was done since the block was entered; it stays open."""
        self._check()
        if self._store._open[-1] is not self:
            raise TransactionError("transaction is not innermost")
        self._restore()

    def changes(self) -> dict[str, tuple[Any, Any]]:
        """The differences since the block was entered: key -> (old, new)."""
        self._check()
        old, new = self._before or {}, self._store._data
        found = {}
        for key in sorted(set(old) | set(new)):
            pair = (old.get(key, MISSING), new.get(key, MISSING))
            if not pair[0] == pair[1]:
                found[key] = pair
        return found
