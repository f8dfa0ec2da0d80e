"""`brickyard report`: what a run built and proved."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from brickyard.errors import BadInput
from brickyard.faces.cli.record import existing_record, home_option

if TYPE_CHECKING:
    from brickyard.record import Run


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
def report(run: str | None, form: str, home: Path | None) -> int:
    """Print what RUN built and proved; by default the latest that came to something."""
    from brickyard.faces.report.markdown import as_markdown
    from brickyard.faces.report.text import as_text
    from brickyard.results import Result

    found = _found(run, home)
    result = Result.model_validate_json(found.result).model_copy(update={"status": found.status})
    match form:
        case "json":
            click.echo(result.model_dump_json(indent=2))
        case "markdown":
            click.echo(as_markdown(result))
        case _:
            click.echo(as_text(result))
    return 0


def _found(id: str | None, home: Path | None) -> "Run":
    with existing_record(home) as record:
        recent = record.runs.list()
        if id is None and not recent:
            raise BadInput(
                f"No run is recorded in {record.home}.", hint="Start one: brickyard build."
            )
        found = record.runs.get(id) if id else next((r for r in recent if r.result), recent[0])
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
