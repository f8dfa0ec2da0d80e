"""Rows of the record that cannot be read back: damage is said as such, never as bad work."""

from collections.abc import Generator
from contextlib import contextmanager

from brickyard.errors import Unavailable


@contextmanager
def whole(what: str, place: object = "") -> Generator[None]:
    """Around reading what the record holds as JSON: text that is none was damaged on the disk."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = str(error).partition("\n")[0]
        raise Unavailable(
            f"The record{f' {place}' if place else ''} is damaged: {what} cannot be read "
            f"({reason}).",
            hint="Move the file record.db away: the next build makes a new one, and "
            "`brickyard cassette import FILE` brings exported answers back.",
        ) from error
