"""`brickyard weights`: the weights of the embedded model, fetched after a question."""

import sys
from pathlib import Path

import click

from brickyard.errors import ModelUnavailable
from brickyard.settings import Settings


@click.command()
@click.option("--yes", is_flag=True, help="Fetch them without asking.")
@click.option("--hub", default="", help="Another address than the publisher's hub.")
def weights(yes: bool, hub: str) -> int:
    """Fetch the weights of the model `local`, once; they are checked against a pinned sha256."""
    from brickyard.models.local_weights import WeightsMissing, find_weights

    settings = Settings.load(Path.cwd())
    folder = _folder(settings)
    try:
        found = find_weights("", settings.local_model, folder)
    except WeightsMissing:
        if not yes and not _agreed(folder, hub):
            return 4
        found = find_weights("", str(_fetch(folder, hub)), folder)
    click.echo(f"{found.name} is in {found.path}")
    return 0


def offer_weights(model: str, settings: Settings) -> None:
    """Before a run that would miss them, ask a person who is there whether to fetch them."""
    from brickyard.models.local_engine import check_installed
    from brickyard.models.local_weights import WeightsMissing, find_weights

    if (model or settings.model) != "local" or not _person():
        return
    check_installed()
    folder = _folder(settings)
    try:
        find_weights("", settings.local_model, folder)
    except WeightsMissing:
        if not _agreed(folder, ""):
            raise
        _fetch(folder, "")


def _agreed(folder: Path, hub: str) -> bool:
    from brickyard.models.local_fetch import HUB
    from brickyard.models.local_weights import DEFAULT

    click.echo(
        f"The model `local` is {DEFAULT.title}: {DEFAULT.size / 1e9:.2f} GB, licence "
        f"{DEFAULT.licence},\nfrom {hub or HUB}/{DEFAULT.repository}\nto {folder}",
        err=True,
    )
    if not _person():
        raise ModelUnavailable(
            "The weights are not here, and nobody can be asked whether to fetch them.",
            hint="`brickyard weights --yes` fetches them without asking.",
            may_have_cost=False,
        )
    return click.confirm("Fetch it now?", err=True)


def _fetch(folder: Path, hub: str) -> Path:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    from brickyard.models.local_fetch import HUB, fetch
    from brickyard.models.local_weights import DEFAULT

    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=DEFAULT.size)
        return fetch(DEFAULT, folder, lambda size: bar.update(task, completed=size), hub=hub or HUB)


def _folder(settings: Settings) -> Path:
    from brickyard.models.local_weights import weights_folder

    return weights_folder(settings.cache_folder)


def _person() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()
