"""The cases of a proof as pytest files, for those who want them in their own repository."""

import re
from collections.abc import Sequence
from pathlib import Path

from brickyard.cases import Names, differing, file_of, render, support_files
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.values import Recipe, WrittenCase


def as_pytest(cases: Sequence[WrittenCase], recipe: Recipe, names: Names) -> Files:
    """One file a requirement, and what they lean on beside them."""
    groups: dict[str, list[WrittenCase]] = {}
    for case in cases:
        groups.setdefault(recipe.requirement(case.requirement).id, []).append(case)
    rendered: dict[str, str] = {}
    for id, group in groups.items():
        file = file_of(group, names)
        title = f"Acceptance tests: {id}."
        name = re.sub(r"[^a-z0-9]+", "_", id.lower()).strip("_")
        same_at = differing(file, names)
        rendered[f"test_{name}.py"] = render(file, names, title, same_at=same_at)
    return Files(rendered | support_files(names, rendered.values()))


def write_tests(files: Files, folder: Path) -> None:
    """No existing file is changed: one that is there already refuses all of them."""
    there = [path for path in files if (folder / path).exists()]
    if there:
        raise BadInput(
            f"{folder / there[0]} is there already, and `prove` changes no file.",
            hint="Give --write-tests a folder that does not have it.",
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.write(folder)
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be written: {error.strerror}.", hint="Give another folder."
        ) from error
