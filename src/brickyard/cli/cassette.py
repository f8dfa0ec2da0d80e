"""`brickyard cassette`: answers out of the record and into it."""

from pathlib import Path

import click

from brickyard.cli.record import (
    EVERY,
    existing_record,
    home_option,
    home_or_nearest,
    json_option,
    runs_here,
)
from brickyard.flow.orders import happened
from brickyard.record import Record, export_cassette, import_cassette
from brickyard.reports.output import show_json

file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.group()
def cassette() -> None:
    """Export answers to a file to commit and share, and import them."""


@cassette.command("export")
@file_argument
@click.option("--run", help="Only the answers that this run used, such as the latest build.")
@home_option
@json_option
def export_command(file: Path, run: str | None, home: Path | None, as_json: bool) -> None:
    """Write the answers of the record to FILE, in stable order.

    FILE named cassette.jsonl in a recipe's folder is what `brickyard build` replays by default.
    """
    with existing_record(home) as record:
        count = export_cassette(record, file, _wanted(record, run, home))
    _tell(as_json, "exported", count, f"{count} answers are in {file}.")


@cassette.command("import")
@file_argument
@home_option
@json_option
def import_command(file: Path, home: Path | None, as_json: bool) -> None:
    """Put the answers of FILE that are absent into the record."""
    with Record.open(home_or_nearest(home)) as record:
        count = import_cassette(record, file)
    _tell(as_json, "imported", count, f"{count} new answers are in {home_or_nearest(home)}.")


def _wanted(record: Record, run: str | None, home: Path | None) -> set[str] | None:
    """The keys of one run; of a record that many folders share, those of all runs of this one."""
    if run:
        return keys_used(record, run)
    here, every = runs_here(record, home), record.runs.list(EVERY)
    if len(here) == len(every):
        return None
    return {key for each in here for key in keys_used(record, each.id)}


def keys_used(record: Record, run: str) -> set[str]:
    """The keys of the answers that a run asked for or found in the record."""
    used = ("answer.stored", "answer.reused")
    told = happened(record, record.runs.get(run))
    return {str(event.data["key"]) for event in told if event.kind in used}


def _tell(as_json: bool, verb: str, count: int, text: str) -> None:
    if as_json:
        show_json({verb: count})
    else:
        click.echo(text)
