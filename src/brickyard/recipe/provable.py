"""What no proof of a kind can show: said by `check`, before anything is spent, on any system."""

import re
from collections.abc import Callable, Iterator

from brickyard.recipe.measures import Thresholds, said, thresholds
from brickyard.recipe.parsing import Parsed
from brickyard.values import Finding, Kind, Level, Requirement, Severity

_HTTP = re.compile(
    r"\bhttps?\b|\b(?:restful|graphql|openapi)\b|\bapis?\b|\bweb ?hooks?\b|\bendpoints?\b"
    r"|\burls?\b|\bweb ?(?:service|server|site)s?\b"
    r"|\b(?:slack|github|gitlab|stripe|openai|anthropic|twilio|paypal|jira|discord|telegram"
    r"|whatsapp|salesforce|trello|dropbox|elasticsearch)\b",
    re.IGNORECASE,
)
_METHOD = re.compile(r"\b(?:REST|GET|POST|PUT|PATCH|DELETE|HEAD)\b")


def limits(parsed: Parsed) -> tuple[Finding, ...]:
    """Errors for what a build would refuse, warnings for what it would leave unproven."""
    return tuple(_without_proof(parsed))


def _without_proof(parsed: Parsed) -> Iterator[Finding]:
    for item in parsed.requirements:
        if (look := _LACKS.get(item.kind)) and (wrong := look(item)):
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


def _no_limit(item: Requirement) -> tuple[str, str] | None:
    if thresholds(said(item)) != Thresholds():
        return None
    return (
        "names no time and no rate that could be measured",
        "Say how much may take how long, with a unit: `… of 10,000 lines takes at most 2 s`, "
        "or `… reads at least 5,000 lines a second`.",
    )


def _no_service(item: Requirement) -> tuple[str, str] | None:
    text = said(item)
    if _HTTP.search(text) or _METHOD.search(text):
        return None
    return (
        "names no service that is spoken to over HTTP, and no other can be stood in for",
        "Say what is sent where: `… gets /items from the API at its URL and returns …`.",
    )


_LACKS: dict[Kind, Callable[[Requirement], tuple[str, str] | None]] = {
    Kind.PERFORMANCE: _no_limit,
    Kind.EXTERNAL: _no_service,
}
"""As `asks for it, but …`, and what to write instead."""
