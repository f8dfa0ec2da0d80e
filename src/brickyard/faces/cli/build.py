"""`brickyard build`: from a recipe to a proven package."""

import asyncio
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from brickyard.errors import BadInput, BrickyardError
from brickyard.events import Event
from brickyard.faces.cli.options import (
    home_option,
    json_option,
    model_options,
    proof_option,
    recipe_argument,
    settings_for,
    verbose_option,
)
from brickyard.faces.cli.output import show_not_done
from brickyard.faces.cli.progress import Progress
from brickyard.faces.cli.weights import offer_weights
from brickyard.faces.report.text import as_text
from brickyard.results import Result, Tally
from brickyard.values import Plan


@click.command()
@recipe_argument
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="Where to put it [RECIPE/build]."
)
@model_options
@proof_option
@click.option("--use-plan", type=click.Path(path_type=Path), help="A plan as JSON, perhaps edited.")
@click.option("--unlocked", is_flag=True, help="Build as if brickyard.lock were not there.")
@click.option("--force", is_flag=True, help="Overwrite files in the output that a person edited.")
@verbose_option
@home_option
@json_option
def build(
    recipe: Path,
    out: Path | None,
    model: str,
    use_plan: Path | None,
    unlocked: bool,
    force: bool,
    verbose: bool,
    home: Path | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Build RECIPE into a tested, packaged project, with evidence for every requirement.

    Kill it at any moment and run it again: answers that arrived are never asked for twice.
    """
    settings = settings_for(recipe, **given).asking(model)
    if not as_json:
        offer_weights(model, settings)
    return run(
        recipe,
        as_json=as_json,
        verbose=verbose,
        out=out,
        model=model,
        home=home,
        settings=settings,
        plan=read_plan(use_plan) if use_plan else None,
        force=force,
        unlocked=unlocked,
    )


def run(recipe: Path, *, as_json: bool, verbose: bool = False, **arguments: Any) -> int:
    """Run a build with its progress shown; the exit code. As JSON the last line is the result."""
    from brickyard.workshop import build as build_recipe

    progress, tally = Progress(as_json=as_json), Tally()

    def tell(event: Event) -> None:
        tally(event)
        progress(event)

    try:
        with progress:
            watch = progress.watch if verbose else None
            result = asyncio.run(build_recipe(recipe, listener=tell, watch=watch, **arguments))
    except BrickyardError as error:
        if as_json:
            _show_result(tally.ended(progress.run, progress.recipe, error), error.exit_code)
        elif progress.run:
            click.echo(f"So far: {progress.summary()}.", err=True)
            show_not_done(tally.not_done)
        raise
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    if as_json:
        _show_result(result, result.exit_code)
    else:
        size, colour = shutil.get_terminal_size((100, 24)), sys.stdout.isatty()
        click.echo(as_text(result, width=max(80, size.columns), colour=colour))
    return result.exit_code


def _show_result(result: Result, code: int) -> None:
    click.echo(json.dumps({**result.model_dump(mode="json"), "exit_code": code}))


def read_plan(path: Path) -> Plan:
    try:
        return Plan.model_validate_json(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise BadInput(f"{path} does not exist.", hint="Make one with `brickyard plan`.") from error
    except ValueError as error:
        raise BadInput(
            f"{path} is not a plan: {str(error).splitlines()[0]}",
            hint="Make one with `brickyard plan`, then edit it.",
        ) from error
