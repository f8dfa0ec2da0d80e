"""GREEN that generated code cannot forge: in process as people will run it, and judged outside."""

from collections.abc import Sequence

from brickyard.cases import CaseFile, file_of, judge, offered_by
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.evidence.runs import run_tests
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
    judge those that passed all the same, because each of them counts by itself.
    """
    run = await run_tests(sandbox, package, modules, seconds=seconds, seed=seed, cover=cover)
    if run.problem or not (run.passed or thorough):
        return run
    outside = await judge_modules(sandbox, package, plan, modules, seconds=seconds, seed=seed)
    outcomes = {
        test: outside.get(test, outcome) if outcome.passed else outcome
        for test, outcome in run.outcomes.items()
    }
    return run.model_copy(update={"outcomes": outcomes})


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
    return {
        test: TestOutcome(id=test, passed=one.passed, reason=one.reason, judged=one.judged)
        for test, one in found.items()
    }


def case_file(module: TestModule, plan: Plan) -> CaseFile:
    """Names mean what they meant when the test was rendered: only its bricks are known."""
    bricks = tuple(brick for brick in plan.bricks if brick.name in module.bricks)
    names = offered_by(plan.model_copy(update={"bricks": bricks}))
    return CaseFile(path=module.path, cases=file_of(module.cases, names), names=names)
