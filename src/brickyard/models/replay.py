"""Answers only from what is known; an unknown question says what differs from the nearest one."""

import difflib
import re
from collections.abc import Iterable
from itertools import islice
from typing import Protocol

from brickyard.errors import UnknownQuestion
from brickyard.events import AnswerReused, Listener, QuestionPending, silent
from brickyard.models.base import Reply, Request
from brickyard.models.recorded import Identity, identify, reply_of
from brickyard.record.answers import Answer

MAX_LINES = 40
MAX_WIDTH = 160
MAX_COMPARED = 1500
_MARKER = re.compile(r"@@[0-9a-f]{6}\b")


def words_of(request: Request) -> frozenset[int]:
    """The question's lines, each as a number: cheap to keep and to compare."""
    return frozenset(map(hash, lines_of(request)))


def resemblance(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / (len(one | other) or 1)


def lines_of(request: Request) -> list[str]:
    """Every line that counts for the key. Markers change with any input, so they are blanked."""
    lines = [f"sample {request.sample}, generation {request.generation}", request.system]
    for message in request.messages:
        lines += [f"[{message.role}]", *_MARKER.sub("@@", message.text).split("\n")]
    return lines


def difference(known: Request, asked: Request) -> str:
    """A unified difference of at most MAX_LINES lines, from the known question to this one."""
    before, after = _trimmed(lines_of(known), lines_of(asked))
    found = difflib.unified_diff(before, after, "known", "asked", n=2, lineterm="")
    lines = [line[:MAX_WIDTH] for line in islice(found, MAX_LINES + 1)]
    if len(lines) > MAX_LINES:
        lines[MAX_LINES:] = ["… and more"]
    return "\n".join(lines)


def _trimmed(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Both from shortly before where they first differ, capped: comparing is not linear."""
    same = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        same += 1
    start = max(0, same - 2)
    return before[start : start + MAX_COMPARED], after[start : start + MAX_COMPARED]


class Known(Protocol):
    """What a replay reads: the record's answers, or a list of them."""

    def get(self, key: str) -> Answer | None: ...

    def find(self, prompt_key: str) -> Answer | None: ...

    def by_task(self, task: str) -> list[Answer]: ...


class Listed:
    """Answers in memory, such as those of a cassette."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = sorted(answers, key=lambda answer: (answer.model, answer.key))
        self._by_key = {answer.key: answer for answer in self._answers}
        self._by_prompt = {answer.prompt_key: answer for answer in reversed(self._answers)}

    def get(self, key: str) -> Answer | None:
        return self._by_key.get(key)

    def find(self, prompt_key: str) -> Answer | None:
        return self._by_prompt.get(prompt_key)

    def by_task(self, task: str) -> list[Answer]:
        return [answer for answer in self._answers if answer.task == task]


class Replay:
    """Whichever model answered before, and with whatever parameters, its answer is the one."""

    name = "replay"
    usd_per_call = 0.0

    def __init__(self, answers: Known | Iterable[Answer], *, listener: Listener = silent) -> None:
        self._known = Listed(answers) if isinstance(answers, Iterable) else answers
        self._listener = listener
        self._words: dict[str, list[tuple[frozenset[int], str]]] = {}

    def heard_by(self, listener: Listener) -> "Replay":
        return Replay(self._known, listener=listener)

    async def complete(self, request: Request) -> Reply:
        question = identify(request, self.name)
        answer = self._known.find(question.prompt_key)
        request.note("keyed", key=answer.key if answer else question.key)
        if answer is None:
            raise self._unknown(request, question)
        request.note("reused")
        self._listener(AnswerReused(key=answer.key, task=request.task))
        return reply_of(answer)

    def _unknown(self, request: Request, question: Identity) -> UnknownQuestion:
        nearest = self._nearest(request)
        differs = difference(nearest, request) if nearest else ""
        error = UnknownQuestion(question.key, request.task, differs)
        about = {"where": error.where, "title": request.title or request.task}
        self._listener(
            QuestionPending(key=question.key, task=request.task, role=request.role, **about)
        )
        return error

    def _nearest(self, request: Request) -> Request | None:
        words = words_of(request)
        best = max(
            self._task_words(request.task),
            key=lambda known: (resemblance(words, known[0]), known[1]),
            default=None,
        )
        answer = self._known.get(best[1]) if best else None
        return Request.model_validate_json(answer.request) if answer else None

    def _task_words(self, task: str) -> list[tuple[frozenset[int], str]]:
        """Read once a task: a stale cassette brings many unknown questions at a time."""
        if task not in self._words:
            self._words[task] = [
                (words_of(Request.model_validate_json(answer.request)), answer.key)
                for answer in self._known.by_task(task)
            ]
        return self._words[task]
