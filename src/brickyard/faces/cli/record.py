"""Options for, and opening of, the record, in the commands that look at it."""

from pathlib import Path

import click

from brickyard.errors import BadInput
from brickyard.record.home import find_home
from brickyard.record.store import FILE, Record

home_option = click.option(
    "--home",
    type=click.Path(path_type=Path, file_okay=False),
    help="The .brickyard folder; the nearest one if not given.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def home_or_nearest(home: Path | None) -> Path:
    return home or find_home(Path.cwd())


def record_file(home: Path | None) -> Path:
    return home_or_nearest(home) / FILE


def existing_record(home: Path | None) -> Record:
    """The record that is there; looking at it never makes one."""
    if not record_file(home).exists():
        raise BadInput(
            f"There is no record in {home_or_nearest(home)}.",
            hint="Run this in a folder where something was built, or name one with --home.",
        )
    return Record.open(home_or_nearest(home))
