"""What is said of each requirement of somebody's code, and on what it rests."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from pydantic import Field

from brickyard.cases import CaseResult
from brickyard.values import Level, Proven, Value

CONTRADICTED = "code wrong"

_NOT_THERE = re.compile(
    r"\b(AttributeError|ImportError|ModuleNotFoundError|NotImplementedError)\b"
    r"|unexpected keyword argument|unrecognized arguments|[Nn]o such (option|command)"
    r"|invalid choice|[Uu]n(known|recognised) (option|command|argument)"
)
"""How code says that it does not have something."""


class Said(StrEnum):
    MET = "met"
    WRONG = "wrong"
    NOT_THERE = "not there"
    NOT_JUDGED = "not judged"


class Failure(Value):
    """One check that the code does not pass: a case, or one row of its table."""

    test: str
    case: str
    row: str = ""
    at: int = 0
    """The number of the row."""
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


class Silence(Value):
    """What the recipe leaves open and the code decides: a sentence for whoever writes it."""

    requirement: str
    sentence: str
    code_does: str


class Shown(Value):
    """One requirement: the verdict, the proofs that it has, and where it fails, how."""

    requirement: str
    level: Level
    text: str
    said: Said
    reason: str = ""
    checks: int = 0
    proofs: dict[str, Proven] = Field(default_factory=dict)
    failure: Failure | None = None
    """The smallest check that fails."""
    lines: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    tests: tuple[str, ...] = ()


class Proved(Value):
    """What execution showed of somebody's code."""

    recipe: str
    package: str
    name: str
    version: str
    code: str
    """The digest of the tree."""
    rows: tuple[Shown, ...]
    silences: tuple[Silence, ...] = ()
    unsettled: tuple[Failure, ...] = ()
    changed: int = 0
    noticed: int = 0
    survivors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        return all(row.said is Said.MET for row in self.rows if row.level is Level.MUST)

    @property
    def met_ids(self) -> tuple[str, ...]:
        return tuple(row.requirement for row in self.rows if row.said is Said.MET)

    @property
    def exit_code(self) -> int:
        return 0 if self.met else 1


class Repair(Value):
    """Edits that mend somebody's code, and what became of them."""

    diff: str = ""
    files: tuple[str, ...] = ()
    """What it changes, as the diff names it, seen from `folder`."""
    folder: str = ""
    patch: str = ""
    """A file that holds the diff."""
    mended: tuple[str, ...] = ()
    """Requirements that are met with the edits and were not before."""
    left: tuple[str, ...] = ()
    """Those that are wrong or not there even so."""
    rounds: int = 0
    applied: bool = False
    notes: tuple[str, ...] = ()


def failures(
    result: CaseResult, case: str, requirement: str, *, held_out: bool = False
) -> list[Failure]:
    """The rows of a case that fail, or the case itself where it has none."""
    whole = Failure(
        test=result.test,
        case=case,
        requirement=requirement,
        reason=result.reason,
        held_out=held_out,
    )
    rows = [
        whole.model_copy(
            update={
                "row": row.row,
                "at": at,
                "reason": row.reason,
                "expected": row.expected,
                "got": row.got,
            }
        )
        for at, row in enumerate(result.rows)
        if not row.passed
    ]
    return rows or ([] if result.passed else [whole])


def smallest(found: Iterable[Failure]) -> Failure:
    """The one that a person reads first."""
    return min(found, key=lambda one: (len(one.text), len(one.reason), one.test, one.row))


def listed(found: Sequence[str], most: int = 3) -> str:
    shown = ", ".join(found[:most])
    return shown if len(found) <= most else f"{shown} and {len(found) - most} more"
