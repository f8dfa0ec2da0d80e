"""The whole flow, on one screen: plan → tests → code → gates → comply → package.

The check comes before: it is what makes a `Recipe` out of a folder (`stages.check`).
"""

from brickyard import stages
from brickyard.errors import Waiting
from brickyard.files import Files
from brickyard.recipe.lock import Lock
from brickyard.values import Matrix, Plan, Recipe, Value

PROOF = "quick"
"""Without hold-outs, mutation and review, which come later: what BUILD.json says was paid for."""


class Built(Value):
    """What a build came to; `package` only when every MUST is met and every gate passed."""

    recipe: Recipe
    plan: Plan
    tests: stages.Tests
    whole: stages.Whole
    matrix: Matrix
    package: stages.Package | None = None
    lock: Lock | None = None

    @property
    def project(self) -> Files:
        """Code and tests as they stand, accepted or not."""
        return self.whole.code | {module.path: module.source for module in self.tests.modules}


async def build(recipe: Recipe, yard: stages.Yard, *, given: Plan | None = None) -> Built:
    """From a recipe to a proven package, or to what is missing and why."""
    plan = await stages.plan(recipe, yard, given=given)
    tests = await stages.tests(recipe, plan, yard)
    laid = await stages.code(recipe, plan, tests, yard)
    if yard.waiting:
        raise Waiting(tuple(yard.waiting))
    whole = await stages.join(recipe, plan, tests, laid, yard)
    matrix = await stages.comply(recipe, plan, tests, whole, yard)
    built = Built(recipe=recipe, plan=plan, tests=tests, whole=whole, matrix=matrix)
    if not (matrix.met and whole.passed):
        return built
    lock = stages.accept(recipe, plan, tests, laid, whole)
    yard.tell("package.started", "package")
    package = await stages.package(
        recipe,
        plan,
        whole.code,
        Files({module.path: module.source for module in tests.modules}),
        matrix,
        yard.sandbox,
        proof=PROOF,
        extra={"lock": lock.digest},
    )
    yard.tell("package.ended", "package", files=len(package.files))
    return built.model_copy(update={"package": package, "lock": lock})
