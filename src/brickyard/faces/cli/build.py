"""`brickyard build`: from a recipe to a proven package."""

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from brickyard.errors import BadInput, BrickyardError
from brickyard.faces.cli.options import (
    home_option,
    json_option,
    model_options,
    recipe_argument,
    settings_for,
)
from brickyard.faces.cli.output import show_error
from brickyard.faces.cli.progress import Progress
from brickyard.faces.report.text import as_text
from brickyard.values import Plan


@click.command()
@recipe_argument
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="Where to put it [RECIPE/build]."
)
@model_options
@click.option("--use-plan", type=click.Path(path_type=Path), help="A plan as JSON, perhaps edited.")
@click.option("--unlocked", is_flag=True, help="Build as if brickyard.lock were not there.")
@click.option("--force", is_flag=True, help="Overwrite files in the output that a person edited.")
@home_option
@json_option
def build(
    recipe: Path,
    out: Path | None,
    model: str,
    use_plan: Path | None,
    unlocked: bool,
    force: bool,
    home: Path | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Build RECIPE into a tested, packaged project, with evidence for every requirement.

    Kill it at any moment and run it again: answers that arrived are never asked for twice.
    """
    return run(
        recipe,
        as_json=as_json,
        out=out,
        model=model,
        home=home,
        settings=settings_for(recipe, **given),
        plan=read_plan(use_plan) if use_plan else None,
        force=force,
        unlocked=unlocked,
    )


def run(recipe: Path, *, as_json: bool, **arguments: Any) -> int:
    """Run a build with its progress shown; the exit code."""
    from brickyard.workshop import build as build_recipe

    progress = Progress(as_json=as_json)
    try:
        with progress:
            result = asyncio.run(build_recipe(recipe, listener=progress, **arguments))
    except BrickyardError as error:
        if as_json:
            click.echo(json.dumps({"error": error.message, "hint": error.hint}))
            return error.exit_code
        _show_end(error, progress)
        return error.exit_code
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    click.echo(result.model_dump_json() if as_json else as_text(result))
    return result.exit_code


def _show_end(error: BrickyardError, progress: Progress) -> None:
    show_error(error)
    click.echo(f"So far: {progress.summary()}.", err=True)


def resume(home: Path, id: str) -> int:
    """Go on with the run of this id as it was ordered."""
    from brickyard.record import Record

    record = Record.open(home)
    try:
        found = record.runs.get(id)
    finally:
        record.close()
    options = json.loads(found.options)
    if options["model"] in ("scripted",):
        raise BadInput(
            f"Run {found.id} was started from Python with a model of its own.",
            hint="Resume it from Python: call brickyard.build again.",
        )
    return run(
        Path(options["recipe"]),
        as_json=False,
        out=Path(options["out"]),
        model=options["model"],
        home=home,
        force=options["force"],
        unlocked=options["unlocked"],
    )


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
