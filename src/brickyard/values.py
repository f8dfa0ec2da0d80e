"""The values that stages take and return: frozen, typed, JSON-ready. Words as in the docs."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)


def counted(count: int, noun: str) -> str:
    """`1 brick`, `2 bricks`."""
    return f"{count} {noun}{'s' if count != 1 else ''}"


def listed(names: Sequence[str], most: int = 3) -> str:
    """`R1`, `R1 and R2`, `R1, R2 and 7 more`."""
    shown = list(names[:most]) if len(names) > most else list(names[:-1])
    last = f"{len(names) - most} more" if len(names) > most else "".join(names[-1:])
    return " and ".join(filter(None, (", ".join(shown), last)))


class Value(BaseModel):
    """Base of every value: frozen, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# ---------------------------------------------------------------- findings


class Severity(StrEnum):
    CRITICAL = "critical"
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Value):
    """What a check, a gate or a reviewer says is wrong, and what to do about it."""

    rule: str
    severity: Severity
    message: str
    file: str = ""
    line: int = 0
    suggestion: str = ""
    requirement: str = ""

    @property
    def blocks(self) -> bool:
        return self.severity in (Severity.CRITICAL, Severity.ERROR)


# ---------------------------------------------------------------- recipe


class Level(StrEnum):
    MUST = "MUST"
    SHOULD = "SHOULD"
    COULD = "COULD"


class Kind(StrEnum):
    """How a requirement can be proven."""

    BEHAVIOUR = "behaviour"
    PROPERTY = "property"
    PERFORMANCE = "performance"
    STATIC = "static"
    ARTEFACT = "artefact"
    EXTERNAL = "external"
    ATTESTED = "attested"


class Clause(Value):
    """A nested bullet that refines its requirement: `R1.a`."""

    id: str
    text: str
    line: int = 0


class Requirement(Value):
    """One sentence with an id, a level and a kind of proof."""

    id: str
    level: Level
    kind: Kind
    text: str
    clauses: tuple[Clause, ...] = ()
    area: str = ""
    line: int = 0
    kind_by: Literal["", "recipe", "plan"] = ""
    """Who named the kind; nobody where it is behaviour for want of another."""
    attested_by: str = ""
    attested_on: str = ""


class Component(Value):
    """A part that the design names."""

    name: str
    text: str = ""
    line: int = 0


class RecipeType(StrEnum):
    SERVICE = "service"
    AGENT = "agent"
    LIBRARY = "library"
    TOOL = "tool"
    CORE = "core"


class Silence(Value):
    """A rule switched off in the recipe, with the reason a person wrote."""

    rule: str
    reason: str
    file: str = ""
    line: int = 0


class Recipe(Value):
    """What a person wants (requirements) and how it is to be built (design)."""

    name: str
    version: str
    type: RecipeType
    dependencies: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)
    requirements: tuple[Requirement, ...] = ()
    components: tuple[Component, ...] = ()
    design: str = ""
    context: str = ""
    """The prose of requirements.md around the requirements: what they mean by their words."""
    silences: tuple[Silence, ...] = ()

    def requirement(self, id: str) -> Requirement:
        """The requirement with this id, or the one that this clause id belongs to."""
        for requirement in self.requirements:
            if requirement.id == id:
                return requirement
        for requirement in self.requirements:
            if any(clause.id == id for clause in requirement.clauses):
                return requirement
        raise KeyError(id)


# ---------------------------------------------------------------- plan


class Brick(Value):
    """One module: what it promises, whom it serves, what it stands on."""

    name: str
    spec: str
    serves: tuple[str, ...]
    depends: tuple[str, ...] = ()
    interface: str


class PlannedProof(Value):
    """Another proof than cases that a plan proposes; `plans.agreed` decides whether it is taken.

    Kind and rule are plain texts: a name that we do not know is not taken, and refuses no plan.
    """

    requirement: str = Field(description="its id")
    kind: str = Field(description="property, performance, static, artefact or external")
    words: str = Field(description="the recipe's words that ask for it, as they stand there")
    rule: str = Field(default="", description="of static alone: the rule")


class PlannedPermission(Value):
    """What the recipe's words ask for and a gate would refuse."""

    name: str
    words: str = Field(description="the recipe's words that ask for it, as they stand there")


class Plan(Value):
    """The bricks as a graph without cycles; `entry` is `brick:operation` of a tool's command."""

    package: str
    bricks: tuple[Brick, ...]
    entry: str = ""
    proofs: tuple[PlannedProof, ...] = ()
    permissions: tuple[PlannedPermission, ...] = ()

    def brick(self, name: str) -> Brick:
        return next(brick for brick in self.bricks if brick.name == name)

    def beneath(self, name: str) -> tuple[str, ...]:
        """Every brick that `name` stands on, directly or not, lowest first."""
        found: dict[str, None] = {}

        def visit(brick: str) -> None:
            for below in self.brick(brick).depends:
                if below not in found:
                    visit(below)
                    found[below] = None

        visit(name)
        return tuple(found)

    @property
    def in_order(self) -> tuple[Brick, ...]:
        """Dependencies before what depends on them; otherwise in the order of the plan."""
        known = {brick.name: brick for brick in self.bricks}
        found: dict[str, Brick] = {}

        def visit(name: str) -> None:
            if name not in found:
                for below in known[name].depends:
                    visit(below)
                found[name] = known[name]

        for name in known:
            visit(name)
        return tuple(found.values())


