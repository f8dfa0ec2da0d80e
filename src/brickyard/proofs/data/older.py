"""Locks of format 1, in which cases were JSON, as locks in which they are in the notation."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from brickyard.cases import offered_by, read, singles
from brickyard.proofs.data.converted import Unsaid, as_python
from brickyard.proofs.data.targets import Unknown
from brickyard.record.keys import digest
from brickyard.values import Case, Plan

FORMAT = 2
"""The first format in which cases are text."""

_CASES = TypeAdapter(tuple[Case, ...])


def converted_lock(data: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of a lock in the format with text; what is in it already stays as it is.

    Tests that cannot be said in the notation are left out, all of their entry together: then they
    are asked for anew, and none goes missing unseen. Code that was accepted for cases stays
    accepted for the same cases as text.
    """
    if data.get("format", 1) >= FORMAT:
        return dict(data)
    found = {name: _converted(locked, data) for name, locked in data.get("tests", {}).items()}
    tests = {name: locked for name, locked in found.items() if locked is not None}
    code = {
        brick: _accepted(locked, data.get("tests", {}), tests, f"brick/{brick}")
        for brick, locked in data.get("code", {}).items()
    }
    return {**data, "format": FORMAT, "tests": tests, "code": code}


def _accepted(
    locked: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any], name: str
) -> dict[str, Any]:
    """Code with the digest of the text where it had the digest of the JSON."""
    if name in before and name not in after:
        return dict(locked)
    inputs, old = locked["inputs"], _CASES.validate_python(before.get(name, {}).get("cases", ()))
    if inputs.get("cases") != digest([case.model_dump(mode="json") for case in old]):
        return dict(locked)
    texts = ["\n".join(case["text"]) for case in after.get(name, {}).get("cases", ())]
    return {**locked, "inputs": {**inputs, "cases": digest(texts)}}


def _converted(locked: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any] | None:
    if not locked.get("cases"):
        return dict(locked)
    cases = _written(locked["cases"], data)
    return {**locked, "cases": cases} if cases else None


def _written(cases: Sequence[Any], data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Nothing where not all of them can be read in the notation."""
    try:
        plan = Plan.model_validate(data["plan"]["plan"])
        old = _CASES.validate_python(cases)
        text = as_python(old, plan)
    except (Unsaid, Unknown, ValidationError, LookupError, TypeError):
        return []
    found = read(text, offered_by(plan))
    if found.problems or len(found.cases) != len(old):
        return []
    return [case.model_dump(mode="json") for case in singles(found)]
