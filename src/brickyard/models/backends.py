"""The models of a run: the one for everything, and those for some kinds of work."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from brickyard.models.base import Model, Reply, Request
from brickyard.models.choose import choose, pick
from brickyard.models.replay import Replay
from brickyard.models.wrapper import Wrapper, close
from brickyard.record.store import Record
from brickyard.settings import Settings


class Routed(Wrapper):
    """The model for the request's kind of work, else `inner`; an escalated one goes higher."""

    def __init__(
        self, inner: Model, by_work: Mapping[str, Model], escalated: Model | None = None
    ) -> None:
        super().__init__(inner)
        self._by_work = dict(by_work)
        self._escalated = escalated

    @property
    def inners(self) -> Iterable[Model]:
        higher = (self._escalated,) if self._escalated else ()
        return (self.inner, *self._by_work.values(), *higher)

    def toward(self, request: Request) -> Model:
        if request.escalated and self._escalated:
            return self._escalated
        return self._by_work.get(request.work, self.inner)

    async def complete(self, request: Request) -> Reply:
        return await self.toward(request).complete(request)


@dataclass(frozen=True)
class Backends:
    """`others` by kind of work, or `escalate`; `made` are those that were opened here."""

    usual: Model
    why: str = ""
    others: Mapping[str, Model] = field(default_factory=dict[str, Model])
    made: tuple[Model, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        return {work: model.name for work, model in self.others.items()}

    async def aclose(self) -> None:
        """Close what was opened here; a model that was handed over is its owner's to close."""
        for model in self.made:
            await close(model)


def backends(folder: Path, model: str | Model, settings: Settings, record: Record) -> Backends:
    """Those that were asked for, each made once.

    A replay answers all kinds of work: none of its questions goes to a model that costs.
    """
    if isinstance(model, str):
        name, why = _usual(folder, model, settings)
        usual = choose(name, settings, record, record.home)
    else:
        name, why, usual = "", "given by the caller", model
    made = {name: usual} if name else {}
    named = {} if isinstance(usual, Replay) else settings.models.named
    for other in named.values():
        if other not in made:
            made[other] = choose(other, settings, record, record.home)
    others = {work: made[other] for work, other in named.items()}
    return Backends(usual, why, others, tuple(made.values()))


def _usual(folder: Path, model: str, settings: Settings) -> tuple[str, str]:
    """Its name and why it is the one."""
    choice = pick(model, settings, folder, os.environ)
    return (f"replay:{choice.cassette}" if choice.cassette else choice.name), choice.why
