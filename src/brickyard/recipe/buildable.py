"""What this version cannot build or prove yet: said by `check`, before anything is spent."""

import re
from collections.abc import Iterator

from brickyard.recipe.measures import Thresholds, said, thresholds
from brickyard.recipe.parsing import COMPONENTS, Parsed
from brickyard.values import Finding, Kind, Level, Requirement, Severity

PROVABLE = tuple(Kind)
"""The kinds that have a proof; a MUST of another kind would fail at the end of a paid build."""

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
    return (*_without_proof(parsed), *_standing_on_others(parsed))


def _without_proof(parsed: Parsed) -> Iterator[Finding]:
    for item in parsed.requirements:
        if wrong := _not_provable(item):
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


def _not_provable(item: Requirement) -> tuple[str, str] | None:
    text = said(item)
    if item.kind is Kind.PERFORMANCE and thresholds(text) == Thresholds():
        return (
            "names no time and no rate that could be measured",
            "Say how much may take how long, with a unit: `… of 10,000 lines takes at most 2 s`, "
            "or `… reads at least 5,000 lines a second`.",
        )
    if item.kind is Kind.EXTERNAL and not (_HTTP.search(text) or _METHOD.search(text)):
        return (
            "names no service that is spoken to over HTTP, and no other can be stood in for",
            "Say what is sent where: `… gets /items from the API at its URL and returns …`.",
        )
    return None


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
