"""Options for, and opening of, the record, in the commands that look at it."""

from pathlib import Path

import click

from brickyard.errors import BadInput
from brickyard.flow.orders import concerns
from brickyard.record.home import FILE, find_home, homes, user_home
from brickyard.record.runs import Run
from brickyard.record.store import Record
from brickyard.reports.output import program, shown, typed

EVERY = 1_000_000

home_option = click.option(
    "--home",
    type=click.Path(path_type=Path, file_okay=False),
    help="The record's folder; found from here by default.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def found_home(home: Path | None) -> Path | None:
    """The folder of the record to look at from here: the first that has one with runs of ours."""
    if home:
        return home if (home / FILE).exists() else None
    there = (place for place in homes(Path.cwd()) if (place / FILE).exists())
    return next((place for place in there if not _is_shared(place) or _has_runs(place)), None)


def home_or_nearest(home: Path | None) -> Path:
    """The one to look at; where there is none, the one that a build here would make."""
    return found_home(home) or home or find_home(Path.cwd())


def existing_record(home: Path | None) -> Record:
    """The record that is there; looking at it never makes one."""
    if (place := found_home(home)) is None:
        raise BadInput(
            f"There is no record of a run here. {looked(home)}",
            hint="Run this where a build was started or in its recipe, or name the folder that "
            "the build said its record is in with --home.",
        )
    return Record.open(place)


def looked(home: Path | None) -> str:
    """Where a record was looked for."""
    places = ", ".join(shown(place) for place in ([home] if home else homes(Path.cwd())))
    others = _others() if home is None else ""
    return f"Looked in: {places}.{others}"


def runs_here(record: Record, home: Path | None, limit: int = EVERY) -> list[Run]:
    """The latest first; of the record that many folders share, only those that concern this one."""
    if home or not _is_shared(record.home):
        return record.runs.list(limit)
    return [run for run in record.runs.list(EVERY) if concerns(run, Path.cwd())][:limit]


def latest_run(record: Record, home: Path | None) -> Run:
    for run in runs_here(record, home):
        return run
    raise BadInput(
        f"No run is recorded in {shown(record.home)}.", hint="Start one: brickyard build RECIPE."
    )


def run_named(record: Record, home: Path | None, name: str) -> Run:
    """The latest run of the recipe in this folder or of this name, else the one with this id."""
    folder = Path(name).resolve()
    recipes = ((run, Path(run.recipe)) for run in runs_here(record, home) if run.recipe)
    of_it = (run for run, recipe in recipes if recipe == folder or recipe.name == name)
    return next(of_it, None) or record.runs.get(name)


def _is_shared(place: Path) -> bool:
    return place.resolve() == user_home().resolve()


def _has_runs(place: Path) -> bool:
    with Record.open(place) as record:
        return bool(runs_here(record, None, 1))


def _others() -> str:
    place = user_home()
    if not (place / FILE).exists():
        return ""
    command = f"{program()} runs --home {typed(place)}"
    return f" It has runs of other folders: `{command}` lists them."