# ---------------------------------------------------------------- tests


class Expect(Value):
    """What a step must bring about; only what is given is checked.

    `value: null` expects None; leaving `value` out expects nothing of it.
    """

    value: Any = Field(default=None, description="what the call returns")
    has_value: bool = Field(
        default=False, description="true only to expect that the call returns null"
    )
    approx: float | None = Field(default=None, description="tolerance for a float value")
    raises: str = Field(default="", description="name of the exception")
    message_has: str = Field(default="", description="part of the exception's message")
    exit: int | None = Field(default=None, description="exit code of a run")
    stdout: str | None = Field(default=None, description="all of the run's output")
    stdout_has: tuple[str, ...] = ()
    stderr_has: tuple[str, ...] = ()
    files: dict[str, str] = Field(default_factory=dict, description="path to whole text, after")
    no_files: tuple[str, ...] = Field(default=(), description="paths that must not exist, after")

    @model_validator(mode="before")
    @classmethod
    def _note_value(cls, data: object) -> object:
        if isinstance(data, dict) and "value" in data and "has_value" not in data:
            return {**cast("dict[str, Any]", data), "has_value": True}
        return cast("object", data)


class Step(Value):
    """Either `call` (an operation, class, or method or attribute of a saved object) or `run`."""

    call: str = Field(default="", description="brick.operation, or name.method of a saved object")
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = Field(default_factory=dict)
    run: tuple[str, ...] | None = Field(default=None, description="arguments of the command")
    stdin: str = ""
    save: str = Field(default="", description="name to keep the result under")
    expect: Expect = Expect()


class Case(Value):
    """One example of a requirement: files to begin with, steps, and what each must bring about."""

    id: str
    requirement: str = Field(description="the one id that it proves")
    title: str = Field(description="what it shows, as a sentence")
    files: dict[str, str] = Field(default_factory=dict, description="path to text, before")
    steps: tuple[Step, ...]


def _joined(text: object) -> object:
    return "\n".join(cast("list[str]", text)) if isinstance(text, list) else text


Lines = Annotated[
    str,
    BeforeValidator(_joined),
    PlainSerializer(lambda text: text.split("\n"), return_type=list[str]),
]
"""A text that is kept line by line, so that a diff of it reads well."""


class WrittenCase(Value):
    """A case as restricted Python, with the helpers and constants that it stands on."""

    name: str
    requirement: str
    """The requirement or clause that it proves."""
    text: Lines


class TestLevel(StrEnum):
    __test__ = False

    ACCEPTANCE = "acceptance"
    BRICK = "brick"


class TestModule(Value):
    """One rendered pytest file: where it stands, its text, and which test proves what."""

    __test__ = False

    path: str
    source: str
    level: TestLevel
    brick: str = ""
    tests: dict[str, str] = Field(default_factory=dict)
    """pytest node id (`tests/test_x.py::test_y`) → requirement or clause id."""
    cases: tuple[WrittenCase, ...] = ()
    """What the tests were rendered from; nothing where a model wrote pytest code."""
    bricks: tuple[str, ...] = ()
    """The bricks that the cases could name."""
    command: str = ""
    """`module:function` of the command that the tests run, if they run one."""


class Allowed(Value):
    """Output beyond what is asked for that a requirement allows, and the words that do."""

    requirement: str = Field(description="the id")
    what: str = Field(description="stdout, stderr or traceback")
    words: str = Field(description="the words that allow it, as they stand there")


# ---------------------------------------------------------------- disputes


class Dispute(Value):
    """A test and code that disagreed, both sides' words, and how it was settled.

    `settled` is `test stands`, `test replaced`, `test dropped` or `not settled`.
    """

    test: str
    requirement: str
    expects: str
    claim: str
    ruling: str
    reason: str
    drawn: str = ""
    """What who worked out the same inputs afresh, without sight of either, expects."""
    settled: str
    clarification: str = ""
    """Where the requirement is silent: a sentence that its author could add."""


# ---------------------------------------------------------------- evidence


class ProofLevel(StrEnum):
    """What is paid for: quick has no mutants and no hold-outs; full goes further with both."""

    QUICK = "quick"
    STANDARD = "standard"
    FULL = "full"


