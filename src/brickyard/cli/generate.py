"""`brickyard generate`: a module from its contract and its implementation spec."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from brickyard.cli.analyze import foretell_module
from brickyard.cli.build import run
from brickyard.cli.options import (
    events_option,
    force_option,
    home_option,
    json_option,
    model_options,
    proof_option,
    settings_for,
    use_plan_option,
    verbose_option,
)
from brickyard.cli.progress import Progress
from brickyard.cli.report import show_report
from brickyard.cli.weights import offer_weights
from brickyard.doors.generate.recipe import commissioned
from brickyard.errors import Stopped
from brickyard.flow.generate import PLAN
from brickyard.flow.generate import generate as generate_module
from brickyard.flow.results import Result
from brickyard.plans.documents import PLAN_FILE, outline
from brickyard.plans.reading import read_entries
from brickyard.reports.output import say, shown, typed
from brickyard.values import Plan

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("contract", type=_FILE)
@click.argument("spec", type=_FILE)
@click.option("--module-name", default="", metavar="NAME", help="Call it so [as in the contract].")
@click.option("-o", "--out", type=_FILE, help="Recipe, plan and project go there [NAME].")
@click.option("--plan-only", is_flag=True, help="Write recipe and plan, and stop there.")
@use_plan_option
@click.option("--refresh-plan", is_flag=True, help="Plan anew, whatever was planned or accepted.")
@force_option
@click.option("--yes", is_flag=True, help="Build the plan without being asked.")
@click.option("--dry-run", is_flag=True, help="Say what would be asked and written, and stop.")
@click.option(
    "--plan-max-turns", type=click.IntRange(1), metavar="N", help="Turns that planning may take."
)
@click.option(
    "--generate-max-turns",
    type=click.IntRange(1),
    metavar="N",
    help="Turns that tests and code may take.",
)
@model_options
@proof_option
@click.option("--allow", multiple=True, metavar="NAME", help="As for `build`.")
@verbose_option
@home_option
@json_option
@events_option
def generate(
    contract: Path,
    spec: Path,
    module_name: str,
    out: Path | None,
    plan_only: bool,
    use_plan: Path | None,
    refresh_plan: bool,
    force: bool,
    yes: bool,
    dry_run: bool,
    plan_max_turns: int | None,
    generate_max_turns: int | None,
    model: str,
    allow: tuple[str, ...],
    verbose: bool,
    home: Path | None,
    as_json: bool,
    as_events: bool,
    **given: Any,
) -> int:
    """Build the module that CONTRACT and SPEC describe, tested and proven.

    They become a recipe, then a plan with two documents for each brick, then code. Between plan
    and code you are asked at a terminal; edit the plan and go on with --use-plan.
    """
    for other, is_given in (("--refresh-plan", refresh_plan), ("--plan-only", plan_only)):
        if use_plan and is_given:
            raise click.UsageError(f"{other} makes a plan; --use-plan takes one that is there.")
    found = commissioned(contract, spec, module_name)
    folder = out or Path(found.name)
    settings = settings_for(folder, **given).asking(model)
    if dry_run:
        return foretell_module(
            found,
            folder,
            use_plan=use_plan,
            models=(model,) if model else (),
            home=home,
            settings=settings,
            refresh=("plan",) if refresh_plan else (),
            as_json=as_json,
            is_dry_run=True,
        )
    if not as_json and not as_events:
        offer_weights(model, settings)
    return run_generate(
        contract,
        spec,
        folder,
        module_name=module_name,
        plan_only=plan_only,
        use_plan=use_plan,
        refresh_plan=refresh_plan,
        force=force,
        yes=yes,
        plan_max_turns=plan_max_turns,
        generate_max_turns=generate_max_turns,
        model=model,
        settings=settings,
        allow=allow,
        home=home,
        verbose=verbose,
        as_json=as_json,
        as_events=as_events,
    )


def run_generate(
    contract: Path, spec: Path, folder: Path, *, plan_only: bool, yes: bool, **arguments: Any
) -> int:
    """Generate with progress shown; the exit code."""
    asks = not yes and not plan_only and sys.stdin.isatty()
    asks = asks and not arguments["as_json"] and not arguments.get("as_events")
    return run(
        folder,
        start=partial(generate_module, contract, spec, out=folder, plan_only=plan_only),
        agreeing=partial(_agreeing, folder) if asks else None,
        show=_show_plan if plan_only else show_report,
        **arguments,
    )


def _agreeing(folder: Path, progress: Progress) -> Callable[[Plan], None]:
    """Shows the plan to the person at the terminal, and asks whether to build it."""
    from brickyard.cli.agree import says_yes

    def agree(plan: Plan) -> None:
        place = typed(folder / PLAN)
        with progress.paused():
            click.echo("\n".join(outline(plan)), err=True)
            say(f"It can be read in {place}.", err=True)
            if not says_yes("Build this plan?"):
                raise Stopped(
                    "The plan is written and nothing was built.",
                    hint=f"Edit it, and give the same command with --use-plan {place}; or give "
                    "--yes to build it as it is.",
                )

    return agree


def _show_plan(result: Result) -> None:
    place = Path(result.out)
    for entry in read_entries(place / PLAN_FILE).bricks:
        below = f" ← {', '.join(entry.depends_on)}" if entry.depends_on else ""
        click.echo(f"  {entry.name}{below}  (serves {', '.join(entry.clauses)})")
        click.echo(f"    {entry.description}")
    say(f"The plan is in {shown(place)}: read or edit it, then give the same command with")
    click.echo(f"  --use-plan {typed(place)}")
