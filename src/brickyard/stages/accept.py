"""What a build that was met leaves in the lock."""

from brickyard.interfaces import normalised
from brickyard.recipe.lock import Lock, LockedCode, LockedPlan, plan_inputs
from brickyard.record.keys import digest
from brickyard.stages.code import code_inputs, module_path
from brickyard.stages.tests import Tests
from brickyard.stages.whole import Whole
from brickyard.values import Plan, Recipe


def accept(recipe: Recipe, plan: Plan, tests: Tests, whole: Whole) -> Lock:
    """Plan, interfaces, tests and code, each with the inputs it was accepted for."""
    return Lock(
        recipe=recipe.name,
        plan=LockedPlan(inputs=plan_inputs(recipe), plan=plan),
        interfaces={brick.name: digest(normalised(brick.interface)) for brick in plan.bricks},
        tests=tests.locked,
        code={
            brick.name: LockedCode(
                inputs=code_inputs(brick, plan, recipe, tests),
                source=whole.code[module_path(plan, brick.name)],
            )
            for brick in plan.bricks
        },
    )
