"""`brickyard analyze`: what a build would ask and cost, before anything is spent."""

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from brickyard.catalogue import MICROTASKS
from brickyard.cli.idea_view import analysis_text, contradiction_text, outlook_text
from brickyard.cli.options import (
    decompose_option,
    home_option,
    json_option,
    proof_option,
    settings_for,
    use_plan_option,
)
from brickyard.doors.create.idea import Idea, StoredIdea, read_idea
from brickyard.doors.generate.recipe import Commission, commissioned
from brickyard.doors.prove.draft import read_texts
from brickyard.flow.check import check
from brickyard.flow.estimates import Estimate
from brickyard.flow.estimates import analyze as analyze_recipe
from brickyard.flow.generate import PLAN, checked
from brickyard.flow.standing import BUILD
from brickyard.models.tokens import Sum
from brickyard.plans.reading import read_plan
from brickyard.recipe import load_all
from brickyard.recipe.lock import LOCK
from brickyard.recipe.parsing import REQUIREMENTS
from brickyard.recipe.reading import beside
from brickyard.record.home import find_home
from brickyard.reports.output import columns, say, show_json, shown, typed
from brickyard.settings import Settings
from brickyard.values import Plan, counted


@click.command()
@click.argument("recipe", metavar="RECIPE", type=click.Path(path_type=Path))
@click.argument("spec", required=False, type=click.Path(path_type=Path))
@click.option("-m", "--model", "models", multiple=True, help="Price it for this; may be repeated.")
@use_plan_option
@click.option("--unlocked", is_flag=True, help="As if brickyard.lock were not there.")
@decompose_option
@proof_option
@home_option
@json_option
def analyze(
    recipe: Path,
    spec: Path | None,
    models: tuple[str, ...],
    use_plan: Path | None,
    unlocked: bool,
    home: Path | None,
    decompose: str | None,
    proof: str | None,
    as_json: bool,
) -> None:
    """Say what RECIPE comes to: its requirements, size, outline and risks; what a build would ask,
    by stage; and what it would cost.

    RECIPE may also be an idea: a sentence in quotes, a text file, or a folder in which `create` was
    begun. Then one question is asked. With SPEC it is a module's contract, and SPEC how it is to be
    built.

    Of a recipe nothing is asked, run or written: its risks are those that its words show. Prompts
    are rendered as far as the plan and the tests are known; the rest is taken to be of the usual
    size. Prices are list prices.
    """
    common: dict[str, Any] = {"as_json": as_json, "models": models, "home": home}
    common |= {"unlocked": unlocked}
    if spec:
        found = commissioned(recipe, spec)
        folder = Path(found.name)
        common["settings"] = settings_for(folder, proof=proof, decompose=decompose)
        foretell_module(found, folder, use_plan=use_plan, **common)
    elif idea := idea_in(recipe):
        _analyse_idea(idea, models, home, settings_for(Path(), proof=proof), as_json)
    else:
        common["settings"] = settings_for(recipe, proof=proof, decompose=decompose)
        foretell(recipe, plan=written_plan(recipe, use_plan), **common)


def idea_in(given: Path) -> StoredIdea | None:
    """An idea in a folder where `create` was begun, in a text file, or given as words."""
    if given.is_dir():
        is_recipe = (given / REQUIREMENTS).exists()
        return None if is_recipe else read_idea(given)
    if given.is_file():
        text = read_texts([str(given)])
        return StoredIdea(idea=Idea(name=given.stem, description="".join(text.values())))
    words = str(given)
    return StoredIdea(idea=Idea(name="idea", description=words)) if " " in words else None


def _analyse_idea(
    stored: StoredIdea,
    models: tuple[str, ...],
    home: Path | None,
    settings: Settings,
    as_json: bool,
) -> None:
    from brickyard.cli.progress import Progress
    from brickyard.flow.create import analyse, price

    model = models[0] if models else ""
    settings = settings.asking(model)
    given: dict[str, Any] = {"model": model, "home": home, "settings": settings}
    analysis = stored.known
    if analysis is None:
        with Progress() as progress:
            analysis = asyncio.run(analyse(Path(), stored, listener=progress, **given))
    found = price(stored.idea, analysis, models, settings)
    if as_json:
        told = {"idea": stored.idea.model_dump(mode="json"), **analysis.model_dump(mode="json")}
        show_json({**told, **found.model_dump(mode="json", exclude={"analysis"})})
        return
    say(f"{analysis_text(stored.idea, analysis)}\n")
    for one in analysis.contradictions:
        say(f"An example {contradiction_text(one, stored.idea)}")
    for one in analysis.questions:
        say(f"Open: {one.question} (suggested: {one.suggestion})")
    say(f"A build would ask about {counted(found.total.questions, 'question')}:")
    for line in price_lines(found):
        say(f"  {line}")


def written_plan(recipe: Path, folder: Path | None) -> Plan | None:
    """What --use-plan names, held against the recipe; BadInput says what contradicts it."""
    return read_plan(folder, check(load_all([recipe]))[0]) if folder else None


def foretell(
    recipe: Path, *, as_json: bool, each: bool = False, named: str = "", **given: Any
) -> int:
    """Show what a build would ask, `each` question by its name too; nothing is asked. `named` is
    the command that plans it, where that is another than `plan`."""
    found = analyze_recipe(recipe, **given)
    if as_json:
        told = found.outlook.model_dump(mode="json") if found.outlook else {}
        show_json({**told, **found.model_dump(mode="json", exclude={"outlook"})})
        return 0
    if found.outlook and not each:
        say(f"{outlook_text(found.analysis.recipe, found.outlook)}\n")
    show_foretold(found, named or f"plan {recipe}", each=each)
    return 0


def show_foretold(found: Estimate, planning: str, *, each: bool) -> None:
    """`planning` is the command that makes the plan."""
    _show(found, planning)
    for one in found.analysis.askings if each else ():
        if not one.known:
            say(f"To be asked: {MICROTASKS[one.task].title(one.about)}")


def foretell_module(
    found: Commission,
    folder: Path,
    *,
    use_plan: Path | None = None,
    is_dry_run: bool = False,
    home: Path | None,
    **given: Any,
) -> int:
    """What a build of the module would ask and cost; nothing is asked, and nothing is written."""
    recipe = checked(found, folder)
    plan = read_plan(use_plan, recipe) if use_plan else None
    with tempfile.TemporaryDirectory() as near:
        place = Path(near) / "recipe"
        place.mkdir()
        found.texts.write(place)
        for name in recipe.dependencies:
            (Path(near) / name).symlink_to(beside(folder, name).resolve())
        if (folder / LOCK).is_file():
            (place / LOCK).write_bytes((folder / LOCK).read_bytes())
        given |= {"plan": plan, "home": home or find_home(folder), "each": is_dry_run}
        given["place"] = found.placed
        code = foretell(place, named=f"generate … --plan-only -o {typed(folder)}", **given)
    if is_dry_run and not given["as_json"]:
        written = counted(len(found.texts), "file")
        say(f"To be written: {shown(folder)} (the recipe, {written}), {shown(folder / PLAN)} and")
        say(f"  {shown(folder / BUILD)}. Nothing was asked or written.")
    return code


def _show(found: Estimate, planning: str) -> None:
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
        click.echo(f"After `brickyard {planning}` this is closer.")


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
