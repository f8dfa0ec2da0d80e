"""`brickyard check --fix`: what a model proposes where WHAT and HOW are mixed, applied on yes."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brickyard.cli.agree import says_yes, show_lines
from brickyard.cli.progress import Progress
from brickyard.reports.output import program, say, typed

if TYPE_CHECKING:
    from brickyard.flow.fix import Agree, Fix

NOT_APPLIED = 4


def run(recipe: Path, *, yes: bool, **given: Any) -> int:
    """Ask, show, apply; 4 where nobody agreed."""
    from brickyard.flow.fix import fix

    progress = Progress()
    try:
        with progress:
            found = asyncio.run(
                fix(recipe, agree=_agree(progress, yes), listener=progress, **given)
            )
    except KeyboardInterrupt:
        raise click.exceptions.Abort from None
    if not found.places:
        say(f"{recipe}: WHAT and HOW are not mixed.")
        return 0
    _tell_left(found)
    if not found.diff:
        say("Nothing is changed: none of it is mixed.")
        return 0
    if found.applied:
        say(f"Written. `{program()} check {typed(recipe)}` says what is left.")
        return 0
    say("Nothing was written." if sys.stdin.isatty() else _HOW, err=True)
    return NOT_APPLIED


_HOW = "Nothing was written: there is no terminal to agree at. Give --yes to apply it."


def _agree(progress: Progress, yes: bool) -> "Agree":
    def agree(found: "Fix") -> bool:
        with progress.paused():
            show_lines(found.diff)
            return yes or (sys.stdin.isatty() and says_yes("Apply this?"))

    return agree


def _tell_left(found: "Fix") -> None:
    """What stays, and how to have `check` say no more of it."""
    places = {one.number: one for one in found.places}
    for one in found.left:
        place = places[one.place]
        say(f"{place.file}:{place.first} stays, '{place.says}': {one.why}")
        say(f"  To hear no more of it: <!-- brickyard: allow {place.rule}: the reason -->")
