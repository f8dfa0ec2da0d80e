"""comply: the matrix, computed from execution on a pristine copy, twice, in another order."""

from brickyard.evidence.covered import covered
from brickyard.evidence.matrix import matrix
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.red import roots
from brickyard.gates.static import check_static
from brickyard.stages.tests import Tests
from brickyard.stages.whole import Whole
from brickyard.stages.yard import Yard
from brickyard.values import Finding, Matrix, Plan, Recipe, Verdict

ORDERS = (1, 2)


async def comply(recipe: Recipe, plan: Plan, tests: Tests, whole: Whole, yard: Yard) -> Matrix:
    yard.tell("stage.started", "comply")
    runs = [
        await prove_tests(
            yard.sandbox,
            whole.code,
            plan,
            tests.modules,
            seconds=yard.settings.test_seconds,
            seed=seed,
            cover=seed == ORDERS[0],
            thorough=True,
        )
        for seed in ORDERS
    ]
    ids = [item.id for item in recipe.requirements]
    lines = covered(runs[0], tests.modules, ids, roots(recipe))
    static = {id: _broken(tests, id, whole, plan) for id in tests.rules}
    result = _reasoned(matrix(recipe, tests.modules, tests.red, runs, lines, static), tests)
    unmet = sum(row.verdict is Verdict.NOT_MET for row in result.rows)
    yard.tell("stage.ended", "comply", detail=f"{len(result.rows) - unmet} met, {unmet} not met")
    return result


def _reasoned(result: Matrix, tests: Tests) -> Matrix:
    """Where no test was accepted, say why."""
    rows = tuple(
        row.model_copy(update={"reason": f"{row.reason} {tests.refused[row.requirement]}"})
        if row.requirement in tests.refused and not row.tests
        else row
        for row in result.rows
    )
    return Matrix(rows=rows)


def _broken(tests: Tests, id: str, whole: Whole, plan: Plan) -> tuple[Finding, ...]:
    return tuple(
        finding for rule in tests.rules[id] for finding in check_static(rule, whole.code, plan)
    )
