"""How many questions are in the air, and which are sent at all."""

import asyncio
from collections.abc import Callable

from brickyard.errors import Cancelled, Stopped
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


Leave = Callable[[Request], bool]
"""Shown a question before it is sent; whether it may be."""


class Shown(Wrapper):
    """Each question is shown before it is sent, one at a time, and kept back without a yes."""

    def __init__(self, inner: Model, leave: Leave) -> None:
        super().__init__(inner)
        self._leave = leave
        self._one = asyncio.Lock()

    async def complete(self, request: Request) -> Reply:
        async with self._one:
            may_go = await asyncio.to_thread(self._leave, request)
        if not may_go:
            raise Stopped(
                f"The question '{request.title}' was not sent.",
                hint="The same command goes on from here; what was answered is kept.",
            )
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
