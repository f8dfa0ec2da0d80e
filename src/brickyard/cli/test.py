"""`brickyard test`: a built project proven again, for the CI of whoever owns it."""

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brickyard.cli.options import (
    events_option,
    json_option,
    report_options,
    settings_for,
    since_option,
)
from brickyard.cli.reports import Reports
from brickyard.errors import BadInput
from brickyard.events import Event, StageStarted, Warned
from brickyard.recipe import seat
from brickyard.reports.output import coloured, columns, show_json
from brickyard.values import ProofLevel

if TYPE_CHECKING:
    from brickyard.doors.prove.again import Again

_STAGES = {
    "red": "RED: every test must fail on code that only pretends",
    "gates": "gates",
    "green": "GREEN: the cases on the code as it is, and on code that only pretends",
    "mutants": "mutants: small changes that the cases must notice",
    "comply": "GREEN, coverage and what the level asks for",
}


@click.command()
@click.argument("project", type=click.Path(path_type=Path))
@click.option(
    "--proof",
    type=click.Choice([level.value for level in ProofLevel]),
    help="How much to prove; by default what it was built with. Here full is standard.",
)
@report_options
@click.option(
    "--allow-edited-tests", is_flag=True, help="Judge tests that a person edited as they are now."
)
@since_option
@click.option("--sandbox", help="auto, bubblewrap, sandlock, or none (unsafe).")
@json_option
@events_option
def test(
    project: Path,
    proof: str | None,
    junit: Path | None,
    sarif: Path | None,
    summary: Path | None,
    badge: Path | None,
    allow_edited_tests: bool,
    since: str | None,
    as_json: bool,
    as_events: bool,
    **given: Any,
) -> int:
    """Prove PROJECT again as it is now; no model is needed.

    PROJECT is what `brickyard build` wrote, or a folder with a recipe (or with one in `recipe/`) by
    which `brickyard prove` has proven code. A spec of another tool stands for what was built of it.

    Ends with 0 if every proof holds, with 1 if something lost its proof, with 2 if PROJECT cannot
    be proven, and with 3 if the sandbox or its tools failed. PROJECT is not written to. What
    is proven does not choose how: settings are read from above PROJECT, not from within.
    """
    from brickyard.flow.prove import prove_again, prove_code_again
    from brickyard.reports.again import again_document, again_text
    from brickyard.reports.junit import as_junit
    from brickyard.reports.places import places_of_build
    from brickyard.reports.told import told_of_build

    if as_json and as_events:
        raise click.UsageError("Give --json or --json-events, not both.")
    made = seat(project) / "build"
    project = made if made != project / "build" and (made / "BUILD.json").exists() else project
    about: dict[str, Any] = {
        "proof": proof or "",
        "settings": settings_for(project.resolve().parent, **given),
        "listener": _line if as_events else _warn if as_json else _tell,
    }
    reports = Reports(junit, sarif, summary, badge)
    if not (project / "BUILD.json").exists():
        again = asyncio.run(prove_code_again(project, since=since, **about))
        if again is not None:
            return _show_again(again, reports, as_json=as_json, as_events=as_events)
    if since is not None:
        raise BadInput(
            f"{project} holds no code that `brickyard prove` has proven, and --since is for that.",
            hint="Leave out --since to prove a built project again.",
        )
    result = asyncio.run(prove_again(project, allow_edited_tests=allow_edited_tests, **about))
    reports.write(lambda: told_of_build(result, places_of_build(project)), lambda: as_junit(result))
    if as_json:
        show_json(again_document(result))
    elif as_events:
        click.echo(json.dumps(again_document(result), ensure_ascii=False))
    else:
        click.echo(again_text(result, width=columns(sys.stdout), colour=coloured(sys.stdout)))
    return result.exit_code


def _tell(event: Event) -> None:
    if isinstance(event, StageStarted):
        click.echo(f"  {_STAGES.get(event.stage, event.stage)} …", err=True)
    _warn(event)


def _line(event: Event) -> None:
    click.echo(event.model_dump_json())


def _warn(event: Event) -> None:
    if isinstance(event, Warned):
        click.echo(f"Warning: {event.message}", err=True)


def _show_again(again: "Again", reports: Reports, *, as_json: bool, as_events: bool) -> int:
    from brickyard.doors.prove.again import proven_recipe
    from brickyard.reports.junit import as_proved_junit
    from brickyard.reports.places import Places, places_of_proof
    from brickyard.reports.proved import again_proved_text
    from brickyard.reports.told import told_of_again

    def places() -> Places:
        found = proven_recipe(Path(again.project))
        assert found is not None
        folder, locked = found
        return places_of_proof(folder, seat(folder) / locked.code)

    reports.write(
        lambda: told_of_again(again, places()),
        lambda: as_proved_junit(again.proved, {row.requirement for row in again.lost}),
    )
    document = {**again.model_dump(mode="json"), "exit_code": again.exit_code}
    if as_json:
        show_json(document)
    elif as_events:
        click.echo(json.dumps(document, ensure_ascii=False))
    else:
        width, colour = columns(sys.stdout), coloured(sys.stdout)
        click.echo(again_proved_text(again, width=width, colour=colour))
    return again.exit_code
