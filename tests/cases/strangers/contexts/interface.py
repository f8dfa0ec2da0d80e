"""Public interface of the package holdfast. Bodies are left out."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Generic, TypeVar

# module: holdfast.store
# A dict-like store with transactions.

#: Stands for an absent key in Transaction.changes().
MISSING: Any = object()

class Rollback(Exception):
    """Raise inside a transaction block to roll it back quietly."""


class TransactionError(RuntimeError):
    """A transaction was used at the wrong time."""


class Store(MutableMapping[str, Any]):
    """A mapping from str to any value, with transactions."""

    def __init__(self, initial: Mapping[str, Any] | None=None) -> None:
        """Start with a copy of initial."""
        ...

    def __getitem__(self, key: str) -> Any:
        """The value of key; KeyError if missing."""
        ...

    def __setitem__(self, key: str, value: Any) -> None:
        """Set key; TypeError if it is not a str."""
        ...

    def __delitem__(self, key: str) -> None:
        """Remove key; KeyError if missing."""
        ...

    def __iter__(self) -> Iterator[str]:
        """The keys in insertion order."""
        ...

    def __len__(self) -> int:
        """The number of keys."""
        ...

    def __repr__(self) -> str:
        """Store({...})"""
        ...

    @property
    def depth(self) -> int:
        """The number of transaction blocks now open."""
        ...

    def transaction(self) -> Transaction:
        """A new transaction, started by entering it with `with`."""
        ...


class Transaction:
    """A transaction or savepoint block; made by Store.transaction()."""

    def __init__(self, store: Store) -> None:
        """Prepare a transaction on store."""
        ...

    @property
    def depth(self) -> int:
        """0 before entry, then the nesting depth of the block (outermost 1)."""
        ...

    def __enter__(self) -> Transaction:
        """Start the transaction."""
        ...

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> bool:
        """Keep the changes, or restore the store after an exception."""
        ...

    def rollback(self) -> None:
        """Undo what was done since the block was entered; it stays open."""
        ...

    def changes(self) -> dict[str, tuple[Any, Any]]:
        """The differences since the block was entered: key -> (old, new)."""
        ...


# module: holdfast.pool
# A pool of reusable resources.

T = TypeVar('T')

class PoolExhausted(RuntimeError):
    """All resources are in use."""


class PoolClosed(RuntimeError):
    """The pool was closed."""


class Pool(Generic[T]):
    """Keeps up to `size` resources for use, one block at a time each."""

    def __init__(self, factory: Callable[[], T], size: int, close: Callable[[T], object] | None=None) -> None:
        """Make resources with factory() and get rid of them with close(resource)."""
        ...

    @property
    def idle(self) -> int:
        """The number of idle resources."""
        ...

    @property
    def in_use(self) -> int:
        """The number of resources in use."""
        ...

    def acquire(self) -> AbstractContextManager[T]:
        """A context manager that gives a resource for its block."""
        ...

    def close_all(self) -> None:
        """Close the idle resources and refuse further use."""
        ...

    def __enter__(self) -> Pool[T]:
        """Give the pool."""
        ...

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Close the pool."""
        ...


# module: holdfast.guard
# Suppression of chosen errors.


class Caught:
    """What a suppress block caught."""
    error: Exception | None

    def __init__(self) -> None:
        """Start with nothing caught."""
        ...

    def __bool__(self) -> bool:
        """True just if an error was suppressed."""
        ...


def suppress(*types: type[Exception], match: str | None=None, on_error: Callable[[Exception], object] | None=None) -> AbstractContextManager[Caught]:
    """Suppress errors of the given types whose message matches."""
    ...
