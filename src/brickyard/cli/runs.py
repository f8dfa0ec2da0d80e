"""`brickyard runs`: list, show, cancel, resume, and put back what one wrote over."""

import sys
from pathlib import Path
from typing import Any

import click

from brickyard.cli.message_view import conversation
from brickyard.cli.options import budget_options
from brickyard.cli.record import (
    existing_record,
    found_home,
    home_option,
    json_option,
    latest_run,
    looked,
    run_named,
    runs_here,
)
from brickyard.cli.run_view import Seen, as_value, lines, print_table
from brickyard.errors import BadInput
from brickyard.flow.orders import FINISHED, happened
from brickyard.record import Record, Run
from brickyard.record.damage import whole
from brickyard.record.kept import kept, put_back
from brickyard.record.messages import FILE, read_messages, run_folder
from brickyard.record.metrics import read_metrics
from brickyard.reports.output import say, show_json, shown
from brickyard.values import counted


@click.group(invoke_without_command=True)
@home_option
@json_option
@click.pass_context
def runs(ctx: click.Context, home: Path | None, as_json: bool) -> None:
    """List, show, cancel and resume runs, and put back what one wrote over."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_runs, home=home, as_json=as_json)
    elif home or as_json:
        raise click.UsageError(f"Put --home and --json after '{ctx.invoked_subcommand}'.", ctx)


@runs.command("list")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="How many.")
@home_option
@json_option
def list_runs(limit: int, home: Path | None, as_json: bool) -> None:
    """The latest runs, newest first."""
    found: list[Seen] = []
    place = found_home(home)
    if place:
        with existing_record(home) as record:
            found = [_seen(record, run) for run in runs_here(record, home, limit)]
    if as_json:
        show_json([as_value(seen) for seen in found])
    elif found:
        print_table(found)
        say(f"The record is {shown(place or '')}.")
    else:
        say(f"No runs yet. `brickyard build RECIPE` starts one. {looked(home)}")


@runs.command("show")
@click.argument("id", required=False)
@click.option("--messages", is_flag=True, help="What was asked and answered, as a conversation.")
@click.option("--full", is_flag=True, help="With --messages: whole texts, however long.")
@home_option
@json_option
def show_run(id: str | None, messages: bool, full: bool, home: Path | None, as_json: bool) -> None:
    """How a run stands, what it spent, and how to go on; without ID, the latest."""
    if full and not messages:
        raise click.UsageError("--full goes with --messages.")
    with existing_record(home) as record:
        run = run_named(record, home, id) if id else latest_run(record, home)
        seen, events = _seen(record, run), happened(record, run)
        path = run_folder(record.home, run.id) / FILE
        with whole(f"the result of run {run.id}", record.place):
            told = "\n".join(lines(seen, events))
    if messages:
        _show_messages(path, full=full, as_json=as_json)
    elif as_json:
        show_json(as_value(seen, events))
    else:
        say(told)


@runs.command("cancel")
@click.argument("id")
@home_option
@json_option
def cancel_run(id: str, home: Path | None, as_json: bool) -> None:
    """Ask a run to stop; what it has done stays, and it can be resumed."""
    with existing_record(home) as record:
        record.runs.cancel(id)
        seen = _seen(record, record.runs.get(id))
    if as_json:
        show_json(as_value(seen))
    elif seen.run.alive:
        click.echo(f"Run {seen.run.id} was asked to stop.")
    else:
        click.echo(f"Run {seen.run.id} is cancelled.")


@runs.command("resume")
@click.argument("id", required=False)
@budget_options
@home_option
@json_option
def resume_run(id: str | None, home: Path | None, as_json: bool, **raised: Any) -> None:
    """Go on with a run, by default the latest unfinished: nothing answered is asked again."""
    with existing_record(home) as record:
        open = (run for run in runs_here(record, home) if run.status not in FINISHED)
        run = run_named(record, home, id) if id else next(open, None) or latest_run(record, home)
        place = record.home

    from brickyard.cli.resume import resume  # heavy, and only here

    sys.exit(resume(place, run.id, as_json=as_json, **raised))


@runs.command("restore")
@click.argument("id", required=False)
@click.option("--force", is_flag=True, help="Write over what was changed since, too.")
@home_option
@json_option
def restore_files(id: str | None, force: bool, home: Path | None, as_json: bool) -> None:
    """Put back the files that a run wrote over; without ID, the latest run that did.

    What a person changed since then stays, unless --force says otherwise.
    """
    with existing_record(home) as record:
        named = [run_named(record, home, id)] if id else runs_here(record, home)
        found = ((run, kept(run_folder(record.home, run.id))) for run in named)
        latest = next((one for one in found if one[1]), None)
    if latest is None:
        raise BadInput(
            f"Run {named[0].id} wrote over nothing." if id else "No run here wrote over anything.",
            hint="What was put back once is not put back again; `brickyard runs` lists all runs.",
        )
    run, writes = latest
    back = {str(one.target): put_back(one, force=force) for one in writes}
    if as_json:
        show_json({"run": run.id, "restored": back})
        return
    for folder, files in back.items():
        say(f"{shown(folder)} is as it was before run {run.id}: {counted(len(files), 'file')}")
        say(f"  {', '.join(files)}")


def _show_messages(path: Path, *, full: bool, as_json: bool) -> None:
    if not path.is_file():
        raise BadInput(
            f"There is no {path}.", hint="The run asked nothing, or an older Brickyard ran it."
        )
    if as_json:
        show_json([*read_messages(path)])
    else:
        click.echo_via_pager(conversation(read_messages(path), full=full))


def _seen(record: Record, run: Run) -> Seen:
    metrics = read_metrics(run_folder(record.home, run.id))
    return Seen(run, record.budget.spent(run.id), metrics.get("shared_prefix", 0.0))
