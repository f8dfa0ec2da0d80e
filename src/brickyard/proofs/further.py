"""Proofs on the finished project that no test gives: how fast it is, and what its files say."""

from brickyard.context import Tools
from brickyard.files import Files
from brickyard.packaging.package import project_files
from brickyard.proofs.artefact import HOLDS, hold_to_rules
from brickyard.proofs.performance import measured
from brickyard.proofs.tests import Tests
from brickyard.values import Matrix, Plan, Proven, Recipe


async def further(tests: Tests, code: Files, plan: Plan, context: Tools) -> dict[str, Proven]:
    """Requirement → its proof; that rules on files hold is assumed here, and held to later."""
    return await measured(tests.measurements, code, plan, context) | dict.fromkeys(
        tests.artefacts, HOLDS
    )


async def with_artefacts(
    assumed: Matrix, recipe: Recipe, plan: Plan, tests: Tests, code: Files, context: Tools
) -> Matrix:
    """The README tells of the matrix, so rules are checked on the project that it would make.

    Where all of them hold, what was assumed is so, and just that project is packaged.
    """
    if not tests.artefacts:
        return assumed
    project = await project_files(
        recipe,
        plan,
        code,
        tests.project_files,
        assumed,
        context.sandbox,
        proof=context.settings.proof.value,
        cases=tests.acceptance_cases,
    )
    return hold_to_rules(assumed, tests.artefacts, project)
