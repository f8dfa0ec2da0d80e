"""`brickyard plan`: only the bricks of a recipe, as files to read and edit."""

import asyncio
import os
from pathlib import Path
from typing import Any

import click

from brickyard.cli.build import show_kept
from brickyard.cli.options import (
    decompose_option,
    force_option,
    home_option,
    json_option,
    model_options,
    recipe_argument,
    settings_for,
)
from brickyard.cli.progress import Progress
from brickyard.cli.weights import offer_weights
from brickyard.decompose.recipes import PARTS
from brickyard.errors import BadInput
from brickyard.plans.documents import PLAN_FILE, outline
from brickyard.recipe import seat
from brickyard.reports.output import program, say, shown, typed


@click.command()
@recipe_argument
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="The plan's folder [RECIPE/plan]."
)
@force_option
@decompose_option
@model_options
@home_option
@json_option
def plan(
    recipe: Path,
    out: Path | None,
    force: bool,
    model: str,
    home: Path | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Plan the bricks of RECIPE: interfaces, what they serve, what they stand on.

    plan.json and two documents for each brick are written into a folder. Edit them, and build
    from them: `brickyard build RECIPE --use-plan FOLDER`.
    """
    settings = settings_for(recipe, **given).asking(model)
    options: dict[str, Any] = {"model": model, "home": home, "settings": settings}
    return run_plan(
        recipe, out=out or seat(recipe) / "plan", force=force, as_json=as_json, **options
    )


def run_plan(recipe: Path, *, out: Path, as_json: bool, **arguments: Any) -> int:
    """Plan with progress shown, and print the plan; the exit code."""
    from brickyard.flow.session import plan as plan_recipe

    _check(out)
    if not as_json:
        offer_weights(arguments["model"], arguments["settings"])
    try:
        with Progress() as progress:
            result = asyncio.run(plan_recipe(recipe, out=out, listener=progress, **arguments))
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    if as_json:
        click.echo((out / PLAN_FILE).read_text("utf-8"), nl=False)
    else:
        click.echo("\n".join(outline(result)))
        say(f"The plan is in {shown(out)}: {PLAN_FILE}, and for each brick a contract and a spec.")
        if result.decomposition:
            say(f"Its parts are recipes: {program()} check {typed(out / PARTS)}/*")
        show_kept(progress)
        say(f"Edit it, then: {program()} build {typed(recipe)} --use-plan {typed(out)}")
    return 0


def _check(out: Path) -> None:
    """What cannot be written is said before anything is asked."""
    nearest = next(each for each in (out, *out.absolute().parents) if each.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise BadInput(f"{out} cannot be written.", hint="Give --out a folder that can be.")
