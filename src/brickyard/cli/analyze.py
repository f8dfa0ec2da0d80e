"""`brickyard analyze`: what a build would ask and cost, before anything is spent."""

import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from brickyard.catalogue import MICROTASKS
from brickyard.cli.options import (
    decompose_option,
    home_option,
    json_option,
    proof_option,
    recipe_argument,
    settings_for,
)
from brickyard.cli.plan_file import read_plan
from brickyard.flow.analyze import Sum
from brickyard.flow.estimates import Estimate
from brickyard.flow.estimates import analyze as analyze_recipe
from brickyard.reports.output import columns, say, show_json
from brickyard.values import counted


@click.command()
@recipe_argument
@click.option("-m", "--model", "models", multiple=True, help="Price it for this; may be repeated.")
@click.option("--use-plan", type=click.Path(path_type=Path), help="A plan as JSON, perhaps edited.")
@click.option("--unlocked", is_flag=True, help="As if brickyard.lock were not there.")
@decompose_option
@proof_option
@home_option
@json_option
def analyze(
    recipe: Path,
    models: tuple[str, ...],
    use_plan: Path | None,
    unlocked: bool,
    home: Path | None,
    decompose: str | None,
    proof: str | None,
    as_json: bool,
) -> None:
    """Say what a build of RECIPE would ask, by stage, and what it would cost.

    Nothing is asked, run or written. Prompts are rendered as far as the plan and the tests are
    known; the rest is taken to be of the usual size. Prices are list prices.
    """
    foretell(
        recipe,
        as_json=as_json,
        models=models,
        home=home,
        settings=settings_for(recipe, proof=proof, decompose=decompose),
        plan=read_plan(use_plan) if use_plan else None,
        unlocked=unlocked,
    )


def foretell(recipe: Path, *, as_json: bool, each: bool = False, **given: Any) -> int:
    """Show what a build would ask, `each` question by its name too; nothing is asked."""
    found = analyze_recipe(recipe, **given)
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        show_foretold(found, recipe, each=each)
    return 0


def show_foretold(found: Estimate, recipe: Path, *, each: bool) -> None:
    _show(found, recipe)
    for one in found.analysis.askings if each else ():
        if not one.known:
            say(f"To be asked: {MICROTASKS[one.task].title(one.about)}")


def _show(found: Estimate, recipe: Path) -> None:
    analysis = found.analysis
    bricks = counted(analysis.bricks, "brick")
    how = "as planned" if analysis.planned else "as far as the recipe tells"
    click.echo(f"{analysis.recipe}: {bricks}, {how}\n")
    console = Console(width=columns(sys.stdout) or 100, highlight=False)
    console.print(_stages(found))
    click.echo()
    for line in price_lines(found):
        say(line)
    for advice in analysis.advice:
        say(f"Advice: {advice}")
    if not analysis.planned:
        click.echo(f"After `brickyard plan {recipe}` this is closer.")


def _stages(found: Estimate) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("stage")
    for column in ("questions", "answered already", "tokens in", "tokens out"):
        table.add_column(column, justify="right")
    for stage, total in found.stages.items():
        table.add_row(stage, *_cells(total))
    table.add_row("all", *_cells(found.total), style="bold")
    return table


def _cells(total: Sum) -> tuple[str, ...]:
    counts = (total.questions, total.known, total.input_tokens, total.output_tokens)
    return tuple(f"{count:,}" for count in counts)


def price_lines(found: Estimate) -> list[str]:
    """One line a model, the cheapest first; one that has no price last."""
    left = found.total.questions - found.total.known
    if not left:
        return ["Every answer is there already: a build asks nothing."]
    width = max(len(offer.model) for offer in found.offers)
    offers = sorted(found.offers, key=lambda one: (one.usd is None, one.usd or 0.0))
    return [f"{offer.model:<{width}}  {_price(offer.usd)}" for offer in offers]


def _price(usd: float | None) -> str:
    if usd is None:
        return "no list price is known; --max-usd counts each call as usd_per_call"
    return "costs nothing" if usd == 0 else f"about ${usd:.2f}"
