"""`brickyard plan`: only the bricks of a recipe, to read and edit."""

import asyncio
from pathlib import Path
from typing import Any

import click

from brickyard.cli.options import (
    decompose_option,
    home_option,
    json_option,
    model_options,
    recipe_argument,
    settings_for,
)
from brickyard.cli.progress import Progress
from brickyard.cli.weights import offer_weights
from brickyard.decompose.recipes import PARTS, write_parts
from brickyard.errors import BadInput
from brickyard.files import write_atomically
from brickyard.reports.output import program, say
from brickyard.values import Plan


@click.command()
@recipe_argument
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="Write the plan there as JSON; into a folder, with its parts as recipes beside it.",
)
@decompose_option
@model_options
@home_option
@json_option
def plan(
    recipe: Path, out: Path | None, model: str, home: Path | None, as_json: bool, **given: Any
) -> int:
    """Plan the bricks of RECIPE: interfaces, what they serve, what they stand on.

    Edit the JSON and build with it: `brickyard build RECIPE --use-plan FILE`.
    """
    settings = settings_for(recipe, **given).asking(model)
    return run_plan(recipe, out=out, as_json=as_json, model=model, home=home, settings=settings)


def run_plan(recipe: Path, *, out: Path | None, as_json: bool, **arguments: Any) -> int:
    """Plan with progress shown, and print the plan; the exit code."""
    from brickyard.flow.session import plan as plan_recipe

    parts = out / PARTS if out and _is_folder(out) else None
    out = out / "plan.json" if out and parts else out
    if out and not parts and not out.absolute().parent.is_dir():
        raise BadInput(f"{out} cannot be written.", hint="Give --out a file in a folder that is.")
    if not as_json:
        offer_weights(arguments["model"], arguments["settings"])
    try:
        with Progress() as progress:
            result = asyncio.run(plan_recipe(recipe, listener=progress, **arguments))
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    text = result.model_dump_json(indent=2)
    if parts:
        write_parts(recipe, result, parts)
    if out:
        write_atomically(out, text.encode() + b"\n")
    click.echo(text if as_json else _outline(result))
    if parts and result.decomposition and not as_json:
        say(f"Its parts are recipes in {parts}: {program()} check {parts}/*")
    if out and not as_json:
        say(f"Edit {out}, then: {program()} build {recipe} --use-plan {out}")
    return 0


def _is_folder(out: Path) -> bool:
    """What is one, or has no ending and so is to be one."""
    return out.is_dir() or not (out.exists() or out.suffix)


def _outline(plan: Plan) -> str:
    lines = [f"{plan.package}" + (f", command {plan.entry}" if plan.entry else "")]
    for brick in plan.in_order:
        below = f" ← {', '.join(brick.depends)}" if brick.depends else ""
        lines += [f"  {brick.name}{below}  (serves {', '.join(brick.serves)})"]
        lines += [f"    {brick.spec.splitlines()[0] if brick.spec else ''}"]
    return "\n".join(lines)
