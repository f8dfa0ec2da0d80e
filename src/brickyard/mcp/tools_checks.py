"""Tools that judge what is handed to them, with no model: a recipe, source, code against tests."""

import asyncio
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.mcp.beginnings import RecipeText
from brickyard.mcp.desks import Desk
from brickyard.mcp.folders import Folders
from brickyard.mcp.orders import load_inside, test_order
from brickyard.mcp.serving import ACTS, READS, Asked, desk_of
from brickyard.mcp.tools_start import Folder, Recipe
from brickyard.mcp.values import Checked, CheckedRecipe, FoundProblem, Listed, Status
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.values import Finding, Plan

MOST_SOURCE = 1_000_000
MOST_FILES = 200

Sources = Annotated[
    dict[str, Annotated[str, Field(max_length=MOST_SOURCE)]],
    Field(description="path → the complete text of the file", max_length=MOST_FILES),
]


async def check_recipe(
    ctx: Asked, recipe: Folder = "", recipe_text: Recipe = None
) -> CheckedRecipe:
    """Say what is wrong with a recipe, and how its requirements were read. No model, no cost."""
    folders = desk_of(ctx).folders
    if bool(recipe) == bool(recipe_text):
        raise BadInput("Give either `recipe`, a folder, or `recipe_text`.", hint="Not both.")
    path = folders.recipe(recipe) if recipe else None
    return await asyncio.to_thread(_checked, path, recipe_text, folders)


async def validate_python_syntax(
    source: Annotated[
        str, Field(description="the complete text of the file", max_length=MOST_SOURCE)
    ],
) -> Checked:
    """Say whether a Python file has syntax errors, and where. Runs nothing."""
    from brickyard.tools import syntax_tool

    said = await syntax_tool().call({"source": source})
    return Checked(ok=said == "No syntax errors.", said=said)


async def check_pattern_compliance(files: Sources) -> Checked:
    """Check Python files as they would be written: syntax, placeholders left in, code that
    looks at its judge or shuns it, security. Runs nothing of them."""
    return await asyncio.to_thread(_judged, _files(files))


async def run_fixed_tests(
    ctx: Asked,
    project: Annotated[
        str, Field(description="a folder that was built, or proven by a recipe in it")
    ],
    files: Annotated[
        Sources | None,
        Field(description="files to try in their place, below the project; nothing is written"),
    ] = None,
) -> Status:
    """Run the fixed tests on code, in the sandbox, with no model.

    Returns a run id at once: get_status, then get_result says which requirements still hold.
    """
    desk = desk_of(ctx)
    place = desk.folders.folder(project)
    if files:
        place = await asyncio.to_thread(_overlaid, desk, place, _files(files))
    return desk.looking.status(desk.background.start(test_order(place)))


def _checked(path: Path | None, text: RecipeText | None, folders: Folders) -> CheckedRecipe:
    from brickyard.recipe import check, parse
    from brickyard.recipe.parsing import FILES
    from brickyard.recipe.provable import limits

    if path is not None:
        parsed = load_inside(path, folders)
    else:
        assert text is not None
        texts = text.files
        parsed = (parse(*(texts[name] for name in FILES)),)
    found = (*check(parsed), *limits(parsed[0]))
    return CheckedRecipe(
        ok=not any(one.blocks for one in found),
        findings=tuple(map(_problem, found)),
        requirements=tuple(
            Listed(id=one.id, level=one.level, kind=one.kind, text=one.text)
            for one in parsed[0].requirements
        ),
    )


class _NothingRuns:
    """Gates that read text alone need no sandbox."""

    name = environment = "none"

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        raise AssertionError("a gate that reads text alone started something")


def _judged(files: Files) -> Checked:
    from brickyard.gates.run import OTHERS, run_gates

    placed = files if all(path.startswith("src/") for path in files) else files.under("src")
    packages = {path.split("/")[1].removesuffix(".py") for path in placed}
    plan = Plan(package=min(packages), bricks=())
    results = asyncio.run(run_gates(placed, plan, _NothingRuns(), only=("syntax", *OTHERS)))
    return Checked(
        ok=all(result.passed for result in results),
        findings=tuple(_problem(one) for result in results for one in result.findings),
        said=", ".join(f"{one.gate}: {'ok' if one.passed else 'not ok'}" for one in results),
    )


def _problem(found: Finding) -> FoundProblem:
    wanted = set(FoundProblem.model_fields)
    return FoundProblem.model_validate(found.model_dump(mode="json", include=wanted))


def _files(given: dict[str, str]) -> Files:
    if not given:
        raise BadInput("`files` is empty.", hint="Map a path to the file's text.")
    try:
        return Files(given)
    except ValueError as error:
        raise BadInput(str(error), hint="Paths are relative, below the project.") from error


def _overlaid(desk: Desk, project: Path, files: Files) -> Path:
    """A copy of the project with these files in place of its own, where only this client looks."""
    copy = desk.jobs.scratch(files.digest) / project.name
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(project, copy, ignore=_not_copied, symlinks=True)
    files.write(copy)
    return copy


def _not_copied(folder: str, names: Sequence[str]) -> Iterable[str]:
    """Links, and what no proof reads."""
    left_out = {".brickyard", ".git", ".venv", "node_modules", "__pycache__"}
    return {name for name in names if name in left_out or (Path(folder) / name).is_symlink()}


TOOLS = {
    "check_recipe": (check_recipe, READS),
    "validate_python_syntax": (validate_python_syntax, READS),
    "check_pattern_compliance": (check_pattern_compliance, READS),
    "test_generated_code": (run_fixed_tests, ACTS),
}
