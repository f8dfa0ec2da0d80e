"""What this version cannot build or prove yet: said by `check`, before anything is spent."""

from collections.abc import Iterator

from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.recipe.parsing import Parsed
from brickyard.values import Finding, Level, Severity


def limits(parsed: Parsed) -> tuple[Finding, ...]:
    """Errors for what a build would refuse, warnings for what it would leave unproven."""
    return tuple(_without_proof(parsed))


def _without_proof(parsed: Parsed) -> Iterator[Finding]:
    for item in parsed.requirements:
        if wrong := KINDS_OF_PROOF[item.kind].unprovable(item):
            message, suggestion = wrong
            yield Finding(
                rule="proof-kind",
                severity=Severity.ERROR if item.level is Level.MUST else Severity.WARNING,
                message=f"{item.id} asks for a proof of kind {item.kind.value}, but {message}.",
                file=parsed.place_of(item),
                line=item.line,
                suggestion=f"{suggestion} Or write another kind, `{item.id} ({item.level.value}, "
                f"behaviour): …`, or have a person attest it: `{item.id} ({item.level.value}, "
                "attested by NAME YYYY-MM-DD): …`.",
                requirement=item.id,
            )