class Proof(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    MISSING = "missing"
    NOT_APPLICABLE = "n/a"


class Where(StrEnum):
    """Where a test's assertions ran: apart from the generated code, or in one process with it."""

    OUTSIDE = "outside"
    IN_PROCESS = "in process"


class Proven(Value):
    """One proof of one requirement, with what execution showed."""

    state: Proof
    detail: str = ""
    data: dict[str, Any] = Field(default_factory=dict)
    """Numbers behind the detail, where there are some: times, spread, machine."""

    @model_serializer(mode="wrap")
    def _only_what_is_there(self, serialise: SerializerFunctionWrapHandler) -> dict[str, Any]:
        dumped = serialise(self)
        return dumped if self.data else {key: dumped[key] for key in dumped if key != "data"}


class Failure(Value):
    """One check that the code does not pass: a case, or one row of its table."""

    test: str
    case: str
    row: str = ""
    at: int = 0
    """The number of the row; under 0 for the whole case, where no row is known to be at fault."""
    requirement: str
    reason: str
    expected: str = ""
    got: str = ""
    text: str = ""
    """The case as it was written, with this row alone."""
    held_out: bool = False
    ruling: str = ""
    """Empty as long as nobody ruled on it."""
    quote: str = ""
    """The words that the ruling rests on."""
    why: str = ""

    @property
    def id(self) -> str:
        return f"{self.test}[{self.row}]"

    @property
    def is_missing(self) -> bool:
        """Whether it ends in something that is not there, rather than in something wrong."""
        return bool(_NOT_THERE.search(f"{self.reason} {self.got}"))


_NOT_THERE = re.compile(
    r"\b(AttributeError|ImportError|ModuleNotFoundError|NotImplementedError)\b"
    r"|unexpected keyword argument|unrecognized arguments|[Nn]o such (option|command)"
    r"|invalid choice|[Uu]n(known|recognised) (option|command|argument)"
)
"""How code says that it does not have something."""


class Verdict(StrEnum):
    MET = "met"
    NOT_MET = "not met"
    ATTESTED = "attested"


class Unmet(StrEnum):
    """Of what is not met: shown to be wrong, or not shown to be right."""

    BROKEN = "broken"
    NOT_JUDGED = "not judged"


_OF_THE_UNMET = frozenset({"unmet", "failure", "next"})


class Row(Value):
    """One requirement in the matrix."""

    requirement: str
    level: Level
    kind: Kind
    text: str
    clauses: tuple[Clause, ...] = ()
    tests: tuple[str, ...] = ()
    judged: dict[str, Where] = Field(default_factory=dict)
    """Test → where it was judged on the finished code."""
    proofs: dict[str, Proven] = Field(default_factory=dict)
    lines: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    branches: tuple[int, int] = (0, 0)
    """Branches that its tests take, of those on their way."""
    verdict: Verdict
    reason: str = ""
    caveat: str = ""
    """What its proof does not show, in a few words."""
    unmet: Unmet | None = None
    failure: Failure | None = None
    """The smallest check that fails, where one does."""
    next: str = ""
    """The one thing to do about it."""

    @property
    def said(self) -> str:
        """The verdict in words: of what is not met which of the two, and `met, judged in process
        only`."""
        if self.unmet:
            return self.unmet.value
        is_met = self.verdict is Verdict.MET and self.caveat
        return f"{self.verdict.value}, {self.caveat}" if is_met else self.verdict.value

    @model_serializer(mode="wrap")
    def _only_what_is_there(self, serialise: SerializerFunctionWrapHandler) -> dict[str, Any]:
        dumped = serialise(self)
        return {key: dumped[key] for key in dumped if dumped[key] or key not in _OF_THE_UNMET}


class Matrix(Value):
    """What execution proved about every requirement."""

    rows: tuple[Row, ...] = ()

    @property
    def unmet(self) -> tuple[Row, ...]:
        """What is not met; MUSTs first, and of each level what is broken."""
        found = [row for row in self.rows if row.verdict is Verdict.NOT_MET]
        levels, kinds = [*Level], [*Unmet, None]
        return tuple(
            sorted(found, key=lambda row: (levels.index(row.level), kinds.index(row.unmet)))
        )

    @property
    def summary(self) -> str:
        """`16 met, 1 MUST broken: R4, 1 SHOULD not met: R9`; only a MUST fails a build."""
        groups: dict[str, list[str]] = {}
        for row in self.unmet:
            said = row.said if row.level is Level.MUST else row.verdict.value
            groups.setdefault(f"{row.level.value} {said}", []).append(row.requirement)
        open = [f"{len(ids)} {group}: {listed(ids, 8)}" for group, ids in groups.items()]
        return ", ".join([f"{len(self.rows) - len(self.unmet)} met", *open])

    @property
    def met(self) -> bool:
        """Every MUST is met; anything else fails the build."""
        return all(
            row.verdict is not Verdict.NOT_MET for row in self.rows if row.level is Level.MUST
        )
