"""Cases that an edit had drawn again, held against the code as it was before the edit."""

from collections.abc import Collection, Sequence

from brickyard.context import BuildContext
from brickyard.drafts.code import module_path, packaged
from brickyard.events import Warned
from brickyard.evidence.runs import run_apart
from brickyard.files import Files
from brickyard.plans.delta import Replanned
from brickyard.proofs.tests import Tests
from brickyard.red.batches import serving
from brickyard.red.seen import roots
from brickyard.values import Plan, Recipe, TestModule, listed


async def seen_before(
    recipe: Recipe, found: Replanned, tests: Tests, code: Files, context: BuildContext
) -> None:
    """Says of which requirements all new cases pass on the old code, though that had to change:
    nothing shows what the edit brought."""
    before = _before(found.plan, context)
    changed = [id for id in found.redrawn if _differs(id, recipe, found.plan, before, code)]
    owners = roots(recipe)
    own = {id: _of(id, tests.modules, owners) for id in changed}
    modules = [module for each in own.values() for module in each]
    if not modules:
        return
    seconds = context.settings.test_seconds
    run = await run_apart(context.sandbox, before, modules, seconds=seconds)
    unseen = [id for id, each in own.items() if each and _all_pass(each, run.passing)]
    if unseen and not run.problem:
        context.tell(
            Warned(
                stage="tests",
                message=f"All new cases of {listed(unseen)} pass on the code as it was, too: none "
                "shows what changed. Next: write an example of the difference into the sentence.",
            )
        )


def _before(plan: Plan, context: BuildContext) -> Files:
    """The accepted code; bricks that are new do nothing yet."""
    accepted = {name: one.source for name, one in context.lock.code.items()} | {**context.amending}
    return packaged(plan, {one.name: accepted.get(one.name, one.interface) for one in plan.bricks})


def _differs(id: str, recipe: Recipe, plan: Plan, before: Files, code: Files) -> bool:
    paths = (module_path(plan, brick) for brick in serving(plan, recipe, id))
    return any(before.get(path) != code.get(path) for path in paths)


def _of(id: str, modules: Sequence[TestModule], owners: dict[str, str]) -> list[TestModule]:
    return [one for one in modules if {owners[part] for part in one.tests.values()} == {id}]


def _all_pass(modules: Sequence[TestModule], passing: Collection[str]) -> bool:
    return all(test in passing for module in modules for test in module.tests)
