"""BUILD.json: what was built, from what, and what was proven; same inputs, same bytes."""

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from brickyard.errors import BadInput
from brickyard.files import Files, as_bytes, check_path
from brickyard.recipe.permissions import granted
from brickyard.values import Matrix, ProofLevel, Recipe, Row, Value

FORMAT = 3
NAME = "BUILD.json"


class BuildManifest(Value):
    """BUILD.json as it was read; `proving` holds what it takes to prove the project again."""

    format: int
    name: str
    version: str
    brickyard: str
    proof: ProofLevel
    toolchain: str
    matrix: tuple[Row, ...]
    tests: tuple[str, ...]
    files: dict[str, str]
    extra: dict[str, Any]
    proving: dict[str, Any]


def manifest(
    recipe: Recipe,
    matrix: Matrix,
    files: Files,
    wheels: Mapping[str, bytes],
    *,
    proof: str,
    environment: str,
    extra: Mapping[str, Any],
    proving: Mapping[str, Any],
) -> str:
    """Keys are sorted, but for those in `proving`: a case's dictionaries have an order."""
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
        "extra": {**extra, **_permissions(recipe)},
    }
    ordered = json.loads(json.dumps(content, sort_keys=True)) | {"proving": dict(proving)}
    return json.dumps(ordered, indent=2, ensure_ascii=False) + "\n"


def _permissions(recipe: Recipe) -> dict[str, Any]:
    """What a person let the code do, and by what; nothing where nobody had to."""
    given = [one.model_dump() for one in granted(recipe)]
    return {"permissions": given} if given else {}


def read_manifest(project: Path) -> BuildManifest:
    """The BUILD.json of a project; BadInput says why there is none that could be used."""
    path = project / NAME
    if not path.is_file():
        raise BadInput(
            f"{project} holds no {NAME}: it is not a project that Brickyard built.",
            hint="Give the folder that `brickyard build` wrote, or one with a recipe by which "
            "`brickyard prove` has proven code.",
        )
    try:
        raw = TypeAdapter(dict[str, Any]).validate_json(path.read_bytes())
        _check_format(path, raw.get("format"))
        found = BuildManifest.model_validate(raw)
        for each in found.files:
            check_path(each)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise broken(path, f"{where}: {first['msg']}" if where else first["msg"]) from error
    except ValueError as error:
        raise broken(path, str(error)) from error
    return found


def broken(path: Path, why: str) -> BadInput:
    hint = "Restore it from version control, or build the recipe again."
    return BadInput(f"{path} cannot be used: {why}", hint=hint)


def _check_format(path: Path, given: object) -> None:
    if not isinstance(given, int) or isinstance(given, bool):
        raise broken(path, "it does not say which format it has.")
    if given > FORMAT:
        raise BadInput(
            f"{path} has format {given}; this version of Brickyard reads {FORMAT}.",
            hint="It was built by a newer Brickyard: use that version, or a newer one.",
        )
    if given < FORMAT:
        raise BadInput(
            f"{path} has format {given}; this version of Brickyard reads {FORMAT}.",
            hint="It was built by an older Brickyard. Build the recipe again.",
        )


def digests(files: Files, wheels: Mapping[str, bytes]) -> dict[str, str]:
    """Relative path → sha256, of every file as it will lie on disk."""
    return {path: digest(content) for path, content in contents(files, wheels).items()}


def contents(files: Files, wheels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Relative path → bytes: the texts, and wheel and sdist below `dist/`."""
    texts = {path: as_bytes(text) for path, text in files.items()}
    return texts | {f"dist/{name}": content for name, content in sorted(wheels.items())}


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
