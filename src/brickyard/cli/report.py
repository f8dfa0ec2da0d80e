"""`brickyard report`: what a run built and proved."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brickyard.cli.record import (
    existing_record,
    home_option,
    json_option,
    latest_run,
    run_named,
    runs_here,
)
from brickyard.errors import BadInput
from brickyard.record.damage import whole
from brickyard.reports.output import coloured, columns, show_json

if TYPE_CHECKING:
    from brickyard.flow.results import Result
    from brickyard.record import Record, Run


@click.command()
@click.argument("run", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="How to print it.",
)
@home_option
@json_option
def report(run: str | None, form: str, home: Path | None, as_json: bool) -> int:
    """Print what RUN built and proved; by default the latest that came to something.

    RUN is a run's id or the beginning of it, or a recipe, whose latest run is meant.
    """
    from brickyard.flow.results import Result
    from brickyard.reports.markdown import as_markdown

    with existing_record(home) as record:
        found = _found(run, home, record)
        with whole(f"the result of run {found.id}", record.place):
            result = Result.model_validate_json(found.result)
    result = result.model_copy(update={"status": found.status})
    match "json" if as_json else form:
        case "json":
            show_json(result.model_dump(mode="json"))
        case "markdown":
            click.echo(as_markdown(result))
        case _:
            show_report(result)
    return 0


def show_report(result: "Result") -> None:
    """As wide and as coloured as the terminal is."""
    from brickyard.reports.proved import proved_text
    from brickyard.reports.text import as_text

    about: dict[str, Any] = {"width": columns(sys.stdout), "colour": coloured(sys.stdout)}
    if result.proved is not None:
        click.echo(proved_text(result, result.proved, **about))
    else:
        click.echo(as_text(result, **about))


def _found(id: str | None, home: Path | None, record: "Record") -> "Run":
    if id:
        found = run_named(record, home, id)
    else:
        told = (run for run in runs_here(record, home) if run.result)
        found = next(told, None) or latest_run(record, home)
    if not found.result:
        raise BadInput(f"Run {found.id} has no result: it {_why(found)}", hint=_next(found))
    return found


def _why(run: "Run") -> str:
    if run.status == "done":
        return "made no package, only a plan or single stages."
    return "is still running." if run.alive else "was interrupted."


def _next(run: "Run") -> str:
    if run.status == "done":
        return "Start a build: brickyard build."
    return "Wait for it." if run.alive else f"Go on with it: brickyard runs resume {run.id}"
