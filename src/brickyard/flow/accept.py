"""What a build that was met leaves in the lock."""

from brickyard.drafts.code import code_inputs, module_path
from brickyard.flow.join import Joined
from brickyard.holdouts.draw import lock_inputs
from brickyard.interfaces import normalised
from brickyard.proofs.tests import Tests
from brickyard.recipe.lock import Lock, LockedCode, LockedPlan, LockedTests, plan_inputs, words_of
from brickyard.recipe.lock_names import is_held_out, owner
from brickyard.record.keys import digest
from brickyard.values import Kind, Plan, Recipe


def accept(recipe: Recipe, plan: Plan, tests: Tests, whole: Joined, before: Lock) -> Lock:
    """Plan, interfaces, tests and code, each with the inputs it was accepted for.

    Hold-outs that were drawn `before` and still fit stay, whatever this build was proven by.
    """
    return Lock(
        recipe=recipe.name,
        plan=LockedPlan(inputs=plan_inputs(recipe), plan=plan, words=words_of(recipe)),
        interfaces={brick.name: digest(normalised(brick.interface)) for brick in plan.bricks},
        tests={**_held_before(recipe, plan, before), **tests.locked},
        code={
            brick.name: LockedCode(
                inputs=code_inputs(brick, plan, recipe),
                source=whole.code[module_path(plan, brick.name)],
            )
            for brick in plan.bricks
        },
        proved=before.proved,
    )


def _held_before(recipe: Recipe, plan: Plan, before: Lock) -> dict[str, LockedTests]:
    ids = {item.id for item in recipe.requirements if item.kind is Kind.BEHAVIOUR}
    return {
        name: locked
        for name, locked in before.tests.items()
        if is_held_out(name)
        and owner(name) in ids
        and locked.inputs == lock_inputs(owner(name), recipe, plan)
    }
