"""`brickyard report`: what a run built and proved."""

from pathlib import Path

import click

from brickyard.errors import BadInput
from brickyard.faces.cli.options import home_option


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
    """Print what RUN built and proved; the latest run by default."""
    from brickyard.faces.report.markdown import as_markdown
    from brickyard.faces.report.text import as_text
    from brickyard.record import Record, find_home
    from brickyard.results import Result

    record = Record.open(home or find_home(Path.cwd()))
    try:
        known = record.runs.list(limit=1)
        if run is None and not known:
            raise BadInput(
                f"No run is recorded in {record.home}.", hint="Start one: brickyard build."
            )
        found = record.runs.get(run) if run else known[0]
    finally:
        record.close()
    if not found.result:
        raise BadInput(
            f"Run {found.id} has no result: it is {found.status}.",
            hint=f"Go on with it: brickyard runs resume {found.id}",
        )
    result = Result.model_validate_json(found.result).model_copy(update={"status": found.status})
    match form:
        case "json":
            click.echo(result.model_dump_json(indent=2))
        case "markdown":
            click.echo(as_markdown(result))
        case _:
            click.echo(as_text(result))
    return 0
