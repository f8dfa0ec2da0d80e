"""How many questions are in the air, and when no more are asked."""

import asyncio
from collections.abc import Callable

from brickyard.errors import Cancelled
from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper


class Limited(Wrapper):
    """At most `limit` calls of `inner` at once; the others wait their turn."""

    def __init__(self, inner: Model, limit: int) -> None:
        super().__init__(inner)
        self._slots = asyncio.Semaphore(limit)

    async def complete(self, request: Request) -> Reply:
        async with self._slots:
            return await self.inner.complete(request)


class Cancellable(Wrapper):
    """Asks nothing more once the run is cancelled."""

    def __init__(self, inner: Model, is_cancelled: Callable[[], bool]) -> None:
        super().__init__(inner)
        self._is_cancelled = is_cancelled

    async def complete(self, request: Request) -> Reply:
        if self._is_cancelled():
            raise Cancelled(
                "The run was cancelled.", hint="`brickyard runs resume RUN` takes it up again."
            )
        return await self.inner.complete(request)
