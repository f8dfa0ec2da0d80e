"""What a person agrees to on the terminal: edits, shown as a diff, and permissions."""

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import click

from brickyard.cli.message_view import visible
from brickyard.cli.progress import Progress
from brickyard.doors.prove.verdicts import Repair
from brickyard.recipe.permissions import Wish
from brickyard.repair.edits import size_of
from brickyard.reports.output import coloured, say

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def asking(progress: Progress) -> Callable[[Repair], bool] | None:
    """Asks the person at the terminal; None where nobody can be asked."""
    if not sys.stdin.isatty():
        return None

    def agree(repair: Repair) -> bool:
        with progress.paused():
            show_diff(repair)
            return says_yes("Apply these edits?")

    return agree


def permitting(progress: Progress) -> Callable[[Wish], bool] | None:
    """Asks whether the code may do what the recipe's words ask for; None as for edits."""
    if not sys.stdin.isatty():
        return None

    def permit(wish: Wish) -> bool:
        with progress.paused():
            say(f"The recipe asks for {wish.told}", err=True)
            return says_yes("Allow it for this build?")

    return permit


def says_yes(question: str) -> bool:
    """What the person at the terminal answers."""
    with _interruptible():
        try:
            return click.confirm(question, err=True)
        except click.Abort:
            raise KeyboardInterrupt from None


def show_lines(diff: str) -> None:
    """A diff, on standard error, so that standard output stays what it is."""
    colour = coloured(sys.stderr)
    for line in diff.splitlines():
        fg = _COLOURS.get(line[:1]) if colour else None
        click.echo(click.style(visible(line), fg=fg) if fg else visible(line), err=True)


def show_diff(repair: Repair) -> None:
    """The diff, and what comes of it."""
    show_lines(repair.diff)
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
