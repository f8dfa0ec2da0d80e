"""What a build that was met leaves in the lock."""

from collections.abc import Sequence

from brickyard.interfaces import normalised
from brickyard.recipe.lock import Lock, LockedCode, LockedPlan, plan_inputs
from brickyard.record.keys import digest
from brickyard.stages.code import Laid, module_path
from brickyard.stages.tests import Tests
from brickyard.stages.whole import Whole
from brickyard.values import Plan, Recipe


def accept(recipe: Recipe, plan: Plan, tests: Tests, laid: Sequence[Laid], whole: Whole) -> Lock:
    """Plan, interfaces, tests and code, each with the inputs it was accepted for."""
    return Lock(
        recipe=recipe.name,
        plan=LockedPlan(inputs=plan_inputs(recipe), plan=plan),
        interfaces={brick.name: digest(normalised(brick.interface)) for brick in plan.bricks},
        tests=tests.locked,
        code={
            item.brick: LockedCode(
                inputs=item.inputs, source=whole.code[module_path(plan, item.brick)]
            )
            for item in laid
        },
    )
