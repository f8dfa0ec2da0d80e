"""Work on one machine: asyncio tasks, as many as there are items; the seams hold the limits."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class LocalEngine:
    """Each item is a task; questions and sandboxes are limited where they are, not here."""

    async def map(
        self, function: Callable[[T], Awaitable[R]], items: Iterable[T]
    ) -> list[R | BaseException]:
        async def call(item: T) -> R:
            return await function(item)

        tasks = [asyncio.ensure_future(call(item)) for item in items]
        try:
            return await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            for task in tasks:
                task.cancel()
