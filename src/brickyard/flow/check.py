"""check: is this a recipe that can be built and proven? Deterministic, before anything is spent."""

from collections.abc import Sequence

from brickyard import recipe as recipes
from brickyard.errors import BadInput
from brickyard.recipe import Parsed
from brickyard.recipe.provable import limits
from brickyard.values import Finding, Recipe


def check(parsed: Sequence[Parsed]) -> tuple[Recipe, tuple[Finding, ...]]:
    """The first of these recipes and what does not block it; BadInput with all that does."""
    first = parsed[0]
    findings = (*recipes.check(parsed), *limits(first))
    recipe = first.recipe
    if recipe is None or any(finding.blocks for finding in findings):
        raise _unbuildable(f"The recipe in {first.folder} cannot be built as it is.", findings)
    return recipe, findings


def sound(parsed: Sequence[Parsed]) -> Sequence[Parsed]:
    """All of these recipes; BadInput if any of them cannot be built."""
    found = (*recipes.check(parsed), *(one for each in parsed for one in limits(each)))
    if any(finding.blocks for finding in found):
        blocking = tuple(finding for finding in found if finding.blocks)
        raise _unbuildable("The recipes cannot be built as they are.", blocking)
    return parsed


def _unbuildable(message: str, findings: tuple[Finding, ...]) -> BadInput:
    return BadInput(
        message,
        hint="Mend what is marked error, then run again: nothing was spent.",
        findings=findings,
    )
