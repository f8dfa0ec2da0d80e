"""check: is this a recipe that can be built and proven? Deterministic, before anything is spent."""

from collections.abc import Sequence

from brickyard import recipe as recipes
from brickyard.errors import BadInput
from brickyard.proofs.provable import limits
from brickyard.recipe import Parsed
from brickyard.values import Finding, Recipe


def check(parsed: Sequence[Parsed]) -> tuple[Recipe, tuple[Finding, ...]]:
    """The first of these recipes and what does not block it; BadInput with all that does."""
    first = parsed[0]
    findings = (*recipes.check(parsed), *limits(first))
    recipe = first.recipe
    if recipe is None or any(finding.blocks for finding in findings):
        raise BadInput(
            f"The recipe in {first.folder} cannot be built as it is.",
            hint="Mend what is marked error, then run again: nothing was spent.",
            findings=findings,
        )
    return recipe, findings
