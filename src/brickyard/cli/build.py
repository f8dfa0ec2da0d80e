"""`brickyard build`: from a recipe to a proven package."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import click

from brickyard.cli.analyze import foretell, written_plan
from brickyard.cli.many import foretell_many, is_many, run_many
from brickyard.cli.options import (
    decompose_option,
    events_option,
    force_option,
    home_option,
    json_option,
    model_options,
    proof_option,
    recipes_argument,
    settings_for,
    use_plan_option,
    verbose_option,
)
from brickyard.cli.progress import Progress
from brickyard.cli.report import show_report
from brickyard.cli.weights import offer_weights
from brickyard.errors import BrickyardError, Waiting
from brickyard.events import Event
from brickyard.flow.results import Result, Tally
from brickyard.record.kept import kept
from brickyard.record.messages import run_folder
from brickyard.reports.output import program, say, show_error, show_json, show_not_done
from brickyard.settings import Settings


@click.command()
@recipes_argument
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="Where to put it [RECIPE/build]."
)
@decompose_option
@model_options
@proof_option
@use_plan_option
@click.option(
    "--again", multiple=True, metavar="ID", help="Ask anew what is about this requirement."
)
@click.option("--refresh-plan", is_flag=True, help="Plan anew, whatever was accepted.")
@click.option("--refresh-tests", is_flag=True, help="Have all tests written anew.")
@click.option("--refresh-code", is_flag=True, help="Have all code written anew.")
@click.option("--dry-run", is_flag=True, help="Say what would be asked and cost, and stop there.")
@click.option("--escalate", metavar="MODEL", help="A stronger model, for repairs that fail.")
@click.option("--unlocked", is_flag=True, help="Build as if brickyard.lock were not there.")
@force_option
@click.option(
    "--allow",
    multiple=True,
    metavar="NAME",
    help="Let the code do what a gate would refuse, such as security-network.",
)
@verbose_option
@home_option
@json_option
@events_option
def build(
    recipes: tuple[Path, ...],
    out: Path | None,
    model: str,
    use_plan: Path | None,
    again: tuple[str, ...],
    refresh_plan: bool,
    refresh_tests: bool,
    refresh_code: bool,
    dry_run: bool,
    escalate: str | None,
    unlocked: bool,
    force: bool,
    allow: tuple[str, ...],
    verbose: bool,
    home: Path | None,
    as_json: bool,
    as_events: bool,
    **given: Any,
) -> int:
    """Build RECIPE into a tested, packaged project, with evidence for every requirement.

    Stop it at any moment and run it again: answers that arrived are never asked for twice. Of
    several recipes, or a folder of recipes, each is built after those that it depends on.
    """

    def settings_of(folder: Path) -> Settings:
        return settings_for(folder, **given).asking(model).escalating(escalate or "")

    flags = {"plan": refresh_plan, "tests": refresh_tests, "code": refresh_code}
    parts = tuple(name for name, is_wanted in flags.items() if is_wanted)
    chosen: dict[str, Any] = {
        "plan": written_plan(recipes[0], use_plan),
        "unlocked": unlocked,
        "refresh": parts,
    }
    wanted: dict[str, Any] = {
        **chosen,
        "out": out,
        "force": force,
        "allow": allow,
        "again": tuple(id for ids in again for id in ids.split(",") if id),
    }
    if is_many(recipes):
        how = foretell_many if dry_run else run_many
        if as_events:
            raise click.UsageError("--json-events is for one recipe that depends on no other.")
        return how(recipes, wanted, settings_of, as_json=as_json, model=model, home=home)
    (recipe,) = recipes
    settings = settings_of(recipe)
    if dry_run:
        models = (model,) if model else ()
        about: dict[str, Any] = {"models": models, "home": home, "settings": settings}
        return foretell(recipe, **about, **chosen, as_json=as_json, each=True)
    if not as_json and not as_events:
        offer_weights(model, settings)
    return run(
        recipe,
        as_json=as_json,
        as_events=as_events,
        verbose=verbose,
        model=model,
        home=home,
        settings=settings,
        **wanted,
    )


def run(
    recipe: Path,
    *,
    as_json: bool,
    as_events: bool = False,
    verbose: bool = False,
    start: Callable[..., Coroutine[Any, Any, Result]] | None = None,
    agreeing: Callable[[Progress], object] | None = None,
    show: Callable[[Result], None] = show_report,
    **arguments: Any,
) -> int:
    """Run a build with its progress shown; the exit code. The last event is the result.

    `start` is another door than a recipe; `agreeing` makes what asks a person about the plan.
    """
    from brickyard.cli.agree import permitting
    from brickyard.flow.session import build as build_recipe

    if as_json and as_events:
        raise click.UsageError("Give --json or --json-events, not both.")
    progress, tally = Progress(as_events=as_events), Tally()

    def tell(event: Event) -> None:
        tally(event)
        progress(event)

    try:
        with progress:
            arguments |= {"listener": tell, "watch": progress.watch if verbose else None}
            arguments |= {"permit": None if as_json or as_events else permitting(progress)}
            if agreeing:
                arguments["agree"] = agreeing(progress)
            work = start(**arguments) if start else build_recipe(recipe, **arguments)
            result = asyncio.run(work)
    except BrickyardError as error:
        if progress.run and not as_events:
            if not progress.live:
                say(f"So far: {progress.summary()}.", err=True)
            show_not_done(() if isinstance(error, Waiting) else tally.not_done)
        if not as_json and not as_events:
            raise
        show_error(error)
        ended = tally.ended(progress.run, progress.recipe, error)
        show_result(ended, error.exit_code, as_events)
        return error.exit_code
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    if as_json or as_events:
        show_result(result, result.exit_code, as_events)
    else:
        show(result)
        show_kept(progress)
    return result.exit_code


def show_kept(progress: Progress) -> None:
    """How to undo what the run wrote over."""
    if kept(run_folder(Path(progress.home), progress.run)):
        say(f"What was written over is kept: {program()} runs restore {progress.run}")


def show_result(result: Result, code: int, as_line: bool) -> None:
    document = {**result.model_dump(mode="json"), "exit_code": code}
    if as_line:
        click.echo(json.dumps(document, ensure_ascii=False))
    else:
        show_json(document)
