"""What execution proved about each requirement."""

import re
from enum import StrEnum
from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from brickyard.values.base import Value, listed
from brickyard.values.kinds import Kind
from brickyard.values.recipe import Clause, Level


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
