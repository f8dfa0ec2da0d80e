"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from brickyard.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
home_option = click.option(
    "--home",
    type=click.Path(path_type=Path),
    help="The .brickyard folder; found from the recipe or the current folder by default.",
)
recipe_argument = click.argument("recipe", type=click.Path(path_type=Path))


def model_options(command: F) -> F:
    """--model and the settings that change what is paid for."""
    for option in reversed(
        (
            click.option("-m", "--model", default="", help="Which model to ask; see `doctor`."),
            click.option("--base-url", help="Address of an OpenAI-style server."),
            click.option("--max-calls", type=int, help="Model calls that this run may make."),
            click.option("--max-usd", type=float, help="US dollars that this run may spend."),
            click.option("--concurrency", type=int, help="Questions in the air at once."),
            click.option("--sandbox", help="auto, bubblewrap, sandlock, or none (unsafe)."),
        )
    ):
        command = option(command)
    return command


def settings_for(folder: Path, **given: Any) -> Settings:
    """The folder's settings, with what the command line gave on top."""
    settings = Settings.load(folder)
    changes = {name: value for name, value in given.items() if value is not None}
    return Settings.model_validate({**settings.model_dump(), **changes}) if changes else settings
