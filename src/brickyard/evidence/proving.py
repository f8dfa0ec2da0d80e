"""GREEN that generated code cannot forge: in process as people will run it, and judged outside."""

from collections.abc import Sequence

from brickyard.cases import CaseFile, CaseResult, Names, file_of, judge, offered_by
from brickyard.cases.inside.standins import HIDDEN
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.evidence.runs import enough, run_apart, run_tests
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, TestModule


async def prove_tests(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
    cover: bool = False,
    thorough: bool = False,
) -> TestRun:
    """Run the tests; what passed and comes from cases counts only if it passes outside too.

    Nothing is judged outside while a test fails in process: that decides already. `thorough`:
    each of them counts by itself, so those that passed are judged all the same, and no test keeps
    the others from being run.
    """
    seconds = enough(seconds, modules)
    started = run_apart if thorough else run_tests
    run = await started(sandbox, package, modules, seconds=seconds, seed=seed, cover=cover)
    if run.problem or not (run.passed or thorough):
        return run
    outside = await judge_modules(sandbox, package, plan, modules, seconds=seconds, seed=seed)
    outcomes = {
        test: _together(outcome, outside.get(test)) for test, outcome in run.outcomes.items()
    }
    return run.model_copy(update={"outcomes": outcomes})


def _together(inside: TestOutcome, outside: TestOutcome | None) -> TestOutcome:
    """Both must have passed; where both failed, the reason is the one that people see too when
    they run the test."""
    if outside is None or (outside.passed and not inside.passed):
        return inside
    if inside.passed:
        return outside
    return outside.model_copy(update={"reason": inside.reason, "is_fatal": inside.is_fatal})


async def judge_modules(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
) -> dict[str, TestOutcome]:
    """Test id → outcome, for those tests that came from cases."""
    files = [case_file(module, plan) for module in modules if module.cases]
    if not files:
        return {}
    found = await judge(sandbox, package, files, seconds=seconds, seed=seed)
    return {test: _outcome(one) for test, one in found.items() if not _is_hidden(one)}


def _is_hidden(one: CaseResult) -> bool:
    """Nothing differs but what cannot cross, such as a function in a field: that is for whoever
    has the objects themselves to say."""
    wrong = [row for row in one.rows if not row.passed]
    return bool(wrong) and all(row.got == row.expected and HIDDEN in row.got for row in wrong)


def _outcome(one: CaseResult) -> TestOutcome:
    found = TestOutcome(id=one.test, passed=one.passed, reason=one.reason, judged=one.judged)
    wrong = next(((at, row) for at, row in enumerate(one.rows) if not row.passed), None)
    return found.model_copy(update={"at": wrong[0], "failing": wrong[1]} if wrong else {})


def names_of(module: TestModule, plan: Plan) -> Names:
    """Names mean what they meant when the test was rendered: only its bricks are known."""
    bricks = tuple(brick for brick in plan.bricks if brick.name in module.bricks)
    return offered_by(plan.model_copy(update={"bricks": bricks}))


def case_file(module: TestModule, plan: Plan) -> CaseFile:
    names = names_of(module, plan)
    return CaseFile(path=module.path, cases=file_of(module.cases, names), names=names)
