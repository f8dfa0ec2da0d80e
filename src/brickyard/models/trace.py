"""What a run says to its models and hears from them, as lines to keep and to watch."""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any

from brickyard.events import (
    AnswerUnusable,
    Estimated,
    Event,
    PackageStarted,
    RunEnded,
    RunStarted,
    StageStarted,
)
from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper, backend_for
from brickyard.record.clock import Clock
from brickyard.record.messages import Line, Messages

Watch = Callable[[Line], None]
"""Called with each line; and with lines of `piece`, which are not kept, as answers arrive."""

PREVIEW = 100
_MARKER = re.compile(r"@@[0-9a-f]+ ")
_WORD = re.compile(r"\w")
"""Lines that frame the parts of questions and answers."""
_NEAR = 2000
"""Characters at each end of a text in which these lines are looked for."""


class Trace:
    """One run's lines; it listens to events for the stage and for answers that were refused."""

    def __init__(
        self, messages: Messages, *, clock: Clock | None = None, watch: Watch | None = None
    ) -> None:
        self.clock = clock or Clock()
        self.watch = watch
        self._messages = messages
        self._stage: ContextVar[str] = ContextVar("stage", default="")

    @property
    def stage(self) -> str:
        """The one that whoever is asking belongs to: several are at work at the same time."""
        return self._stage.get()

    def add(self, what: str, **more: Any) -> None:
        line = self._messages.add({"what": what, "time": self.clock.stamp(), **more})
        if self.watch:
            self.watch(line)

    def listen(self, event: Event) -> None:
        match event:
            case StageStarted() | PackageStarted():
                self._stage.set(event.stage)
            case RunStarted():
                self.add("began", **event.data)
            case RunEnded():
                self.add("ended", status=event.status)
            case AnswerUnusable():
                self.add("refused", stage=self.stage, **event.data)
            case Estimated():
                self.add("estimate", estimate=event.data)
            case _:
                pass


class Traced(Wrapper):
    """A line when a question is put, and one for each thing that becomes of it."""

    def __init__(self, inner: Model, trace: Trace) -> None:
        super().__init__(inner)
        self._trace = trace

    async def complete(self, request: Request) -> Reply:
        told = _Exchange(self._trace, request, backend_for(self, request).name)
        ears: dict[str, Any] = {"noted": told.note}
        if self._trace.watch:
            ears["heard"] = told.piece
        try:
            reply = await self.inner.complete(request.model_copy(update=ears))
        except BaseException as error:
            told.failed(error)
            raise
        told.replied(reply)
        return reply


class _Exchange:
    """One question from when it is put until it is answered or given up."""

    def __init__(self, trace: Trace, request: Request, model: str) -> None:
        self._trace = trace
        self._request = request
        self._started = trace.clock.now()
        self._calls = 0
        self._reused = False
        self._about: dict[str, Any] = {
            "exchange": secrets.token_hex(4),
            "key": "",
            "stage": trace.stage,
            "task": request.task,
            "about": request.about,
            "model": model,
        }

    def note(self, what: str, more: Mapping[str, Any]) -> None:
        match what:
            case "keyed":
                self._about["key"] = more["key"]
                self._put()
            case "called":
                self._calls += 1
            case "reused":
                self._reused = True
            case _:
                self._trace.add(what, **self._about, **more)

    def _put(self) -> None:
        asked = self._request.model_dump(mode="json", exclude={"task"})
        text = self._request.messages[-1].text
        own = text.removeprefix(self._request.beginning)
        preview = preview_of(own)
        self._trace.add("request", **self._about, preview=preview, **asked)

    def piece(self, text: str) -> None:
        if self._request.heard:
            self._request.heard(text)
        if self._trace.watch:
            self._trace.watch({"what": "piece", **self._about, "text": text})

    def replied(self, reply: Reply) -> None:
        said = reply.model_dump(mode="json", exclude={"model"})
        ended = self._ended() | {"reused": self._reused, "answered_by": reply.model}
        self._trace.add("reply", **self._about, preview=preview_of(reply.text), **ended, **said)

    def failed(self, error: BaseException) -> None:
        message = str(error) or type(error).__name__
        kind = {"error": message, "kind": type(error).__name__}
        self._trace.add("error", **self._about, **self._ended(), **kind)

    def _ended(self) -> dict[str, Any]:
        seconds = round(self._trace.clock.now() - self._started, 3)
        return {"calls": self._calls, "seconds": seconds}


def preview_of(text: str) -> str:
    """The first line that says something and the last, shortened."""
    first, last = _line(text[:_NEAR].splitlines()), _line(reversed(text[-_NEAR:].splitlines()))
    return first if first == last else f"{first} … {last}"


def _line(lines: Iterable[str]) -> str:
    stripped = (line.strip() for line in lines)
    telling = (line for line in stripped if _WORD.search(line) and not _MARKER.match(line))
    return next((line[:PREVIEW] for line in telling), "")
