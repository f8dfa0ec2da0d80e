"""Every answer is asked for once, and stored before anything is done with it."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from brickyard.errors import BrickyardError, Pending
from brickyard.events import (
    AnswerReceived,
    AnswerReused,
    AnswerStored,
    Listener,
    OfQuestion,
    QuestionAsked,
    QuestionPending,
    QuestionUnanswered,
    silent,
)
from brickyard.models.base import Model, Reply, Request
from brickyard.models.identity import Identity, identify, reply_of
from brickyard.models.tokens import counted_tokens
from brickyard.models.wrapper import Wrapper
from brickyard.record.store import Record


class Recorded(Wrapper):
    """The record's answer if there is one; else `inner` is asked, by one caller at a time."""

    def __init__(self, inner: Model, record: Record, *, listener: Listener = silent) -> None:
        super().__init__(inner)
        self._record = record
        self._listener = listener

    async def complete(self, request: Request) -> Reply:
        question = identify(request, self.name)
        request.note("keyed", key=question.key)
        async with self._record.answers.claim(question.key) as known:
            if known is None:
                return await self._ask(request, question)
        request.note("reused")
        self._tell(AnswerReused, question)
        return reply_of(known, self._record.place)

    async def _ask(self, request: Request, question: Identity) -> Reply:
        asked = _Asked(request, lambda: self._tell(QuestionAsked, question))
        started = time.perf_counter()
        try:
            reply = await self.inner.complete(asked.request)
        except Pending as pending:
            self._tell(QuestionPending, question, where=pending.where, title=pending.title)
            raise
        except BrickyardError as error:
            why = {"about": request.about, "title": request.title, "reason": error.message}
            self._tell(QuestionUnanswered, question, **why)
            raise
        asked.certainly()
        stored = self._record.answers.put(question.answered(reply))
        self._tell(AnswerReceived, question)
        seconds = round(time.perf_counter() - started, 3)
        asked, said = counted_tokens(request, reply)
        used = {"usd": reply.usd, "input_tokens": asked, "output_tokens": said}
        self._tell(AnswerStored, question, **used, seconds=seconds)
        return reply_of(stored, self._record.place)

    def _tell(self, kind: type[OfQuestion], question: Identity, **more: Any) -> None:
        self._listener(kind(key=question.key, task=question.task, **more))


class _Asked:
    """Tells once that a question goes out: when a call is made, not when it queues for one."""

    def __init__(self, request: Request, tell: Callable[[], None]) -> None:
        self.request = request.model_copy(update={"noted": self._note})
        self._noted = request.note
        self._tell = tell
        self._told = False

    def _note(self, what: str, more: Mapping[str, Any]) -> None:
        if what == "called":
            self.certainly()
        self._noted(what, **more)

    def certainly(self) -> None:
        if not self._told:
            self._told = True
            self._tell()
