"""A clock that waits for nobody, and models that fail as they are told."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Reply, Request
from brickyard.models.scripted import Scripted
from brickyard.record.clock import Clock


@dataclass
class Time:
    """Passes only when someone sleeps."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list[float])

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: self.now, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


def busy(after: float | None = None) -> ModelUnavailable:
    return ModelUnavailable("busy", transient=True, retry_after=after, may_have_cost=False)


def broken(message: str = "broken") -> ModelUnavailable:
    return ModelUnavailable(message, transient=False)


def playing(outcomes: Iterable[str | Reply | Exception], then: str = "fine") -> Scripted:
    """Answers and errors in this order, and then the same answer for ever."""
    left = list(outcomes)

    def script(request: Request) -> str | Reply:
        outcome = left.pop(0) if left else then
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return Scripted(script)


def silent_after(*pieces: Callable[[], str]) -> Scripted:
    """Says these pieces, then nothing for ever."""

    async def script(request: Request) -> str:
        for piece in pieces:
            assert request.heard is not None
            request.heard(piece())
        await asyncio.Event().wait()
        return "never"

    return Scripted(script)
