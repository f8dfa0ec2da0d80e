"""Cases judged outside the process in which generated code runs."""

import random
from collections.abc import Mapping, Sequence

from brickyard.evidence.functions import function_name
from brickyard.evidence.outside.expectations import expected_values
from brickyard.evidence.outside.playing import play
from brickyard.evidence.outside.scripts import Script, script_of
from brickyard.evidence.outside.verdicts import verdict
from brickyard.evidence.reports import TestOutcome
from brickyard.evidence.scope import Scope
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox
from brickyard.values import Case, Plan, TestModule, Where


async def judge_outside(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    cases: Sequence[Case],
    *,
    seconds: float,
    seed: int = 0,
) -> dict[str, TestOutcome]:
    """Case id → outcome, for those cases whose values can cross; one run, or two with classes."""
    scope = Scope(plan)
    scripts = [script_of(case.id, case, scope) for case in cases]
    return await _judge(sandbox, package, plan, scripts, seconds, seed)


async def judge_modules(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
) -> dict[str, TestOutcome]:
    """Test id → outcome, for those tests that came from cases whose values can cross."""
    scripts = [script for module in modules for script in _scripts(module, plan)]
    return await _judge(sandbox, package, plan, scripts, seconds, seed)


def _scripts(module: TestModule, plan: Plan) -> list[Script]:
    """Names mean what they meant when the test was rendered: only its bricks are known."""
    if not module.cases:
        return []
    bricks = tuple(brick for brick in plan.bricks if brick.name in module.bricks)
    scope = Scope(plan.model_copy(update={"bricks": bricks}))
    return [
        script_of(f"{module.path}::{function_name(case)}", case, scope) for case in module.cases
    ]


async def _judge(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    scripts: Sequence[Script],
    seconds: float,
    seed: int,
) -> dict[str, TestOutcome]:
    expected = await expected_values(sandbox, plan, scripts, seconds=seconds)
    crossing = [script for script in scripts if script.test in expected]
    if not crossing:
        return {}
    if seed:
        random.Random(seed).shuffle(crossing)
    wires = [script.wire for script in crossing]
    seen = await play(sandbox, package, plan, wires, seconds=seconds, seed=seed)
    reasons: Mapping[str, str] = {
        script.test: verdict(tuple(zip(script.wants, expected[script.test], strict=True)), one)
        for script, one in zip(crossing, seen, strict=True)
    }
    return {
        test: TestOutcome(id=test, passed=not why, reason=why, judged=Where.OUTSIDE)
        for test, why in reasons.items()
    }
