"""A pool of reusable resources."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")


class PoolExhausted(RuntimeError):
    """All resources are in use."""


class PoolClosed(RuntimeError):
    """The pool was closed."""


class Pool(Generic[T]):
    """Keeps up to `size` resources for use, one block at a time each."""

    def __init__(self, factory: Callable[[], T], size: int, close: Callable[[T], object] | None = None) -> None:
        """Make resources with factory() and get rid of them with close(resource)."""
        if size < 1:
            raise ValueError("size must be at least 1")
        self._factory = factory
        self._size = size
        self._close = close
        self._idle: list[T] = []
        self._in_use = 0
        self._closed = False

    @property
    def idle(self) -> int:
        """The number of idle resources."""
        return len(self._idle)

    @property
    def in_use(self) -> int:
        """The number of resources in use."""
        return self._in_use

    def _dispose(self, resource: T) -> None:
        if self._close is not None:
            self._close(resource)

    def acquire(self) -> AbstractContextManager[T]:
        """A context manager that gives a resource for its block."""
        return self._acquire()

    @contextmanager
    def _acquire(self) -> Iterator[T]:
        if self._closed:
            raise PoolClosed("pool is closed")
        if self._in_use >= self._size:
            raise PoolExhausted(f"pool exhausted: {self._size} in use")
        resource = self._idle.pop() if self._idle else self._factory()
        self._in_use += 1
        try:
            yield resource
        except BaseException:
            self._in_use -= 1
            try:
                self._dispose(resource)
            except Exception:
                pass
            raise
        self._in_use -= 1
        if self._closed:
            self._dispose(resource)
        else:
            self._idle.append(resource)

    def close_all(self) -> None:
        """Close the idle resources and refuse further use."""
        self._closed = True
        first: Exception | None = None
        while self._idle:
            try:
                self._dispose(self._idle.pop())
            except Exception as error:
                first = first or error
        if first is not None:
            raise first

    def __enter__(self) -> Pool[T]:
        """Give the pool."""
        if self._closed:
            raise PoolClosed("pool is closed")
        return self

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Close the pool."""
        self.close_all()
