"""`brickyard prove`: evidence for code that somebody else wrote."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import click

from brickyard.cli.build import show_result
from brickyard.cli.options import (
    events_option,
    home_option,
    json_option,
    model_options,
    proof_option,
    report_options,
    settings_for,
    since_option,
    verbose_option,
)
from brickyard.cli.progress import Progress
from brickyard.cli.report import show_report
from brickyard.cli.reports import NOTHING, Reports
from brickyard.errors import BadInput, BrickyardError
from brickyard.flow.results import Result, Tally
from brickyard.models.base import Request
from brickyard.models.handoff import whole_text
from brickyard.models.limits import Leave
from brickyard.reports.output import program, say, show_error, shown, typed
from brickyard.values import Level

_SINCE = "--since keeps what the lock at a revision has; --unlocked and --from start anew."
_NO_RECIPE = "Name the recipe's folder, or a text to draft one from: --from README.md."


@click.command()
@click.argument("recipe", type=click.Path(path_type=Path), required=False)
@click.option(
    "--code",
    type=click.Path(path_type=Path),
    required=True,
    help="A repository, a package's folder, or one Python file.",
)
@model_options
@proof_option
@click.option(
    "--from",
    "texts",
    multiple=True,
    metavar="FILE",
    help="No recipe yet: draft one of what this text promises; - is standard input.",
)
@click.option(
    "--yes",
    is_flag=True,
    help="Use a drafted recipe, send what --show shows, apply what --repair found: do not ask.",
)
@click.option(
    "--show", is_flag=True, help="Print each question before it is sent; a terminal is asked."
)
@click.option(
    "--write-tests",
    "tests",
    type=click.Path(path_type=Path),
    help="Also write the cases as pytest files to this folder.",
)
@click.option(
    "--repair",
    is_flag=True,
    help="Have what is wrong or not there mended: a diff is shown, and applied on yes.",
)
@click.option("--unlocked", is_flag=True, help="Ask for cases anew, whatever brickyard.lock has.")
@report_options
@since_option
@verbose_option
@home_option
@json_option
@events_option
def prove(
    recipe: Path | None,
    code: Path,
    model: str,
    texts: tuple[str, ...],
    yes: bool,
    show: bool,
    tests: Path | None,
    repair: bool,
    unlocked: bool,
    junit: Path | None,
    sarif: Path | None,
    summary: Path | None,
    badge: Path | None,
    since: str | None,
    verbose: bool,
    home: Path | None,
    as_json: bool,
    as_events: bool,
    **given: Any,
) -> int:
    """Prove the code in a folder by the requirements in RECIPE.

    A model that sees requirements and the public interface, and never a body or a test, writes
    cases; the machine plays them on the code, on code that only pretends, and on small changes of
    it. Where a check fails, another reader rules by the recipe's words alone. The code is not
    changed: cases and rulings go into RECIPE/brickyard.lock, so that `brickyard test` can prove it
    again with no model. With --repair a model that sees the code mends it by smallest edits, which
    are written only if you agree.

    Ends with 0 if every MUST is met, with 1 if one is wrong, not there or not judged.
    """
    _refuse(
        {
            "Give --json or --json-events, not both.": as_json and as_events,
            _SINCE: since is not None and (unlocked or texts),
            "--repair proves the whole; leave out --since.": since is not None and repair,
            _NO_RECIPE: recipe is None and not texts,
        }
    )
    recipe = recipe or (code if code.is_dir() else code.parent) / "recipe"
    asked: dict[str, Any] = {
        "verbose": verbose,
        "leave": _leave(yes) if show else None,
        "model": model,
        "home": home,
        "settings": settings_for(recipe, **given).asking(model),
    }
    if texts and not _drafted(recipe, code, texts, yes, **asked):
        return 0
    asked |= {"as_json": as_json, "as_events": as_events, "unlocked": unlocked, "tests": tests}
    reports = Reports(junit, sarif, summary, badge)
    return run(recipe, code, reports=reports, since=since, repair=repair, yes=yes, **asked)


def _refuse(misused: dict[str, object]) -> None:
    """What cannot be asked for together, said by itself."""
    for why, is_so in misused.items():
        if is_so:
            raise click.UsageError(why)


def _leave(yes: bool) -> Leave:
    """Shows a question; at a terminal it goes out only after a yes."""

    def leave(request: Request) -> bool:
        text = whole_text(request)
        click.echo(f"===== {request.title} =====\n\n{text}\n", err=True)
        question = f"Send this question, {len(text):,} characters?"
        return yes or not sys.stdin.isatty() or click.confirm(question, err=True)

    return leave


def _drafted(
    recipe: Path,
    code: Path,
    texts: tuple[str, ...],
    yes: bool,
    *,
    verbose: bool,
    leave: Leave | None,
    **about: Any,
) -> bool:
    """Whether the recipe that was drafted is to be used now."""
    from brickyard.doors.prove.draft import read_texts, write_recipe
    from brickyard.flow.prove import draft

    if (recipe / "requirements.md").exists():
        raise BadInput(
            f"{recipe} holds a recipe already: nothing was drafted.",
            hint="Leave out --from to prove by it, or name another folder.",
        )
    found = read_texts(texts, sys.stdin.read() if "-" in texts else "")
    progress = Progress(as_lines=bool(leave))
    with progress:
        about |= {"listener": progress, "watch": progress.watch if verbose else None}
        files = asyncio.run(draft(recipe, code, found, leave=leave, **about))
    write_recipe(files, recipe)
    click.echo(files["requirements.md"], err=True)
    say(f"Written to {shown(recipe)}; sources.md has the sentence of each.", err=True)
    if yes or (sys.stdin.isatty() and click.confirm("Prove the code by it?", err=True)):
        return True
    command = f"{program()} prove {typed(recipe)} --code {typed(code)}"
    say(f"Read it, change it, then: {command}", err=True)
    return False


def run(
    recipe: Path,
    code: Path,
    *,
    as_json: bool,
    as_events: bool = False,
    verbose: bool = False,
    leave: Leave | None = None,
    reports: Reports = NOTHING,
    **arguments: Any,
) -> int:
    """Prove with the progress shown; the exit code."""
    from brickyard.cli.agree import asking
    from brickyard.flow.prove import prove as prove_code

    progress, tally = Progress(as_events=as_events, as_lines=bool(leave)), Tally()

    def tell(event: Any) -> None:
        tally(event)
        progress(event)

    try:
        with progress:
            arguments |= {"listener": tell, "watch": progress.watch if verbose else None}
            arguments |= {"agree": None if as_json or as_events else asking(progress)}
            result = asyncio.run(prove_code(recipe, code, leave=leave, **arguments))
    except BrickyardError as error:
        if progress.run and not as_events and not progress.live:
            say(f"So far: {progress.summary()}.", err=True)
        if not as_json and not as_events:
            raise
        show_error(error)
        show_result(tally.ended(progress.run, progress.recipe, error), error.exit_code, as_events)
        return error.exit_code
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    _report(result, reports, recipe, code)
    if as_json or as_events:
        show_result(result, result.exit_code, as_events)
    else:
        show_report(result)
    return result.exit_code


def _report(result: Result, reports: Reports, recipe: Path, code: Path) -> None:
    """The files for CI; in them a MUST that is not met fails."""
    from brickyard.reports.junit import as_proved_junit
    from brickyard.reports.places import places_of_proof
    from brickyard.reports.told import told_of_proof

    proved = result.proved
    assert proved is not None
    musts = {row.requirement for row in proved.rows if row.level is Level.MUST}
    reports.write(
        lambda: told_of_proof(proved, places_of_proof(recipe, code)),
        lambda: as_proved_junit(proved, musts),
    )
