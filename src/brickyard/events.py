"""What happens during a run, told as it happens: one class for each kind, one kind of listener."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from brickyard.values import Dispute, Value

Role = Literal["author", "cases", "reader"]
"""Who answers a question, where several do: whoever writes plan and code; whoever writes cases and
sees no code; a reader, who sees neither code nor cases."""


class Event(Value):
    """As JSON: `kind`, `stage` and `brick` where they are known, and the other fields as `data`."""

    model_config = ConfigDict(extra="ignore")

    kind: ClassVar[str] = ""
    stage: str = ""
    brick: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """What it says besides its kind, stage and brick; small and JSON-ready."""
        return self.model_dump(mode="json").get("data", {})

    @model_serializer(mode="wrap")
    def _with_data(self, serialise: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data = serialise(self)
        place = {"stage": data.pop("stage", ""), "brick": data.pop("brick", ""), "data": data}
        return {"kind": self.kind, **{name: each for name, each in place.items() if each}}


class RunStarted(Event):
    """A run began, or began again; `why` its model was chosen, `models` those of other work."""

    kind = "run.started"
    run: str = ""
    model: str = ""
    why: str = ""
    models: dict[str, str] = Field(default_factory=dict)
    recipe: str = ""
    home: str = ""


class RunResumed(Event):
    """What a run did before it was taken up again: keys, and what was spent."""

    kind = "run.resumed"
    asked: tuple[str, ...] = ()
    reused: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    usd: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    foreseen: dict[str, Any] = Field(default_factory=dict)


class RunEnded(Event):
    """A run ended."""

    kind = "run.ended"
    status: str = ""


class Estimated(Event):
    """What a build is about to ask and cost, of what is left; and again when it knows more."""

    kind = "estimate"
    stages: dict[str, dict[str, Any]]
    total: dict[str, Any]
    offers: tuple[dict[str, Any], ...]
    spent: dict[str, Any]


class StageStarted(Event):
    """A stage began."""

    kind = "stage.started"


class StageEnded(Event):
    """A stage ended."""

    kind = "stage.ended"
    detail: str = ""


class Sized(Event):
    """How much a recipe asks for, and how it is planned: in one answer, or in parts."""

    kind = "recipe.sized"
    score: float = 0.0
    reasons: tuple[str, ...] = ()
    plan_tokens: int = 0
    answer_tokens: int = 0
    asked: bool = False
    strategy: str | None = None
    advised: str = ""
    fixed: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The score with its reasons, and what follows from it."""
        why = f": {', '.join(self.reasons)}" if self.reasons else ""
        size = f"about {self.plan_tokens:,} tokens"
        if self.fixed:
            how = f"Planned in one answer of {size}, as the design says where modules lie"
            how += f" ({self.fixed[0]}); --decompose {self.advised} moves them into sub-packages"
        elif self.strategy is None:
            how = f"Planned in one answer of {size}; --decompose {self.advised} plans it in parts"
        elif self.asked:
            how = f"Planned in parts ({self.strategy}), as asked for"
        else:
            limit = f"answer_tokens ({self.answer_tokens:,})"
            how = f"Planned in parts ({self.strategy}): one plan would take {size}, over {limit}"
        return f"Complexity {self.score:g}{why}. {how}."


class Decomposed(Event):
    """A recipe, or a part of it, was divided into parts."""

    kind = "plan.decomposed"
    within: str = ""
    strategy: str = ""
    parts: tuple[dict[str, Any], ...] = ()
    """name, purpose, ids, components, depends"""
    crossing: tuple[str, ...] = ()


class PlanSettled(Event):
    """How requirements are proven that are not by cases, and what is to be allowed."""

    kind = "plan.settled"
    kinds: tuple[dict[str, Any], ...] = ()
    """requirement, kind, by, words"""
    not_taken: tuple[dict[str, Any], ...] = ()
    """requirement, kind, words, reason, stays"""
    permissions: tuple[dict[str, Any], ...] = ()
    """name, words, by"""
    dropped: tuple[dict[str, Any], ...] = ()
    """name, words, reason"""


class BrickMoved(Event):
    """A brick, or all of them together, moved on."""

    kind = "brick.state"
    state: str = ""


class OfQuestion(Event):
    """Something became of a question to a model."""

    key: str = ""
    task: str = ""


class QuestionAsked(OfQuestion):
    """A call is made for a question."""

    kind = "question.asked"


class AnswerReceived(OfQuestion):
    """A reply came back."""

    kind = "answer.received"


class AnswerStored(OfQuestion):
    """A reply is in the record."""

    kind = "answer.stored"
    usd: float = 0.0
    seconds: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0


class AnswerReused(OfQuestion):
    """A reply came from the record."""

    kind = "answer.reused"


class AnswerUnusable(OfQuestion):
    """A reply cannot be used."""

    kind = "answer.refused"
    reason: str = ""
    about: str = ""
    model: str = ""


