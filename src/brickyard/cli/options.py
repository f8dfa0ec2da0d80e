"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from pydantic import ValidationError

from brickyard.errors import BadInput
from brickyard.recipe import seat
from brickyard.settings import Settings
from brickyard.values import ProofLevel

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
events_option = click.option(
    "--json-events", "as_events", is_flag=True, help="Print what happens as JSON Lines."
)
home_option = click.option(
    "--home",
    type=click.Path(path_type=Path),
    help="The record's folder; found from the recipe by default.",
)
verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Show questions and answers as they come and go."
)
force_option = click.option(
    "--force", is_flag=True, help="Write over what is there; it is kept for `runs restore`."
)
use_plan_option = click.option(
    "--use-plan",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A plan that was written, perhaps edited.",
)
proof_option = click.option(
    "--proof",
    type=click.Choice([level.value for level in ProofLevel]),
    help="What is paid for: quick (no mutants, no hold-outs), standard or full.",
)
decompose_option = click.option(
    "--decompose",
    type=click.Choice(["auto", "no", "functional", "layered", "risk"]),
    help="Plan it in parts, by its areas, its layers or its risks [auto: where one is too long].",
)
since_option = click.option(
    "--since",
    metavar="REV",
    help="Prove only what a change since this git revision reaches.",
)
_REPORTS = {
    "junit": "Write JUnit XML to this file.",
    "sarif": "Write what is not met as SARIF 2.1.0 to this file.",
    "summary": "Write a summary in Markdown to this file.",
    "badge": "Draw a badge (SVG) into this file.",
}


def report_options(command: F) -> F:
    """--junit and the other files for CI: docs/ci.md."""
    for name, told in reversed(_REPORTS.items()):
        option = click.option(f"--{name}", type=click.Path(path_type=Path), help=told)
        command = option(command)
    return command


recipe_argument = click.argument("recipe", type=click.Path(path_type=Path))


recipes_argument = click.argument(
    "recipes", nargs=-1, required=True, metavar="RECIPE...", type=click.Path(path_type=Path)
)


_BUDGET = (
    click.option("--max-calls", type=int, help="Model calls that this run may make."),
    click.option("--max-usd", type=float, help="US dollars that this run may spend."),
    click.option("--max-total-tokens", type=int, help="Tokens, in and out, that it may use."),
)


def model_options(command: F) -> F:
    """--model and the settings that change what is paid for."""
    for option in reversed(
        (
            click.option("-m", "--model", default="", help="Which model to ask; see `doctor`."),
            click.option("--base-url", help="Address of an OpenAI-style server."),
            *_BUDGET,
            click.option("--concurrency", type=int, help="Questions in the air at once."),
            click.option("--sandbox", help="auto, bubblewrap, sandlock, or none (unsafe)."),
        )
    ):
        command = option(command)
    return command


def budget_options(command: F) -> F:
    """Only what a run may spend: what is raised when it ran out."""
    for option in reversed(_BUDGET):
        command = option(command)
    return command


def settings_for(folder: Path, **given: Any) -> Settings:
    """The folder's settings, with what the command line gave on top."""
    settings = Settings.load(seat(folder))
    changes = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings.model_validate({**settings.model_dump(), **changes})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        raise BadInput(
            f"--{name.replace('_', '-')} {changes.get(name, '')}: {first['msg']}.",
            hint=f"{Settings.model_fields[name].description} docs/settings.md lists every setting.",
        ) from error
