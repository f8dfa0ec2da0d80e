"""A lock that knows its owner."""
from __future__ import annotations

import threading
from collections import deque
from types import TracebackType


class LockError(RuntimeError):
    """The lock was used by the wrong thread."""


class _Waiter:
    def __init__(self) -> None:
        self.ident = threading.get_ident()
        self.granted = threading.Event()


class OwnedLock:
    """A fair lock, not re-entrant, released only by its owner."""

    def __init__(self) -> None:
        """Start free."""
        self._mutex = threading.Lock()
        self._owner: int | None = None
        self._waiters: deque[_Waiter] = deque()

    def acquire(self, timeout: float | None = None) -> bool:
        """Take the lock; False if the timeout (seconds) passes first."""
        if timeout is not None and timeout < 0:
            raise ValueError("timeout must not be negative")
        with self._mutex:
            if self._owner == threading.get_ident():
                raise LockError("lock is already held by this thread")
            if self._owner is None:
                self._owner = threading.get_ident()
                return True
            if timeout == 0:
                return False
            waiter = _Waiter()
            self._waiters.append(waiter)
        if waiter.granted.wait(timeout):
            return True
        with self._mutex:
            if waiter.granted.is_set():
                return True
            self._waiters.remove(waiter)
            return False

    def release(self) -> None:
        """Free the lock or hand it to the first waiting thread."""
        with self._mutex:
            if self._owner != threading.get_ident():
                raise LockError("lock is not held by this thread")
            if self._waiters:
                waiter = self._waiters.popleft()
                self._owner = waiter.ident
                waiter.granted.set()
            else:
                self._owner = None

    @property
    def owner(self) -> int | None:
        """The ident of the holding thread, or None."""
        with self._mutex:
            return self._owner

    @property
    def locked(self) -> bool:
        """Whether the lock is held."""
        return self.owner is not None

    @property
    def waiting(self) -> int:
        """The number of threads waiting."""
        with self._mutex:
            return len(self._waiters)

    def __enter__(self) -> OwnedLock:
        """Acquire without limit."""
        self.acquire()
        return self

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Release."""
        self.release()

    def __repr__(self) -> str:
        """<OwnedLock free> or <OwnedLock owner=IDENT waiting=N>"""
        with self._mutex:
            if self._owner is None:
                return "<OwnedLock free>"
            return f"<OwnedLock owner={self._owner} waiting={len(self._waiters)}>"
