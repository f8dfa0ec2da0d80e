"""Public interface of the package jobrun. Bodies are left out."""
from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

# module: jobrun.model
# Result types and errors.


class JobState(enum.Enum):
    """Where a job is in its life."""
    PENDING = 'pending'
    RUNNING = 'running'
    DONE = 'done'
    FAILED = 'failed'
    CANCELLED = 'cancelled'
    TIMED_OUT = 'timed_out'


@dataclass(frozen=True)
class JobResult:
    """How a job ended: its name, final state, return value and error."""
    name: str
    state: JobState
    value: Any = None
    error: Exception | None = None


class RunnerClosed(RuntimeError):
    """The runner is not open, or was used before."""


class DuplicateJob(ValueError):
    """A job with this name was already submitted."""


class ChannelClosed(Exception):
    """The channel is closed (and, for get, empty)."""


# module: jobrun.runner
# The runner of named async jobs.


class Runner:
    """Runs named async jobs, at most `limit` at a time. Used with `async with`."""

    def __init__(self, limit: int, timeout: float | None=None) -> None:
        """Set the limit and the timeout (seconds) of jobs that give none."""
        ...

    async def __aenter__(self) -> Runner:
        """Open the runner; it can be opened only once."""
        ...

    async def __aexit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Wait for all jobs, or cancel them if the block failed."""
        ...

    def submit(self, name: str, func: Callable[..., Awaitable[Any]], *args: Any, timeout: float | None=None) -> None:
        """Add a job that awaits func(*args); it starts when there is a place."""
        ...

    def cancel(self, name: str) -> bool:
        """Cancel a pending or running job; False if it has already ended."""
        ...

    def state(self, name: str) -> JobState:
        """The job's present state."""
        ...

    async def result(self, name: str) -> JobResult:
        """Wait until the job has ended and give its result."""
        ...

    def completed(self) -> AsyncIterator[JobResult]:
        """Yield results in the order in which jobs ended."""
        ...

    def __repr__(self) -> str:
        """<Runner limit=L pending=P running=R finished=F>"""
        ...


# module: jobrun.channel
# A closable async queue.

T = TypeVar('T')

class Channel(Generic[T]):
    """A first-in-first-out async queue that can be closed."""

    def __init__(self, maxsize: int=0) -> None:
        """Hold at most maxsize items; 0 means unbounded."""
        ...

    async def put(self, item: T) -> None:
        """Add an item, waiting while the channel is full."""
        ...

    async def get(self) -> T:
        """Take the oldest item, waiting while the channel is empty."""
        ...

    def close(self) -> None:
        """Refuse further items; items left can still be taken."""
        ...

    def __len__(self) -> int:
        """The number of items held."""
        ...

    def __aiter__(self) -> AsyncIterator[T]:
        """Take items until the channel is closed and empty."""
        ...
