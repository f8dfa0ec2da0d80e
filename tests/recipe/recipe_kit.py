"""A small good recipe, and how tests write and change it."""

from pathlib import Path
from typing import Any

from brickyard.recipe import Parsed, check, parse
from brickyard.values import Requirement

GOOD: dict[str, str] = {
    "requirements.md": "# Greeter\n\n- R1 (MUST): `greet NAME` prints `Hello, NAME`.\n",
    "design.md": "# Design\n\n## Components\n\n- `greeter`: puts the name into a template.\n",
    "components.json": '{"name": "greeter", "version": "1.0", "type": "tool"}',
}


def write_recipe(folder: Path, changes: dict[str, Any] | None = None) -> Path:
    """The good recipe with `changes`: file → text or bytes, or False for no such file."""
    changes = changes or {}
    encoding = changes.get("encoding", "utf-8")
    for file, text in {**GOOD, **changes}.items():
        if file not in (*GOOD, "examples.py", "given/clock.py") or text is False:
            continue
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return folder


def parsed(requirements: str = "", **files: str) -> Parsed:
    """The good recipe with this `requirements.md` and, if given, `design` and `components`."""
    return parse(
        requirements or GOOD["requirements.md"],
        files.get("design", GOOD["design.md"]),
        files.get("components", GOOD["components.json"]),
    )


def read_requirements(text: str) -> tuple[Requirement, ...]:
    return parsed(text).requirements


def rules_tripped(recipe: Parsed) -> list[str]:
    return [finding.rule for finding in check([recipe])]
