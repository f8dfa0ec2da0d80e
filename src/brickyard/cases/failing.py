"""Checks that fail: the rows of a case, the smallest of them, and its text for people."""

from collections.abc import Iterable, Mapping

from brickyard.cases.judging import CaseResult
from brickyard.cases.model import Cases
from brickyard.values import Failure


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
    if case.table is not None and case.table.rows and failure.at >= 0:
        row = case.table.rows[failure.at : failure.at + 1]
        case = case.model_copy(update={"table": case.table.model_copy(update={"rows": row})})
    return cases.model_copy(update={"cases": (case,)})
