"""What fails on the code, row by row, with what was expected and what came."""

from collections.abc import Mapping, Sequence

from brickyard.cases import CaseFile, CaseResult, failures, file_of, judge, offered_by
from brickyard.context import Tools
from brickyard.evidence.proving import case_file
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.values import Failure, Plan, Recipe, TestModule, WrittenCase


async def failing(
    run: TestRun,
    modules: Sequence[TestModule],
    recipe: Recipe,
    plan: Plan,
    code: Files,
    context: Tools,
) -> list[Failure]:
    """The failures of a run; of cases as they are judged outside, of other tests as they told."""
    reasons = {outcome.id: outcome.reason for outcome in run.failures}
    found: list[Failure] = []
    files: list[CaseFile] = []
    cases: dict[str, WrittenCase] = {}
    for module in modules:
        ours = [test for test in module.tests if test in reasons]
        if ours and module.cases:
            own = cases_by_test(module)
            cases |= {test: own[test] for test in ours}
            kept = module.model_copy(update={"cases": tuple(own[test] for test in ours)})
            files.append(case_file(kept, plan))
        else:
            found += [_whole(test, module.tests[test], reasons[test], recipe) for test in ours]
    results = await _judged(files, code, context)
    for test, case in cases.items():
        owner = recipe.requirement(case.requirement).id
        rows = failures(results[test], case.name, owner) if test in results else []
        found += rows or [_whole(test, case.requirement, reasons[test], recipe, case.name)]
    return found


def cases_by_test(module: TestModule) -> dict[str, WrittenCase]:
    """Test → the case that it was rendered from."""
    return dict(zip(module.tests, module.cases, strict=True)) if module.cases else {}


async def _judged(
    files: Sequence[CaseFile], code: Files, context: Tools
) -> Mapping[str, CaseResult]:
    seconds = context.settings.test_seconds
    return await judge(context.sandbox, code, files, seconds=seconds) if files else {}


def _whole(test: str, id: str, reason: str, recipe: Recipe, case: str = "") -> Failure:
    name = case or test.split("::")[-1]
    owner = recipe.requirement(id).id
    return Failure(test=test, case=name, at=-1, requirement=owner, reason=reason)


async def passing(
    checks: Mapping[str, WrittenCase], plan: Plan, code: Files, context: Tools
) -> set[str]:
    """Which of these, by any names, the code passes."""
    if not checks:
        return set()
    names = offered_by(plan)
    places = {f"again/test_{at}.py": id for at, id in enumerate(checks)}
    files = [
        CaseFile(path=path, cases=file_of([checks[id]], names), names=names)
        for path, id in places.items()
    ]
    results = await judge(context.sandbox, code, files, seconds=context.settings.test_seconds)
    return {places[test.partition("::")[0]] for test, one in results.items() if one.passed}
