"""What can go wrong with a model, and what it comes to: suffered once, then run again."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kit_backends import KEY, Answering, Backend, reached

from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.errors import BrickyardError
from brickyard.models.base import Model, Reply, Request
from brickyard.models.compose import compose
from brickyard.record import Record
from brickyard.record.clock import Clock
from brickyard.settings import Settings
from brickyard.testing import Asked, Fault, Loopback, Said, ToolCall
from brickyard.values import Value

NOWHERE = "http://127.0.0.1:9"
TRIES = 3
RETRY_AFTER = 7.0


class Word(Value):
    word: str


ECHO = Microtask(name="echo", instructions="Say the word again.", input=Word, output=Word)
BEFORE, NOW = Word(word="asked-before-it-happens"), Word(word="asked-when-it-happens")


def right(asked: Asked) -> str:
    value = NOW if NOW.word in asked.text else BEFORE
    return render_answer(ECHO, marker_of(asked.text), value)


def always(said: str | Said | Fault) -> Answering:
    return lambda asked: said


def prose(asked: Asked) -> str:
    return f"Certainly! Here you are:\n{right(asked)}\nI hope this helps."


def third_time(asked: Asked) -> str:
    """The word of a feedback counts how often the answer was refused."""
    refused = asked.text.count("This answer cannot be used")
    return right(asked) if refused == 2 else "It is a fine word."


def asks_for_tools(asked: Asked) -> Said:
    return Said(calls=(ToolCall("look_around", {"at": "everything"}),))


def cut_short(asked: Asked) -> Said:
    whole = right(asked)
    return Said(whole[: len(whole) // 2], finish="length")


@dataclass(frozen=True)
class Trouble:
    """`refused`: an answer came, was paid for and cannot be used. `free`: nothing was paid."""

    name: str
    answer: Answering | None
    transient: bool = False
    free: bool = False
    refused: bool = False
    settings: dict[str, Any] = field(default_factory=dict[str, Any])


TROUBLES = (
    Trouble(
        "400, a request that is refused", always(Fault(400, message="no such thing")), free=True
    ),
    Trouble("401, a key that is refused", always(Fault(401, message="invalid key")), free=True),
    Trouble(
        "429, with retry-after",
        always(Fault(429, message="slow down", retry_after=RETRY_AFTER)),
        transient=True,
        free=True,
    ),
    Trouble("500", always(Fault(500, message="internal error")), transient=True),
    Trouble("529, overloaded", always(Fault(529, message="overloaded")), transient=True),
    Trouble("connection refused", None, transient=True, free=True),
    Trouble("a stream that is dropped", always(Fault(kind="drop")), transient=True),
    Trouble(
        "a stream that stalls",
        always(Fault(kind="stall")),
        transient=True,
        settings={"idle_seconds": 0.2},
    ),
    Trouble("an answer cut off by max_tokens", cut_short, refused=True),
    Trouble("a refusal", always(Said("I will not.", finish="refusal")), refused=True),
    Trouble("an empty answer", always(""), refused=True),
    Trouble("prose around the answer", prose, refused=True),
    Trouble("the wrong format twice, then right", third_time),
    Trouble("a tool call loop", asks_for_tools, refused=True),
)


@dataclass
class Seen:
    """How a run went: its error, if any, how often the model was called, what it was asked."""

    error: BrickyardError | None
    tries: int
    asked: list[Asked]
    pauses: list[float]
    counted: int
    """Calls that count as spent, in this run and those before it."""


class Counted:
    """A model, and how often it was called."""

    def __init__(self, inner: Model) -> None:
        self.name = inner.name
        self.calls = 0
        self._inner = inner

    async def complete(self, request: Request) -> Reply:
        self.calls += 1
        return await self._inner.complete(request)


async def run(
    backend: Backend, answer: Answering | None, home: Path, *values: Word, **settings: Any
) -> Seen:
    """Questions as a build asks them, to a server that answers so, or to none."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    with Record.open(home) as record, Loopback(answer or right, key=KEY) as server:
        url = server.url if answer else NOWHERE
        async with reached(backend, url, record) as model:
            counted = Counted(model)
            error = await _ask(counted, values, record, Clock(sleep=sleep), Settings(**settings))
        spent = record.budget.spent("run").calls
        return Seen(error, counted.calls, server.asked, pauses, spent)


async def _ask(
    model: Model, values: Iterable[Word], record: Record, clock: Clock, settings: Settings
) -> BrickyardError | None:
    composed = compose(model, record, "run", settings, clock=clock, chance=lambda: 1.0)
    asker = Asker(composed, parameters={"max_tokens": settings.max_tokens})
    try:
        for value in values:
            assert await asker.ask(ECHO, value) == value
    except BrickyardError as error:
        return error
    return None


async def begun(backend: Backend, folder: Path, home: Path) -> None:
    """A record in `home` in which a question was answered before; kept in `folder` for the next."""
    kept = folder / backend.id
    if not kept.exists():
        seen = await run(backend, right, kept, BEFORE)
        assert (seen.error, seen.tries) == (None, 1)
    shutil.copytree(kept, home)
