"""The whole flow, on one screen: plan → tests, code, hold-outs → gates → challenge → comply →
package.

The check comes before: it is what makes a `Recipe` out of a folder (`check.py`).
"""

from brickyard import flow
from brickyard.events import PackageEnded, PackageStarted
from brickyard.files import Files
from brickyard.flow.again.proving import proving
from brickyard.recipe.lock import Lock
from brickyard.values import Plan, Recipe, Value


class Built(Value):
    """What a build came to; `package` only when every MUST is met and every gate passed."""

    recipe: Recipe
    plan: Plan
    tests: flow.Tests
    whole: flow.Joined
    complied: flow.Complied
    package: flow.Package | None = None
    lock: Lock | None = None

    @property
    def met(self) -> bool:
        """A test that fails costs its requirement, in the matrix; a gate costs the build."""
        return self.complied.met and self.whole.gated

    @property
    def project(self) -> Files:
        """Code and tests as they stand, accepted or not."""
        tests = self.tests.project_files
        return flow.unpackaged(self.recipe, self.plan, self.whole.code, tests)


async def build(recipe: Recipe, context: flow.BuildContext, *, given: Plan | None = None) -> Built:
    """From a recipe to a proven package, or to what is missing and why."""
    built = await prove(recipe, context, given=given)
    return await pack(built, context) if built.met else built


async def prove(recipe: Recipe, context: flow.BuildContext, *, given: Plan | None = None) -> Built:
    """From a recipe to tests and code, and to what execution proved about them."""
    await flow.require_loopback(recipe, context.sandbox)
    flow.require_parts_stay(context.settings, context.lock)
    await flow.weigh(recipe, context)
    change = None if given else await flow.replan(recipe, context)
    plan = change.plan if change else await flow.plan(recipe, context, given=given)
    recipe = await flow.agreed(recipe, plan, context)
    context = flow.carry(recipe, change, context) if change else context
    await context.foresee(plan, context.lock)
    tests, draft, holdouts = await drafts(recipe, plan, context)
    if change:
        await flow.seen_before(recipe, change, tests, draft, context)
    whole, tests = await flow.join(recipe, plan, tests, draft, context)
    proved = await flow.challenge(recipe, plan, tests, whole, holdouts, context)
    tests, whole = proved.tests, proved.whole
    complied = await flow.comply(recipe, plan, tests, whole.code, context, held=proved.held)
    matrix = flow.advised(
        complied.matrix, tests.disputes, context.settings, context.edited, recipe.source
    )
    complied = complied.model_copy(update={"matrix": matrix})
    return Built(recipe=recipe, plan=plan, tests=tests, whole=whole, complied=complied)


async def drafts(
    recipe: Recipe, plan: Plan, context: flow.BuildContext
) -> tuple[flow.Tests, Files, flow.HoldOuts]:
    """Tests, code and hold-outs, asked for at the same time: nobody sees the others' work."""
    holdouts = flow.HoldOuts(recipe, plan, context)
    tests, code, _ = await context.together(
        flow.tests(recipe, plan, context), flow.code(recipe, plan, context), holdouts.prepare()
    )
    return tests, code, holdouts


async def pack(built: Built, context: flow.BuildContext) -> Built:
    """The package of what was met, and the lock that it leaves."""
    recipe, plan, tests, whole = built.recipe, built.plan, built.tests, built.whole
    lock = flow.accept(recipe, plan, tests, whole, context.lock)
    context.tell(PackageStarted(stage="package"))
    package = await flow.package(
        recipe,
        plan,
        whole.code,
        tests.project_files,
        built.complied.matrix,
        context.sandbox,
        proof=context.settings.proof.value,
        cases=tests.acceptance_cases,
        extra={"lock": lock.digest},
        proving=proving(recipe, plan, tests, whole.code, context.settings),
        below=context.below,
    )
    context.tell(PackageEnded(stage="package", files=len(package.files)))
    return built.model_copy(update={"package": package, "lock": lock})
