"""What happens during a run, told as it happens: one flat value, one kind of listener."""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import Field

from brickyard.values import Value


class Event(Value):
    """`kind` is dotted, from the list in `KINDS`; `data` is small and JSON-ready."""

    kind: str
    stage: str = ""
    brick: str = ""
    data: dict[str, Any] = Field(default_factory=dict)


KINDS = {
    "run.started": "a run began, or began again: data.run, data.model, data.models, data.recipe, "
    "data.home",
    "run.resumed": "what a run did before it was taken up again: data.asked, data.reused and "
    "data.refused (keys), data.usd, data.input_tokens, data.output_tokens, data.foreseen",
    "run.ended": "a run ended: data.status",
    "estimate": "what a build is about to ask and cost, and again when it has learned more: "
    "data.stages, data.total and data.offers of what is left, data.spent",
    "stage.started": "a stage began",
    "stage.ended": "a stage ended: data.detail",
    "plan.settled": "how requirements are proven that are not by cases, and what is to be allowed: "
    "data.kinds (requirement, kind, by, words), data.not_taken (the same, with reason and stays), "
    "data.permissions (name, words, by), data.dropped (name, words, reason)",
    "brick.state": "a brick moved on: data.state",
    "question.asked": "a call is made for a question: data.key, data.task",
    "answer.received": "a reply came back: data.key, data.task",
    "answer.stored": "a reply is in the record: data.key, data.task, data.usd, data.seconds, "
    "data.input_tokens, data.output_tokens",
    "answer.reused": "a reply came from the record: data.key, data.task",
    "answer.refused": "a reply cannot be used: data.key, data.task, data.reason, data.about",
    "question.retried": "a call failed and is made again: data.task, data.about, data.tried, "
    "data.pause, data.error",
    "question.unanswered": "a question was given up: data.key, data.task, data.about, data.title, "
    "data.reason",
    "question.pending": "a question waits for someone outside: data.key, data.task, data.where, "
    "data.title",
    "sandbox.started": "a sandboxed command began: data.name",
    "sandbox.ended": "a sandboxed command ended: data.name, data.seconds",
    "verdict.reused": "a sandboxed result came from the record: data.name",
    "dispute": "a test and the code disagree, and how that was settled: data is the dispute",
    "finding": "a gate or check found something: data is the finding",
    "message": "with `build -v --json-events`: data is a line of messages.jsonl",
    "package.started": "the package is being put together",
    "package.ended": "the package is complete: data.files",
    "warning": "something a person should know: data.message",
}

Listener = Callable[[Event], None]


class Stages:
    """A listener that knows which stages are at work: several at the same time, or one."""

    def __init__(self) -> None:
        self._open: dict[str, None] = {}
        self._last = ""

    def __call__(self, event: Event) -> None:
        if event.kind in ("stage.started", "package.started"):
            self._open[event.stage] = None
        elif event.kind in ("stage.ended", "package.ended"):
            self._open.pop(event.stage, None)
            self._last = event.stage

    @property
    def named(self) -> str:
        """Those at work, else the last that was."""
        return ", ".join(self._open) or self._last


class Counts:
    """A listener that counts the questions of a run, each once, however often it is taken up.

    Asked is what a call was made for in this run; what came from the record needed none, and what
    waits is in the hands of someone else.
    """

    def __init__(self, before: Iterable[Event] = ()) -> None:
        self._asked: set[str] = set()
        self._reused: set[str] = set()
        self._refused: set[str] = set()
        self._open: set[str] = set()
        self.waiting: dict[str, dict[str, Any]] = {}
        self.usd = 0.0
        self.input_tokens = 0
        self.output_tokens = 0
        self.foreseen: dict[str, Any] = {}
        """The first estimate of all."""
        for event in before:
            self(event)

    def __call__(self, event: Event) -> None:
        data = event.data
        key = str(data.get("key", ""))
        if event.kind in ("answer.received", "answer.reused", "question.unanswered"):
            self._open.discard(key)
            self.waiting.pop(key, None)
        match event.kind:
            case "run.started":
                self._open.clear()
                self.waiting.clear()
            case "run.resumed":
                self._asked.update(data["asked"])
                self._reused.update(data["reused"])
                self._refused.update(data["refused"])
                self._spend(data)
                self.foreseen = self.foreseen or data.get("foreseen", {})
            case "question.asked":
                self._asked.add(key)
                self._open.add(key)
            case "question.pending":
                self._asked.discard(key)
                self._open.discard(key)
                self.waiting[key] = data
            case "answer.reused":
                self._reused.add(key)
            case "answer.refused":
                self._refused.add(key)
            case "answer.stored":
                self._spend(data)
            case "estimate":
                self.foreseen = self.foreseen or data
            case _:
                pass

    def _spend(self, data: dict[str, Any]) -> None:
        self.usd += float(data.get("usd") or 0.0)
        self.input_tokens += int(data.get("input_tokens") or 0)
        self.output_tokens += int(data.get("output_tokens") or 0)

    @property
    def asked(self) -> int:
        return len(self._asked)

    @property
    def reused(self) -> int:
        return len(self._reused - self._asked)

    @property
    def refused(self) -> int:
        return len(self._refused)

    @property
    def in_the_air(self) -> int:
        return len(self._open)

    @property
    def resumed(self) -> Event:
        """What to tell who listens from now on, so that they count what was before."""
        return Event(
            kind="run.resumed",
            data={
                "asked": sorted(self._asked),
                "reused": sorted(self._reused),
                "refused": sorted(self._refused),
                "usd": self.usd,
                "input_tokens": self.input_tokens,
                "output_tokens": self.output_tokens,
                "foreseen": self.foreseen,
            },
        )


def silent(event: Event) -> None:
    """The listener that does nothing."""
