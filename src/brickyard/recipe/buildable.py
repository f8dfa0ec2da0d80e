"""What this version cannot build or prove yet: said by `check`, before anything is spent."""

from brickyard.recipe.parsing import COMPONENTS, Parsed
from brickyard.values import Finding, Kind, Level, Severity

PROVABLE = (Kind.BEHAVIOUR, Kind.PROPERTY, Kind.STATIC, Kind.ATTESTED)
"""The kinds that have a proof; a MUST of another kind would fail at the end of a paid build."""


def limits(parsed: Parsed) -> tuple[Finding, ...]:
    """Errors for what a build would refuse, warnings for what it would leave unproven."""
    return (*_without_proof(parsed), *_standing_on_others(parsed))


def _without_proof(parsed: Parsed) -> tuple[Finding, ...]:
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
        for item in parsed.requirements
        if item.kind not in PROVABLE
    )


def _standing_on_others(parsed: Parsed) -> tuple[Finding, ...]:
    if parsed.manifest is None or not parsed.manifest.dependencies:
        return ()
    return (
        Finding(
            rule="dependencies-unbuilt",
            severity=Severity.ERROR,
            message="This version of Brickyard builds single recipes; this one depends on "
            + ", ".join(parsed.manifest.dependencies)
            + ".",
            file=parsed.path(COMPONENTS),
            suggestion="Build those first and name what they give under `packages`.",
        ),
    )
