"""Tests that changed after they were accepted: by a dispute, or because cases joined them."""

from collections.abc import Iterable, Mapping, Sequence

from brickyard.context import BuildContext
from brickyard.evidence.support import test_name
from brickyard.proofs.tests import Tests
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.lock_names import acceptance, of_brick, of_property
from brickyard.red.batches import Batch
from brickyard.red.cases import modules_of, prove_red
from brickyard.red.seen import Red
from brickyard.values import (
    Dispute,
    Plan,
    Recipe,
    TestLevel,
    TestModule,
    Value,
    WrittenCase,
)


class Amended(Value):
    """One test file as it is now, None when no test of it is left; and what RED showed of it."""

    module: TestModule | None = None
    red: Red = Red()
    source: str = ""
    """What a model wrote, where it is not made of cases."""


def batch_of(module: TestModule, recipe: Recipe) -> Batch:
    """The batch that a test file of cases belongs to, as far as it is about this file."""
    ids = dict.fromkeys(
        part if module.level is TestLevel.BRICK else recipe.requirement(part).id
        for part in module.tests.values()
    )
    return Batch(level=module.level, brick=module.brick, ids=tuple(ids), bricks=module.bricks)


async def proven(
    module: TestModule,
    cases: Sequence[WrittenCase],
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
) -> Amended:
    """The file with these cases, seen RED; a case that was not there before must be RED itself."""
    batch = batch_of(module, recipe)
    before = {case.name: case for case in module.cases}
    shown, red = await _red(cases, batch, recipe, plan, context)
    weak = {test.split("::")[-1] for test in red.refused}
    left = [case for case in cases if before.get(case.name) == case or test_name(case) not in weak]
    if len(left) < len(cases):
        shown, red = await _red(left, batch, recipe, plan, context)
    return Amended(module=shown, red=red)


async def _red(
    cases: Sequence[WrittenCase], batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext
) -> tuple[TestModule | None, Red]:
    modules = modules_of(cases, batch, recipe, plan)
    if not modules:
        return None, Red()
    return modules[0], await prove_red(modules, batch, recipe, plan, context)


def amend(
    tests: Tests,
    amended: Mapping[str, Amended],
    disputes: Iterable[Dispute],
    recipe: Recipe,
) -> Tests:
    """The accepted tests with these files in place of those that had their paths."""
    told = (*tests.disputes, *disputes)
    if not amended:
        return tests.model_copy(update={"disputes": told})
    old = {module.path: module for module in tests.modules}
    changed = {path: one.module for path, one in amended.items()}
    now = {**old, **changed}
    gone = {test for path in changed if path in old for test in old[path].tests}
    owners = {
        recipe.requirement(part).id
        for path in changed
        if path in old and old[path].level is TestLevel.ACCEPTANCE
        for part in old[path].tests.values()
    }
    red = Red(
        accepted=(
            *(test for test in tests.red.accepted if test not in gone),
            *(test for one in amended.values() for test in one.red.accepted),
        ),
        refused={
            **{test: why for test, why in tests.red.refused.items() if test not in gone},
            **{test: why for one in amended.values() for test, why in one.red.refused.items()},
        },
        requirements={
            **{id: why for id, why in tests.red.requirements.items() if id not in owners},
            **{id: why for one in amended.values() for id, why in one.red.requirements.items()},
        },
    )
    return tests.model_copy(
        update={
            "disputes": told,
            "modules": tuple(now[path] for path in sorted(now) if now[path] is not None),
            "red": red,
            "locked": {**tests.locked, **dict(_locked(tests, amended, old, recipe))},
        }
    )


def _locked(
    tests: Tests, amended: Mapping[str, Amended], old: Mapping[str, TestModule], recipe: Recipe
) -> Iterable[tuple[str, LockedTests]]:
    for path, one in amended.items():
        module = one.module or old[path]
        name = lock_name(module, recipe)
        cases = one.module.cases if one.module else ()
        yield name, tests.locked[name].model_copy(update={"cases": cases, "source": one.source})


def lock_name(module: TestModule, recipe: Recipe) -> str:
    """The name under which the lock keeps the tests of this file."""
    if module.level is TestLevel.BRICK:
        return of_brick(module.brick)
    named = of_property if module.path.endswith("_property.py") else acceptance
    return named(recipe.requirement(next(iter(module.tests.values()))).id)
