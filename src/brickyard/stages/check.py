"""check: is this a recipe that can be built and proven? Deterministic, before anything is spent."""

from collections.abc import Sequence

from brickyard import recipe as recipes
from brickyard.errors import BadInput
from brickyard.evidence.matrix import PROOFS
from brickyard.recipe import Parsed
from brickyard.values import Finding, Level, Recipe, Severity


def check(parsed: Sequence[Parsed]) -> tuple[Recipe, tuple[Finding, ...]]:
    """The first of these recipes and what does not block it; BadInput with all that does."""
    first = parsed[0]
    findings = recipes.check(parsed)
    recipe = first.recipe
    if recipe is not None:
        findings += (*_without_proof(first, recipe), *_standing_on_others(first, recipe))
    if recipe is None or any(finding.blocks for finding in findings):
        raise BadInput(
            f"The recipe in {first.folder} cannot be built as it is.",
            hint="Mend what is marked error, then run again: nothing was spent.",
            findings=findings,
        )
    return recipe, findings


def _without_proof(parsed: Parsed, recipe: Recipe) -> tuple[Finding, ...]:
    """A MUST that this version cannot prove would fail at the end: say so before it costs."""
    return tuple(
        Finding(
            rule="proof-kind",
            severity=Severity.ERROR if item.level is Level.MUST else Severity.WARNING,
            message=f"{item.id} asks for a proof of kind {item.kind.value}, "
            "which this version of Brickyard cannot give yet.",
            file=parsed.path("requirements.md"),
            line=item.line,
            suggestion=f"Say what can be seen from outside and write the kind, `{item.id} "
            f"({item.level.value}, behaviour): …`, or have a person attest it: "
            f"`{item.id} ({item.level.value}, attested by NAME YYYY-MM-DD): …`.",
            requirement=item.id,
        )
        for item in recipe.requirements
        if item.kind not in PROOFS
    )


def _standing_on_others(parsed: Parsed, recipe: Recipe) -> tuple[Finding, ...]:
    if not recipe.dependencies:
        return ()
    return (
        Finding(
            rule="dependencies-unbuilt",
            severity=Severity.ERROR,
            message="This version of Brickyard builds single recipes; this one depends on "
            + ", ".join(recipe.dependencies)
            + ".",
            file=parsed.path("components.json"),
            suggestion="Build those first and name what they give under `packages`.",
        ),
    )
