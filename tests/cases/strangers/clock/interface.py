"""Public interface of the package ticktools. Bodies are left out."""
from __future__ import annotations

import datetime
from collections.abc import Callable, Hashable
from types import TracebackType
from typing import Any, TypeVar

# module: ticktools.cache
# A cache whose entries expire.


class ExpiringCache:
    """Keeps each value for a time."""

    def __init__(self, ttl: float, max_size: int | None=None) -> None:
        """Keep values for ttl seconds, at most max_size of them."""
        ...

    def set(self, key: Hashable, value: Any, ttl: float | None=None) -> None:
        """Store a value, for ttl seconds if given."""
        ...

    def get(self, key: Hashable, default: Any=None) -> Any:
        """The live value or the default."""
        ...

    def remaining(self, key: Hashable) -> float | None:
        """Seconds until the entry expires; None if it is absent."""
        ...

    def purge(self) -> int:
        """Remove expired entries; their number."""
        ...

    def __contains__(self, key: object) -> bool:
        """Whether key has a live entry."""
        ...

    def __len__(self) -> int:
        """The number of live entries."""
        ...


# module: ticktools.limiter
# A rate limiter with a sliding window.


class RateLimited(Exception):
    """No permit came free in time."""


class RateLimiter:
    """Gives at most `limit` permits in any `per` seconds."""

    def __init__(self, limit: int, per: float) -> None:
        """Start with all permits free."""
        ...

    def wait_time(self) -> float:
        """Seconds until a permit is free; 0.0 if one is."""
        ...

    def try_acquire(self) -> bool:
        """Take a permit if one is free."""
        ...

    def acquire(self, timeout: float | None=None) -> float:
        """Take a permit, sleeping until one is free; the time slept."""
        ...


# module: ticktools.stopwatch
# A stopwatch.


class StopwatchError(RuntimeError):
    """The watch is in the wrong state."""


class Stopwatch:
    """Adds up running times."""

    def __init__(self) -> None:
        """Start at 0.0, not running."""
        ...

    def reset(self) -> None:
        """Stop and go back to 0.0."""
        ...

    def start(self) -> None:
        """Start or go on."""
        ...

    def stop(self) -> float:
        """Stop; the time elapsed."""
        ...

    def lap(self) -> float:
        """The time since the last lap or start."""
        ...

    @property
    def elapsed(self) -> float:
        """The sum of all running times."""
        ...

    @property
    def running(self) -> bool:
        """Whether the watch is running."""
        ...

    @property
    def started_at(self) -> float | None:
        """Wall time of the first start since the last reset."""
        ...

    def __enter__(self) -> Stopwatch:
        """Start."""
        ...

    def __exit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Stop if running."""
        ...


# module: ticktools.backoff
# Retrying with growing waits.

T = TypeVar('T')

def delays(attempts: int, base: float=0.1, factor: float=2.0, maximum: float | None=None) -> list[float]:
    """The waits between attempts."""
    ...


def retry(func: Callable[[], T], attempts: int=3, base: float=0.1, factor: float=2.0, maximum: float | None=None, retry_on: tuple[type[Exception], ...]=(Exception,)) -> T:
    """Call func() until it gives a result, sleeping between attempts."""
    ...


# module: ticktools.ages
# Moments and their ages.

#: The styles of format_age.
STYLES: tuple[str, ...] = ('short', 'long', 'seconds')

def parse_moment(text: str) -> datetime.datetime:
    """Seconds since 1970 or an ISO 8601 moment, as an aware datetime in UTC."""
    ...


def age_of(moment: datetime.datetime) -> float:
    """Seconds from the moment until now; negative for the future."""
    ...


def format_age(seconds: float, style: str='short') -> str:
    """The age as text."""
    ...


# module: ticktools.cli
# command: ticktools.cli:main
# The command ages.


def main(argv: list[str]) -> int:
    """Print the ages of the moments in argv; the exit code."""
    ...