class QuestionRetried(OfQuestion):
    """A call failed and is made again, after a pause in seconds."""

    kind = "question.retried"
    about: str = ""
    tried: int = 0
    pause: float = 0.0
    error: str = ""


class QuestionUnanswered(OfQuestion):
    """A question was given up."""

    kind = "question.unanswered"
    about: str = ""
    title: str = ""
    reason: str = ""


class QuestionPending(OfQuestion):
    """A question waits for someone outside."""

    kind = "question.pending"
    where: str = ""
    title: str = ""
    role: Role = "author"


class SandboxStarted(Event):
    """A sandboxed command began."""

    kind = "sandbox.started"
    name: str = ""


class SandboxEnded(Event):
    """A sandboxed command ended."""

    kind = "sandbox.ended"
    name: str = ""
    seconds: float = 0.0


class VerdictReused(Event):
    """A sandboxed result came from the record."""

    kind = "verdict.reused"
    name: str = ""


class DisputeSettled(Dispute, Event):
    """A test and the code disagree, and how that was settled."""

    kind = "dispute"


class PackageStarted(Event):
    """The package is being put together."""

    kind = "package.started"


class PackageEnded(Event):
    """The package is complete."""

    kind = "package.ended"
    files: int = 0


class Warned(Event):
    """Something a person should know."""

    kind = "warning"
    message: str = ""


KINDS: dict[str, type[Event]] = {
    one.kind: one
    for one in (
        *(RunStarted, RunResumed, RunEnded, Estimated),
        *(StageStarted, StageEnded, Sized, Decomposed, PlanSettled, BrickMoved),
        *(QuestionAsked, QuestionRetried, QuestionPending, QuestionUnanswered),
        *(AnswerReceived, AnswerStored, AnswerReused, AnswerUnusable),
        *(SandboxStarted, SandboxEnded, VerdictReused, DisputeSettled),
        *(PackageStarted, PackageEnded, Warned),
    )
}

Listener = Callable[[Event], None]


def silent(event: Event) -> None:
    """The listener that does nothing."""


def read_event(text: str) -> Event:
    """An event from its JSON; ValueError if it is none of ours."""
    told = _Told.model_validate_json(text)
    if told.kind not in KINDS:
        raise ValueError(f"There is no event '{told.kind}'.")
    place = {"stage": told.stage, "brick": told.brick}
    return KINDS[told.kind].model_validate({**told.data, **place})


class _Told(Value):
    """Any event, as it lies in a run's log."""

    kind: str
    stage: str = ""
    brick: str = ""
    data: dict[str, Any] = Field(default_factory=dict)


class Stages:
    """A listener that knows which stages are at work: several at the same time, or one."""

    def __init__(self) -> None:
        self._open: dict[str, None] = {}
        self._last = ""

    def __call__(self, event: Event) -> None:
        match event:
            case StageStarted() | PackageStarted():
                self._open[event.stage] = None
            case StageEnded() | PackageEnded():
                self._open.pop(event.stage, None)
                self._last = event.stage
            case _:
                pass

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
        self.waiting: dict[str, QuestionPending] = {}
        self.usd = 0.0
        self.input_tokens = 0
        self.output_tokens = 0
        self.foreseen: dict[str, Any] = {}
        """The first estimate of all."""
        for event in before:
            self(event)

    def __call__(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._open.clear()
                self.waiting.clear()
            case RunResumed():
                self._asked.update(event.asked)
                self._reused.update(event.reused)
                self._refused.update(event.refused)
                self._spend(event)
                self.foreseen = self.foreseen or event.foreseen
            case QuestionAsked():
                self._asked.add(event.key)
                self._open.add(event.key)
            case QuestionPending():
                self._asked.discard(event.key)
                self._open.discard(event.key)
                self.waiting[event.key] = event
            case AnswerReceived() | QuestionUnanswered():
                self._closed(event)
            case AnswerReused():
                self._closed(event)
                self._reused.add(event.key)
            case AnswerUnusable():
                self._refused.add(event.key)
            case AnswerStored():
                self._spend(event)
            case Estimated():
                self.foreseen = self.foreseen or event.data
            case _:
                pass

    def _closed(self, event: OfQuestion) -> None:
        self._open.discard(event.key)
        self.waiting.pop(event.key, None)

    def _spend(self, event: AnswerStored | RunResumed) -> None:
        self.usd += event.usd
        self.input_tokens += event.input_tokens
        self.output_tokens += event.output_tokens

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
    def resumed(self) -> RunResumed:
        """What to tell who listens from now on, so that they count what was before."""
        return RunResumed(
            asked=tuple(sorted(self._asked)),
            reused=tuple(sorted(self._reused)),
            refused=tuple(sorted(self._refused)),
            usd=self.usd,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            foreseen=self.foreseen,
        )
