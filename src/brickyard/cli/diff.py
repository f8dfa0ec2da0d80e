"""`brickyard diff`: what changed in a recipe since the lock, requirement by requirement."""

import difflib
from collections.abc import Iterator
from pathlib import Path

import click

from brickyard.cli.options import json_option, recipes_argument
from brickyard.errors import BadInput
from brickyard.flow.check import check
from brickyard.flow.many import recipes_in
from brickyard.flow.standing import standing
from brickyard.recipe import load_all, seat
from brickyard.recipe.changes import REQUIREMENT, Change, Changes, changes_since
from brickyard.recipe.lock import read_lock
from brickyard.reports.output import say, show_json


@click.command()
@recipes_argument
@json_option
def diff(recipes: tuple[Path, ...], as_json: bool) -> None:
    """Say what changed in RECIPE since it was built last, by requirement; no model is needed.

    Order, places and line breaks are no change. What a build would ask because of it:
    `brickyard build RECIPE --dry-run`.
    """
    folders = [one for folder in recipes for one in recipes_in(folder)]
    found = {folder: changed(folder) for folder in folders}
    if as_json:
        documents = [one.model_dump(mode="json") for one in found.values()]
        several = [
            {"recipe": str(folder)} | one for folder, one in zip(found, documents, strict=True)
        ]
        show_json({"recipes": several} if len(found) > 1 else documents[0])
        return
    for folder, changes in found.items():
        start = f"{folder}: " if len(found) > 1 else ""
        for line in _lines(changes):
            say(f"{start}{line}")


def changed(recipe: Path) -> Changes:
    """What the recipe in this folder says now, and what it stands on, against its lock."""
    found, _ = check(load_all([recipe]))
    locked = read_lock(seat(recipe)).plan
    if locked is None:
        raise BadInput(
            f"{recipe} has no plan in brickyard.lock: nothing was built that it could differ from.",
            hint=f"`brickyard build {recipe}` writes the lock when all is met.",
        )
    return changes_since(locked, standing(found, recipe).recipe)


def _lines(changes: Changes) -> Iterator[str]:
    if not changes.any:
        yield "Nothing: the recipe says what was built."
        return
    for old, new in changes.renamed.items():
        yield f"{old} is now called {new}"
    for id in changes.relevelled:
        yield f"{id} has another level"
    states = dict.fromkeys(changes.edited, "edited")
    states |= dict.fromkeys(changes.added, "added") | dict.fromkeys(changes.removed, "removed")
    for one in changes.told:
        id = one.what.removeprefix(REQUIREMENT)
        yield f"{id} {states.get(id, 'edited')}"
        yield from _words(one)


def _words(one: Change) -> Iterator[str]:
    """The lines that differ; all of them are new if the lock does not keep the words."""
    before, after = one.before.splitlines(), one.after.splitlines()
    for line in difflib.ndiff(before, after):
        if line[:2] in ("- ", "+ ") and line[2:].strip():
            yield f"  {line}"
