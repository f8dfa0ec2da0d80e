"""A proof as SARIF 2.1.0, which code scanning shows in the diff of a pull request."""

import json
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from brickyard.record.keys import digest
from brickyard.reports.places import FileLine
from brickyard.reports.told import ProofReport, ReportedFinding, ReportedRule, Weight
from brickyard.values import Level

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ROOT = "%SRCROOT%"
_LONGEST = 1000
"""Characters of a description; GitHub takes 1024."""


def as_sarif(told: ProofReport) -> str:
    """Rules are requirements (and gates); results are what is not met, each with one place."""
    ids = [rule.id for rule in told.rules]
    driver = {
        "name": "Brickyard",
        "version": version("brickyard"),
        "rules": [*map(_rule, told.rules)],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"brickyard/{told.name}/"},
        "invocations": [{"executionSuccessful": True}],
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [*_results(told, ids)],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _rule(rule: ReportedRule) -> dict[str, Any]:
    level, first = rule.level.value if rule.level else "gate", rule.text.partition("\n")[0]
    weight = Weight.ERROR if rule.level in (Level.MUST, None) else Weight.NOTE
    return {
        "id": rule.id,
        "shortDescription": {"text": _cut(f"{rule.id} ({level}): {first}")},
        "fullDescription": {"text": _cut(rule.text)},
        "defaultConfiguration": {"level": weight.value},
        "help": {"text": f"It stands in {rule.place.file}, line {rule.place.line}.\n\n{rule.text}"},
        "properties": {"tags": [level]},
    }


def _results(told: ProofReport, ids: list[str]) -> Iterator[dict[str, Any]]:
    """Two results with one mark are told apart by their number, as they come."""
    seen = Counter[str]()
    rules = {rule.id: rule for rule in told.rules}
    for found in told.found:
        mark = digest([told.name, found.rule, found.mark])[:32]
        seen[mark] += 1
        yield {
            "ruleId": found.rule,
            "ruleIndex": ids.index(found.rule),
            "level": found.weight.value,
            "message": {"text": _message(found)},
            "properties": {"known": found.is_known},
            "locations": [_location(found.place)],
            "relatedLocations": [_related(rules[found.rule])],
            "partialFingerprints": {
                "finding/v1": mark,
                "primaryLocationLineHash": f"{mark}:{seen[mark]}",
            },
        }


def _message(found: ReportedFinding) -> str:
    """The place of the requirement is the link at its end."""
    parts = [f"{found.rule} {found.verdict}: {found.reason}"]
    parts += [f"It rests on: “{found.quote}”"] if found.quote else []
    parts += [found.why] if found.why else []
    parts += [found.case] if found.case else []
    said = "\n\n".join(parts).replace("](", "] (")  # that would be a link
    return f"{said}\n\nWhat is asked for: [requirement](1)."


def _location(place: FileLine) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.file), "uriBaseId": _ROOT},
            "region": {"startLine": place.line},
        }
    }


def _related(rule: ReportedRule) -> dict[str, Any]:
    return {"id": 1, **_location(rule.place), "message": {"text": _cut(rule.text)}}


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
