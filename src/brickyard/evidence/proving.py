"""GREEN that generated code cannot forge: in process as people will run it, and judged outside."""

from collections.abc import Sequence

from brickyard.evidence.outside import judge_modules
from brickyard.evidence.reports import TestRun
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
    """Run the tests; what passed and can be judged outside counts only if it passes there too.

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
