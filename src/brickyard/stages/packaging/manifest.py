"""BUILD.json: what was built, from what, and what was proven; same inputs, same bytes."""

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from brickyard.files import Files
from brickyard.values import Matrix, Recipe

FORMAT = 1
NAME = "BUILD.json"


def manifest(
    recipe: Recipe,
    matrix: Matrix,
    files: Files,
    wheels: Mapping[str, bytes],
    *,
    proof: str,
    environment: str,
    extra: Mapping[str, Any],
) -> str:
    content: dict[str, Any] = {
        "format": FORMAT,
        "name": recipe.name,
        "version": recipe.version,
        "brickyard": version("brickyard"),
        "proof": proof,
        "toolchain": environment,
        "matrix": matrix.model_dump(mode="json")["rows"],
        "tests": sorted({test for row in matrix.rows for test in row.tests}),
        "files": digests(files, wheels),
        "extra": dict(extra),
    }
    return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def digests(files: Files, wheels: Mapping[str, bytes]) -> dict[str, str]:
    """Relative path → sha256, of every file as it will lie on disk."""
    return {path: digest(content) for path, content in contents(files, wheels).items()}


def contents(files: Files, wheels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Relative path → bytes: the texts, and wheel and sdist below `dist/`."""
    texts = {path: text.encode() for path, text in files.items()}
    return texts | {f"dist/{name}": content for name, content in sorted(wheels.items())}


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
