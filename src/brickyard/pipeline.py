"""The whole flow, on one screen: plan → tests, code, hold-outs → gates → challenge → comply →
package.

The check comes before: it is what makes a `Recipe` out of a folder (`stages.check`).
"""

from brickyard import stages
from brickyard.files import Files
from brickyard.recipe.lock import Lock
from brickyard.stages.packaging.proving import proving
from brickyard.values import Plan, Recipe, Value


class Built(Value):
    """What a build came to; `package` only when every MUST is met and every gate passed."""

    recipe: Recipe
    plan: Plan
    tests: stages.Tests
    whole: stages.Whole
    complied: stages.Complied
    package: stages.Package | None = None
    lock: Lock | None = None

    @property
    def met(self) -> bool:
        """A test that fails costs its requirement, in the matrix; a gate costs the build."""
        return self.complied.met and self.whole.gated

    @property
    def project(self) -> Files:
        """Code and tests as they stand, accepted or not."""
        tests = self.tests.project_files
        return stages.unpackaged(self.recipe, self.plan, self.whole.code, tests)


async def build(recipe: Recipe, yard: stages.Yard, *, given: Plan | None = None) -> Built:
    """From a recipe to a proven package, or to what is missing and why."""
    built = await prove(recipe, yard, given=given)
    return await pack(built, yard) if built.met else built


async def prove(recipe: Recipe, yard: stages.Yard, *, given: Plan | None = None) -> Built:
    """From a recipe to tests and code, and to what execution proved about them."""
    await stages.require_loopback(recipe, yard.sandbox)
    plan = await stages.plan(recipe, yard, given=given)
    recipe = await stages.agreed(recipe, plan, yard)
    yard.foresee(plan)
    holdouts = stages.HoldOuts(recipe, plan, yard)
    tests, draft, _ = await yard.together(
        stages.tests(recipe, plan, yard), stages.code(recipe, plan, yard), holdouts.prepare()
    )
    whole, tests = await stages.join(recipe, plan, tests, draft, yard)
    proved = await stages.challenge(recipe, plan, tests, whole, holdouts, yard)
    tests, whole = proved.tests, proved.whole
    complied = await stages.comply(recipe, plan, tests, whole.code, yard, held=proved.held)
    matrix = stages.advised(complied.matrix, tests.disputes, yard.settings)
    complied = complied.model_copy(update={"matrix": matrix})
    return Built(recipe=recipe, plan=plan, tests=tests, whole=whole, complied=complied)


async def pack(built: Built, yard: stages.Yard) -> Built:
    """The package of what was met, and the lock that it leaves."""
    recipe, plan, tests, whole = built.recipe, built.plan, built.tests, built.whole
    lock = stages.accept(recipe, plan, tests, whole, yard.lock)
    yard.tell("package.started", "package")
    package = await stages.package(
        recipe,
        plan,
        whole.code,
        tests.project_files,
        built.complied.matrix,
        yard.sandbox,
        proof=yard.settings.proof.value,
        cases=tests.acceptance_cases,
        extra={"lock": lock.digest},
        proving=proving(recipe, plan, tests, whole.code, yard.settings),
    )
    yard.tell("package.ended", "package", files=len(package.files))
    return built.model_copy(update={"package": package, "lock": lock})
