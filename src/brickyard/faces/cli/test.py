"""`brickyard test`: a built project proven again, for the CI of whoever owns it."""

import asyncio
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from brickyard.errors import BadInput
from brickyard.events import Event
from brickyard.faces.cli.options import json_option, settings_for
from brickyard.faces.cli.output import show_json
from brickyard.files import write_atomically
from brickyard.values import ProofLevel

_STAGES = {
    "red": "RED: every test must fail on code that only pretends",
    "gates": "gates",
    "comply": "GREEN, coverage and what the level asks for",
}


@click.command()
@click.argument("project", type=click.Path(path_type=Path))
@click.option(
    "--proof",
    type=click.Choice([level.value for level in ProofLevel]),
    help="How much to prove; by default what it was built with. Here full is standard.",
)
@click.option("--junit", type=click.Path(path_type=Path), help="Write JUnit XML to this file.")
@click.option(
    "--allow-edited-tests", is_flag=True, help="Judge tests that a person edited as they are now."
)
@click.option("--sandbox", help="auto, bubblewrap, sandlock, or none (unsafe).")
@json_option
def test(
    project: Path,
    proof: str | None,
    junit: Path | None,
    allow_edited_tests: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Prove PROJECT, which `brickyard build` wrote, again as it is now; no model is needed.

    Ends with 0 if every proof holds, with 1 if something lost its proof, with 2 if PROJECT cannot
    be proven, and with 3 if the sandbox or its tools failed. PROJECT is not written to. What
    is proven does not choose how: settings are read from above PROJECT, not from within.
    """
    from brickyard.faces.report.again import again_document, again_text
    from brickyard.workshop import prove_again

    result = asyncio.run(
        prove_again(
            project,
            proof=proof or "",
            allow_edited_tests=allow_edited_tests,
            settings=settings_for(project.resolve().parent, **given),
            listener=_warn if as_json else _tell,
        )
    )
    if junit:
        _write_junit(junit, result)
    if as_json:
        show_json(again_document(result))
    else:
        size, colour = shutil.get_terminal_size((100, 24)), sys.stdout.isatty()
        click.echo(again_text(result, width=max(80, size.columns), colour=colour))
    return result.exit_code


def _tell(event: Event) -> None:
    if event.kind == "stage.started":
        click.echo(f"  {_STAGES.get(event.stage, event.stage)} …", err=True)
    _warn(event)


def _warn(event: Event) -> None:
    if event.kind == "warning":
        click.echo(f"Warning: {event.data.get('message', '')}", err=True)


def _write_junit(path: Path, result: Any) -> None:
    from brickyard.faces.report.junit import as_junit

    try:
        write_atomically(path, as_junit(result).encode())
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}.", hint="Choose another with --junit."
        ) from error
