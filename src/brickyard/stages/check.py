"""check: is this a recipe that can be proven? Deterministic, before anything is spent."""

from brickyard import recipe as recipes
from brickyard.errors import BadInput
from brickyard.evidence.matrix import PROVABLE
from brickyard.values import Finding, Level, Recipe, Severity


def check(recipe: Recipe) -> tuple[Finding, ...]:
    """Findings that do not block; raises BadInput with all of them when one does."""
    findings = (*recipes.check([recipe]), *_without_proof(recipe))
    if any(finding.blocks for finding in findings):
        raise BadInput(
            f"The recipe '{recipe.name}' cannot be built as it is.",
            hint="Mend what is marked error, then run again: nothing was spent.",
            findings=findings,
        )
    return findings


def _without_proof(recipe: Recipe) -> tuple[Finding, ...]:
    """A MUST that this version cannot prove would fail at the end: say so before it costs."""
    return tuple(
        Finding(
            rule="proof-kind",
            severity=Severity.ERROR if item.level is Level.MUST else Severity.WARNING,
            message=f"{item.id} asks for a proof of kind {item.kind.value}, "
            "which this version of Brickyard cannot give yet.",
            file="requirements.md",
            line=item.line,
            suggestion="Reword it as behaviour, or have a person attest it: "
            f"`{item.id} (MUST, attested by NAME YYYY-MM-DD): …`.",
            requirement=item.id,
        )
        for item in recipe.requirements
        if item.kind not in PROVABLE
    )
