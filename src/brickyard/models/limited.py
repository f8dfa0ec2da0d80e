"""How many questions are in the air, and which are sent at all."""

import asyncio
from collections.abc import Callable

from brickyard.errors import BudgetSpent, Cancelled, Stopped
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


class Turns:
    """The turns that one phase of a run may take, over all the times it is taken up; a question
    takes one, and one more for each round of tools that its model needs."""

    def __init__(self, phase: str, option: str, most: int | None) -> None:
        self.phase, self.option, self.most = phase, option, most
        self.taken = 0

    @property
    def left(self) -> int | None:
        return None if self.most is None else max(0, self.most - self.taken)

    def take(self, request: Request) -> Request:
        """The question as it may be asked; BudgetSpent when the phase has no turn left."""
        if self.left == 0:
            raise BudgetSpent(
                f"The {self.phase} phase has taken its {self.most} turns ({self.option}): "
                f"'{request.title or request.task}' was not asked.",
                hint=f"Run the same command again with a higher {self.option}: it goes on from "
                "here, and nothing that was answered is asked again.",
            )
        most = request.max_turns if self.left is None else min(request.max_turns, self.left)
        self.taken += 1
        return request.model_copy(update={"max_turns": most})


class Capped(Wrapper):
    """Asks nothing that the phase of the question has no turn for."""

    def __init__(self, inner: Model, turns: Callable[[Request], Turns]) -> None:
        super().__init__(inner)
        self._turns = turns

    async def complete(self, request: Request) -> Reply:
        turns = self._turns(request)
        reply = await self.inner.complete(turns.take(request))
        turns.taken += reply.turns - 1
        return reply
