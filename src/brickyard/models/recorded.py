"""Every answer is asked for once, and stored before anything is done with it.

Keys do not leave the machine in a question, and do not come back in an answer or an error.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from brickyard.errors import BadInput, BrickyardError, Pending
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
from brickyard.models.tokens import counted_tokens
from brickyard.models.wrapper import Wrapper
from brickyard.record.answers import Answer
from brickyard.record.damage import whole
from brickyard.record.keys import answer_key, canonical, prompt_key
from brickyard.record.masking import Mask
from brickyard.record.store import Record


class Withheld(Wrapper):
    """A question that holds a known secret is not sent, and is stored nowhere."""

    def __init__(self, inner: Model, mask: Mask) -> None:
        super().__init__(inner)
        self._mask = mask

    async def complete(self, request: Request) -> Reply:
        texts = (request.system, *(message.text for message in request.messages))
        if name := next((name for text in texts if (name := self._mask.found(text))), ""):
            about = f" for {request.about}" if request.about else ""
            raise BadInput(
                f"The question '{request.task}'{about} holds the value of {name}: it is not sent.",
                hint="Take the value out of the recipe, and change it where it is used.",
            )
        return await self.inner.complete(request)


class Masked(Wrapper):
    """What comes back is blanked before anything else sees it."""

    def __init__(self, inner: Model, mask: Mask) -> None:
        super().__init__(inner)
        self._mask = mask

    async def complete(self, request: Request) -> Reply:
        try:
            reply = await self.inner.complete(request)
        except BrickyardError as error:
            error.message, error.hint = self._mask(error.message), self._mask(error.hint)
            error.args = (error.message,)
            raise
        fields = ("text", "finish", "session", "model")
        masked = {name: self._mask(getattr(reply, name)) for name in fields}
        return reply.model_copy(update=masked)


@dataclass(frozen=True)
class Identity:
    key: str
    prompt_key: str
    task: str
    model: str
    request: str

    def answered(self, reply: Reply) -> Answer:
        """The row that the record keeps for this question."""
        return Answer(
            key=self.key,
            prompt_key=self.prompt_key,
            task=self.task,
            model=self.model,
            request=self.request,
            reply=canonical(reply.model_dump(mode="json")),
        )


def reply_of(answer: Answer, place: object = "") -> Reply:
    """The reply that is stored; `place` is the record that holds it."""
    with whole(f"the answer {answer.key[:12]} to '{answer.task}'", place):
        return Reply.model_validate_json(answer.reply)


def identify(request: Request, model: str) -> Identity:
    data = request.model_dump(mode="json")
    prompt = prompt_key(data)
    key = answer_key(prompt, model, data["parameters"])
    return Identity(key, prompt, request.task, model, canonical(data))


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
            about = {"where": pending.where, "title": pending.title, "role": request.role}
            self._tell(QuestionPending, question, **about)
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
