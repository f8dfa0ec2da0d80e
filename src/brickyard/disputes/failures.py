"""Checks that code does not pass, row by row: what was expected, what came, and who ruled on it."""

import re
from collections.abc import Iterable, Mapping

from brickyard.cases import CaseResult, Cases
from brickyard.values import Value

_NOT_THERE = re.compile(
    r"\b(AttributeError|ImportError|ModuleNotFoundError|NotImplementedError)\b"
    r"|unexpected keyword argument|unrecognized arguments|[Nn]o such (option|command)"
    r"|invalid choice|[Uu]n(known|recognised) (option|command|argument)"
)
"""How code says that it does not have something."""


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


def one_row(failure: Failure, files: Mapping[str, Cases], name: str = "") -> Cases:
    """The case as it was written, with nothing but the row that fails."""
    cases = files[failure.test]
    (case,) = cases.cases
    case = case.model_copy(update={"name": name or case.name})
    if case.table is not None and case.table.rows:
        row = case.table.rows[failure.at : failure.at + 1]
        case = case.model_copy(update={"table": case.table.model_copy(update={"rows": row})})
    return cases.model_copy(update={"cases": (case,)})
