"""Edits of somebody's code on the terminal: shown as a diff, and applied on yes."""

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import click

from brickyard.doors.prove.verdicts import Repair
from brickyard.faces.cli.message_view import visible
from brickyard.faces.cli.output import coloured, say
from brickyard.faces.cli.progress import Progress
from brickyard.repair.edits import size_of

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def asking(progress: Progress) -> Callable[[Repair], bool] | None:
    """Asks the person at the terminal; None where nobody can be asked."""
    if not sys.stdin.isatty():
        return None

    def agree(repair: Repair) -> bool:
        with progress.paused(), _interruptible():
            show_diff(repair)
            try:
                return click.confirm("Apply these edits?", err=True)
            except click.Abort:
                raise KeyboardInterrupt from None

    return agree


def show_diff(repair: Repair) -> None:
    """On standard error, so that standard output stays what it is."""
    colour = coloured(sys.stderr)
    for line in repair.diff.splitlines():
        fg = _COLOURS.get(line[:1]) if colour else None
        click.echo(click.style(visible(line), fg=fg) if fg else visible(line), err=True)
    met = ", ".join(repair.mended)
    say(f"{size_of(repair.diff)}; with it {met} would be met, and nothing is lost.", err=True)
    for note in repair.notes:
        say(f"Note: {note}", err=True)


@contextmanager
def _interruptible() -> Generator[None]:
    """Ctrl-C ends a question at once; while a run works, it ends it in good order."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
