"""Checks that fail: the rows of a case, the smallest of them, and what is left without some."""

from collections.abc import Collection, Iterable, Mapping

from brickyard.cases.judging import CaseResult
from brickyard.cases.model import Cases, Names
from brickyard.cases.single import alone, single
from brickyard.values import Failure, WrittenCase


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


def without_rows(case: WrittenCase, fallen: Collection[int], names: Names) -> WrittenCase | None:
    """The case without these rows of its table; None where nothing is left."""
    one = alone(case, names)
    (only,) = one.cases
    if only.table is None or not only.table.rows or min(fallen) < 0:
        return None
    rows = tuple(row for at, row in enumerate(only.table.rows) if at not in fallen)
    if not rows:
        return None
    kept = only.model_copy(update={"table": only.table.model_copy(update={"rows": rows})})
    return single(one.model_copy(update={"cases": (kept,)}))
