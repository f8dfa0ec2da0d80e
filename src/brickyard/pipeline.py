"""The whole flow, on one screen: check → plan → tests → code → gates → comply → package."""

from brickyard import stages
from brickyard.errors import Waiting
from brickyard.recipe.lock import Lock
from brickyard.stages.yard import Yard
from brickyard.values import Finding, Matrix, Plan, Recipe, Value


class Built(Value):
    """What a build came to. `package` is there only when every MUST is met and every gate passed."""

    recipe: Recipe
    plan: Plan
    tests: stages.Tests
    whole: stages.Whole
    matrix: Matrix
    findings: tuple[Finding, ...] = ()
    package: stages.Package | None = None
    lock: Lock | None = None


async def build(recipe: Recipe, yard: Yard, *, given: Plan | None = None) -> Built:
    """From a recipe to a proven package, or to what is missing and why."""
    findings = stages.check(recipe)
    plan = await stages.plan(recipe, yard, given=given)
    tests = await stages.tests(recipe, plan, yard)
    laid = await stages.code(recipe, plan, tests, yard)
    if yard.waiting:
        raise Waiting(tuple(yard.waiting))
    whole = await stages.join(recipe, plan, tests, laid, yard)
    matrix = await stages.comply(recipe, plan, tests, whole, yard)
    built = Built(
        recipe=recipe, plan=plan, tests=tests, whole=whole, matrix=matrix, findings=findings
    )
    if not (matrix.met and whole.passed):
        return built
    lock = stages.accept(recipe, plan, tests, laid, whole)
    package = await stages.package(recipe, plan, whole.code, tests, matrix, yard, lock=lock)
    return built.model_copy(update={"package": package, "lock": lock})
