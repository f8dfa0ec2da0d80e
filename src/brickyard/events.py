"""What happens during a run, told as it happens: one flat value, one kind of listener."""

from collections.abc import Callable
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
    "run.started": "a run began, or began again: data.run, data.model, data.models, data.recipe",
    "run.ended": "a run ended: data.status",
    "estimate": "what a build is about to ask and cost: data.stages, data.total, data.offers",
    "stage.started": "a stage began",
    "stage.ended": "a stage ended: data.detail",
    "brick.state": "a brick moved on: data.state",
    "question.asked": "a question goes to the model: data.key, data.task",
    "answer.received": "a reply came back: data.key, data.task",
    "answer.stored": "a reply is in the record: data.key, data.task, data.usd, data.seconds",
    "answer.reused": "a reply came from the record: data.key, data.task",
    "answer.refused": "a reply cannot be used: data.key, data.task, data.reason, data.about",
    "question.retried": "a call failed and is made again: data.task, data.about, data.tried, "
    "data.pause, data.error",
    "question.unanswered": "a question was given up: data.key, data.task, data.about, data.reason",
    "question.pending": "a question waits for someone outside: data.key, data.task, data.where",
    "sandbox.started": "a sandboxed command began: data.name",
    "sandbox.ended": "a sandboxed command ended: data.name, data.seconds",
    "verdict.reused": "a sandboxed result came from the record: data.name",
    "finding": "a gate or check found something: data is the finding",
    "package.started": "the package is being put together",
    "package.ended": "the package is complete: data.files",
    "warning": "something a person should know: data.message",
}

Listener = Callable[[Event], None]


def silent(event: Event) -> None:
    """The listener that does nothing."""
