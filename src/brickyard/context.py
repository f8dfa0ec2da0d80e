"""What every stage works with: the seams, composed once at the edge, and what was set aside."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, cast

from brickyard.ask.ask import Asker
from brickyard.engine.base import Engine
from brickyard.errors import Pending, Waiting
from brickyard.events import Listener, silent
from brickyard.files import Files
from brickyard.recipe.changes import Change
from brickyard.recipe.lock import Lock
from brickyard.recipe.permissions import Wish
from brickyard.sandbox.base import Sandbox
from brickyard.settings import Settings
from brickyard.values import Plan

T = TypeVar("T")
R = TypeVar("R")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


class Tools(Protocol):
    """What proving needs: no model among it."""

    @property
    def sandbox(self) -> Sandbox: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def tell(self) -> Listener: ...


@dataclass(frozen=True)
class Prover:
    """Only what proving needs."""

    sandbox: Sandbox
    settings: Settings
    tell: Listener = silent


async def _nothing(plan: Plan, lock: Lock) -> None:
    """Nobody wants to know what is still to come."""


def _nowhere(folder: str, files: Files) -> None:
    """There is no run whose folder would keep it."""


@dataclass(frozen=True)
class BuildContext:
    """The seams of one run. `waiting` gathers the questions that someone outside must answer.

    `allow` names what a person permitted for this run; `permit` asks a person who is there.
    """

    asker: Asker
    sandbox: Sandbox
    engine: Engine
    settings: Settings
    lock: Lock = field(default_factory=Lock)
    tell: Listener = silent
    waiting: list[Pending] = field(default_factory=list[Pending])
    ruled: list[str] = field(default_factory=list[str])
    """One entry for each question about disputes that was asked: there is a most of them."""
    allow: tuple[str, ...] = ()
    permit: Callable[[Wish], bool] | None = None
    changes: tuple[Change, ...] = ()
    """What was changed in the recipe since the lock was written."""
    amending: Mapping[str, str] = field(default_factory=dict[str, str])
    """Brick → its accepted code, which has to follow these changes."""
    edited: Mapping[str, str] = field(default_factory=dict[str, str])
    """Path → code as a person edited it: it is proven, and never repaired."""
    keep: Callable[[str, Files], None] = _nowhere
    """Writes these files into a folder of this name, beside the run, for people to read."""
    below: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """Wheels of what the recipe stands on: they go along with its own."""
    foresee: Callable[[Plan, Lock], Awaitable[None]] = _nothing
    """Awaited with the plan as soon as there is one, and with what stays: more is known then of
    what will be asked."""

    async def each(self, function: Callable[[T], Awaitable[R]], items: Iterable[T]) -> list[R]:
        """`function` on every item at once; what must wait is set aside and the rest goes on."""
        results: list[R] = []
        for result in await self.engine.map(function, items):
            if isinstance(result, Pending):
                self.set_aside(result)
            elif isinstance(result, BaseException):
                raise result
            else:
                results.append(result)
        return results

    async def every(self, function: Callable[[T], Awaitable[R]], items: Iterable[T]) -> list[R]:
        """As `each`, where nothing can go on without all of the results."""
        results = await self.each(function, items)
        if self.waiting:
            raise Waiting(tuple(self.waiting))
        return results

    async def together(
        self, first: Awaitable[A], second: Awaitable[B], third: Awaitable[C]
    ) -> tuple[A, B, C]:
        """All three at the same time, each to its end, whatever one of them waits for."""
        results = await asyncio.gather(first, second, third, return_exceptions=True)
        for result in results:
            if isinstance(result, Pending):
                self.set_aside(result)
            elif isinstance(result, BaseException) and not isinstance(result, Waiting):
                raise result
        if self.waiting:
            raise Waiting(tuple(self.waiting))
        one, two, three = results
        return cast("tuple[A, B, C]", (one, two, three))

    def set_aside(self, pending: Pending) -> None:
        if all(pending.key != known.key for known in self.waiting):
            self.waiting.append(pending)
