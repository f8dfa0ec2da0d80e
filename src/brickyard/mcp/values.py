"""What tools return: each field is in the schema that clients see."""

from typing import Any, Literal

from pydantic import Field

from brickyard.events import Role
from brickyard.values import Value

Kind = Literal["build", "prove", "test"]


class Waits(Value):
    """Something that a run waits for."""

    id: str
    kind: Literal["question", "permission", "microtask"]
    text: str
    suggested: tuple[str, ...] = ()
    role: Role | None = Field(default=None, description="of a microtask: who should answer it")


class Cost(Value):
    usd: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0


class Progress(Value):
    """Questions to models so far; `expected` is of the whole run, where that is known."""

    asked: int = 0
    from_record: int = 0
    in_the_air: int = 0
    waiting: int = 0
    sandboxed: int = Field(default=0, description="commands that ran in the sandbox")
    expected: int | None = None


class Status(Value):
    """How a run stands."""

    run_id: str
    kind: Kind
    recipe: str
    model: str
    state: str = Field(
        description="starting, running, waiting, pausing, paused, done, not met, failed, broken, "
        "stopped or cancelled"
    )
    stage: str = ""
    bricks: dict[str, str] = Field(default_factory=dict)
    progress: Progress = Progress()
    cost: Cost = Cost()
    waits_for: tuple[Waits, ...] = ()
    error: str = ""
    hint: str = ""
    next: str = Field(default="", description="what to do now")
    started: str = ""


class Runs(Value):
    runs: tuple[Status, ...]


class Microtask(Value):
    """The next question of a run whose model is the caller; or why there is none now."""

    run_id: str
    state: str
    key: str = ""
    title: str = ""
    role: Role | None = None
    fresh_context: str = Field(
        default="", description="who should answer it, and what they must not have seen"
    )
    question: str = Field(
        default="", description="all that is needed; the answer format is at its end"
    )
    more: int = Field(default=0, description="other questions that wait too")
    next: str = ""


class Submitted(Value):
    run_id: str
    accepted: bool
    left: int = Field(description="questions that still wait")
    next: str


class Pair(Value):
    """Whether two kinds of work were done by contexts that did not see each other's."""

    first: Role
    second: Role
    said: Literal["apart, as the caller says", "not apart", "not known"]


class Result(Value):
    """What a run came to."""

    run_id: str
    state: str
    met: bool
    out: str = Field(
        default="", description="the folder with the package, or with what was refused"
    )
    files: dict[str, int] = Field(default_factory=dict, description="path below `out` → bytes")
    artefacts: tuple[str, ...] = ()
    matrix: tuple[dict[str, Any], ...] = Field(
        default=(), description="a row for each requirement: verdict, reason, what to do next"
    )
    contexts: tuple[Pair, ...] = Field(
        default=(), description="of a run whose model was the caller: who was kept apart"
    )
    report: str = Field(default="", description="Markdown")
    next: str = ""


class FoundProblem(Value):
    severity: str
    rule: str
    file: str = ""
    line: int = 0
    message: str = ""
    suggestion: str = ""


class Listed(Value):
    """A requirement as it was read."""

    id: str
    level: str
    kind: str
    text: str


class CheckedRecipe(Value):
    ok: bool
    findings: tuple[FoundProblem, ...] = ()
    requirements: tuple[Listed, ...] = ()


class Checked(Value):
    ok: bool
    findings: tuple[FoundProblem, ...] = ()
    said: str = ""
