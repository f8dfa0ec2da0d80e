"""The seam to whatever spreads work: one method, no state of the work itself."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Engine(Protocol):
    async def map(
        self, function: Callable[[T], Awaitable[R]], items: Iterable[T]
    ) -> list[R | BaseException]:
        """Run `function` on every item; results in the order of items, errors as values."""
        ...
