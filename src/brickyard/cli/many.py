"""`brickyard build` of many recipes: a line for what happens in each, then how each ended."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from brickyard.cli.analyze import show_foretold
from brickyard.cli.progress import Progress
from brickyard.cli.report import show_report
from brickyard.errors import BadInput, Waiting
from brickyard.events import BrickMoved, Event, RunStarted
from brickyard.flow.estimates import analyze
from brickyard.flow.many import Ended, Ordered, build_many, exit_code, order, recipes_in
from brickyard.flow.results import Result, Tally
from brickyard.recipe import load
from brickyard.reports.output import program, say, show_error, show_json, shown, typed
from brickyard.settings import Settings
from brickyard.values import counted, listed


class OneOfMany(Progress):
    """Its lines say whose they are; bricks are too many to be told one by one."""

    def __init__(self, name: str) -> None:
        super().__init__(as_lines=True)
        self.name, self.tally = name, Tally()

    def __call__(self, event: Event) -> None:
        self.tally(event)
        super().__call__(event)

    def _line(self, event: Event) -> str:
        if isinstance(event, BrickMoved):
            return ""
        line = super()._line(event)
        return line.partition("\n")[0] if isinstance(event, RunStarted) else line

    def _print(self, text: str) -> None:
        super()._print(f"{self.name}: {text.strip()}")


SettingsOf = Callable[[Path], Settings]


def is_many(folders: Sequence[Path]) -> bool:
    """More than one recipe is to be built, be it because one stands on another."""
    found = [one for folder in folders for one in recipes_in(folder)]
    if len(found) != 1:
        return True
    manifest = load(found[0]).manifest
    return manifest is not None and bool(manifest.dependencies)


def run_many(
    folders: Sequence[Path],
    wanted: Mapping[str, Any],
    settings_of: SettingsOf,
    *,
    as_json: bool,
    **common: Any,
) -> int:
    """Build them with their progress shown; the exit code is that of the worst.

    What is `wanted` is for the recipes that are named; what lies below is built as it is.
    """
    from brickyard.flow.session import build as build_recipe

    recipes = _ordered(folders, wanted)
    heard: dict[str, OneOfMany] = {}

    async def build(one: Ordered) -> Result:
        progress = heard[one.name] = OneOfMany(one.name)
        own = {**wanted} if one.is_named else {}
        own |= {"settings": settings_of(one.folder), "listener": progress}
        return await build_recipe(one.folder, **common, **own)

    say(f"{counted(len(recipes), 'recipe')}: {', '.join(one.name for one in recipes)}", err=True)
    try:
        ended = asyncio.run(build_many(recipes, build))
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    code = exit_code(ended)
    if as_json:
        documents = [_document(one, heard.get(one.recipe.name)) for one in ended]
        show_json({"recipes": documents, "exit_code": code})
    else:
        _show(ended, recipes)
    return code


def foretell_many(
    folders: Sequence[Path],
    wanted: Mapping[str, Any],
    settings_of: SettingsOf,
    *,
    as_json: bool,
    model: str,
    home: Path | None,
) -> int:
    """What each would ask; of one that stands on what is not built yet, nothing is known."""
    chosen = ("plan", "unlocked", "refresh")
    documents: list[dict[str, Any]] = []
    for one in _ordered(folders, wanted):
        own = {name: wanted[name] for name in chosen} if one.is_named else {}
        own |= {"models": (model,) if model else (), "home": home}
        try:
            found = analyze(one.folder, settings=settings_of(one.folder), **own)
        except BadInput as error:
            documents.append({"recipe": one.name, "error": error.message, "hint": error.hint})
            if not as_json:
                say(f"{one.name}: {error.message}\n")
            continue
        documents.append({"recipe": one.name, **found.model_dump(mode="json")})
        if not as_json:
            show_foretold(found, f"plan {one.folder}", each=True)
            click.echo()
    if as_json:
        show_json({"recipes": documents})
    return 0


def _ordered(folders: Sequence[Path], wanted: Mapping[str, Any]) -> tuple[Ordered, ...]:
    recipes = order(folders)
    for name, option in (("out", "--out"), ("plan", "--use-plan"), ("again", "--again")):
        if wanted[name] and sum(one.is_named for one in recipes) > 1:
            raise click.UsageError(f"{option} is for one recipe.")
    return recipes


def _document(one: Ended, heard: OneOfMany | None) -> dict[str, Any]:
    """As `build --json` of one recipe; `missing`: what it stands on and is not there."""
    about = {"folder": str(one.recipe.folder), "missing": [*one.missing]}
    if one.missing or heard is None:
        said = {"run": "", "status": "not started", "recipe": one.recipe.name}
        return {**said, **about, "exit_code": one.exit_code}
    result = one.result
    if one.error is not None:
        result = heard.tally.ended(heard.run, one.recipe.name, one.error)
    assert result is not None
    return {**result.model_dump(mode="json"), **about, "exit_code": one.exit_code}


def _show(ended: Sequence[Ended], recipes: Sequence[Ordered]) -> None:
    """What did not come to its end in full, then a line for each."""
    for one in ended:
        if one.result is not None and not one.done:
            click.echo(f"\n{one.recipe.name}")
            show_report(one.result)
        if one.error is not None:
            click.echo(f"\n{one.recipe.name}", err=True)
            show_error(one.error)
    click.echo()
    width = max(len(one.recipe.name) for one in ended)
    for one in ended:
        click.echo(f"{one.recipe.name:<{width}}  {_ending(one)}")
    left = [typed(one.folder) for one in recipes if one.is_named]
    if any(not one.done for one in ended):
        say(f"Next: mend what is named, then {program()} build {' '.join(left)}")
        say("What is done is not built again, and no answer is asked for twice.")


def _ending(one: Ended) -> str:
    if one.missing:
        return f"not started: it stands on {listed(one.missing)}"
    if one.error is not None:
        return "waiting" if isinstance(one.error, Waiting) else one.error.message.partition("\n")[0]
    result = one.result
    if result is None:
        return "not started"
    if not one.done:
        return f"{result.status}: {result.matrix.summary}"
    return f"{result.status}: {result.matrix.summary}; {shown(Path(result.out))}"
