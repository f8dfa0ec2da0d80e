"""Which brick is to blame for what fails on the whole: by coverage, then by tests of single bricks.

Only where many stand below what fails: a question about a few costs less than to find out.
"""

from collections.abc import Collection, Sequence

from brickyard.context import BuildContext
from brickyard.errors import AnswerRefused
from brickyard.evidence.proving import judge_modules
from brickyard.evidence.runs import run_apart
from brickyard.files import Files
from brickyard.red.batches import brick_batch
from brickyard.red.cases import Sifted, modules_of, write_cases
from brickyard.values import Brick, Plan, Recipe, TestModule, Value

MANY = 12
"""Bricks in one question; of more, those that have nothing to do with it are left out."""
FEW = 3
"""Of so many executed bricks, each may be shown; more are told apart by tests of their own."""
MOST_DRAWN = 8
"""Bricks that tests are drawn of at most."""


class Traced(Value):
    """The bricks to be shown, and what tests of single ones say of them."""

    bricks: tuple[str, ...]
    told: tuple[str, ...] = ()


async def traced(
    blamed: tuple[str, ...],
    certain: Collection[str],
    failing: Collection[str],
    modules: Sequence[TestModule],
    code: Files,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
) -> Traced:
    """Of the `blamed` bricks those that failing tests execute; of those, the ones that fail by
    themselves. A gate is `certain` of some."""
    if len(blamed) <= MANY or not failing:
        return Traced(bricks=blamed)
    executed = await _executed(failing, modules, code, plan, context)
    suspects = tuple(name for name in blamed if name in executed)
    told: dict[str, tuple[str, ...]] = {}
    if FEW < len(suspects) <= MOST_DRAWN:
        told = await _by_themselves(suspects, code, recipe, plan, context)
    guilty = {*(told or suspects), *certain}
    return Traced(
        bricks=tuple(name for name in blamed if name in guilty) or blamed,
        told=tuple(f"{name} by itself: {why}" for name in told for why in told[name]),
    )


async def _executed(
    failing: Collection[str],
    modules: Sequence[TestModule],
    code: Files,
    plan: Plan,
    context: BuildContext,
) -> set[str]:
    """Bricks of which a failing test executes a line of a function."""
    own = [module for module in modules if not set(module.tests).isdisjoint(failing)]
    seconds = context.settings.test_seconds
    run = await run_apart(context.sandbox, code, own, seconds=seconds, cover=True)
    files = {file for test in failing for file, lines in run.lines.get(test, {}).items() if lines}
    return {brick.name for brick in plan.bricks if f"src/{plan.path(brick.name)}" in files}


async def _by_themselves(
    suspects: Sequence[str], code: Files, recipe: Recipe, plan: Plan, context: BuildContext
) -> dict[str, tuple[str, ...]]:
    """Brick → why cases of it alone fail, where some do."""

    async def judged(brick: Brick) -> tuple[str, tuple[str, ...]]:
        batch = brick_batch(brick, recipe, plan)
        if batch is None:
            return brick.name, ()
        try:
            drawn = await write_cases(batch, recipe, plan, context)
        except AnswerRefused:
            drawn = Sifted(cases=())
        modules = modules_of(drawn.cases, batch, recipe, plan)
        seconds = context.settings.test_seconds
        found = await judge_modules(context.sandbox, code, plan, modules, seconds=seconds)
        return brick.name, tuple(one.reason for one in found.values() if not one.passed)

    found = await context.each(judged, [plan.brick(name) for name in suspects])
    return {name: reasons for name, reasons in found if reasons}
