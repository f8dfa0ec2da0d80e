"""What fails of a requirement, as a person reads it: the check, what it expects, what came."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from brickyard.cases import alone, one_row, smallest, written
from brickyard.evidence.proving import names_of
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.interfaces.syntax import Function
from brickyard.values import Failure, Plan, TestLevel, TestModule, WrittenCase


def failing(
    runs: Sequence[TestRun],
    modules: Sequence[TestModule],
    plan: Plan,
    roots: Mapping[str, str],
    *,
    held_out: bool = False,
    doubtful: Collection[str] = (),
) -> dict[str, Failure]:
    """Requirement → the smallest of its checks that fail; what was not run is not among them.

    One of the whole goes before one of a brick, and both before those that are `doubtful`.
    """
    found: dict[str, dict[int, list[Failure]]] = {}
    for module in modules:
        for test, part in module.tests.items():
            outcome = next(_failed(test, runs), None)
            if outcome is not None:
                one = failure_of(outcome, module, plan, roots.get(part, part), held_out=held_out)
                order = 2 if test in doubtful else int(module.level is TestLevel.BRICK)
                found.setdefault(one.requirement, {}).setdefault(order, []).append(one)
    return {id: smallest(each[min(each)]) for id, each in found.items()}


def _failed(test: str, runs: Iterable[TestRun]) -> Iterator[TestOutcome]:
    for run in runs:
        one = run.outcomes.get(test)
        if one and one.was_run and not one.passed and (one.is_fatal or not run.problem):
            yield one


def failure_of(
    outcome: TestOutcome, module: TestModule, plan: Plan, requirement: str, *, held_out: bool
) -> Failure:
    row, name = outcome.failing, outcome.id.split("::")[-1]
    cases = dict(zip(module.tests, module.cases, strict=False))
    case = cases.get(outcome.id)
    failure = Failure(
        test=outcome.id,
        case=case.name if case else name,
        requirement=requirement,
        reason=row.reason if row else outcome.reason,
        held_out=held_out,
    )
    if row is not None:
        told = {"row": row.row, "at": outcome.at, "expected": row.expected, "got": row.got}
        failure = failure.model_copy(update=told)
    text = _of_case(failure, case, module, plan) if case else _of_code(name, module.source)
    return failure.model_copy(update={"text": text})


def _of_case(failure: Failure, case: WrittenCase, module: TestModule, plan: Plan) -> str:
    """Nothing but the row that fails, where it is known which."""
    if not failure.row:
        return case.text
    return written(one_row(failure, {failure.test: alone(case, names_of(module, plan))}))


def _of_code(name: str, source: str) -> str:
    """Of a test that a model wrote as pytest code."""
    for node in ast.parse(source).body:
        if isinstance(node, Function) and node.name == name:
            return ast.get_source_segment(source, node) or ""
    return ""
