"""Rows of the record that cannot be read back: damage is said as such, never as bad work."""

import hashlib
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, TypeVar, cast

from brickyard.errors import Unavailable

T = TypeVar("T")


def damaged(place: object, what: str, reason: object) -> Unavailable:
    """`place` is the file that holds what cannot be used."""
    said = str(reason).partition("\n")[0]
    return Unavailable(
        f"The record{f' {place}' if place else ''} is damaged: {what} cannot be used ({said}).",
        hint=aside(place),
    )


def aside(place: object) -> str:
    """How to go on without the record, and what that costs."""
    return (
        f"Move {place or 'record.db'}* elsewhere and run again: a new record is made. Lost with it "
        "are the list of runs, and answers that were not exported: those are asked again. Recipes, "
        "locks and built projects are not in it, and `brickyard cassette import FILE` brings "
        "exported answers back."
    )


@contextmanager
def whole(what: str, place: object = "") -> Generator[None]:
    """Around reading what the record holds as JSON: text that is none was damaged on the disk."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(place, what, error) from error


def typed(kind: type[T], values: Iterable[Any], what: str, place: object) -> T:
    """The dataclass of a row; a value of another type than its column has was damaged."""
    row = [*values]
    columns = {field.name: cast("type", field.type) for field in fields(cast("Any", kind))}
    for (name, column), value in zip(columns.items(), row, strict=True):
        if not isinstance(value, column):
            raise damaged(place, what, f"its {name} is no {column.__name__}")
    return kind(*row)


def seal(*texts: str) -> str:
    """What texts of a row are known by, so that none of them changes unnoticed."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def unsealed(kept: object, what: str, place: object, *texts: str) -> None:
    """Raises if the texts are not those that were sealed; rows of older records have no seal."""
    if kept and kept != seal(*texts):
        raise damaged(place, what, "it is not what was stored")
