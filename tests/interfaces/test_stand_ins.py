"""What impostors give: the emptiest value of a type, and an object that accepts everything."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypedDict

import pytest

from brickyard.red.stand_ins import Anything, hollow


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Item:
    name: str
    colour: Colour
    price: Decimal = Decimal(3)
    tags: list[str] = field(default_factory=lambda: ["x"])


class TooFew(Exception):
    pass


@dataclass
class Strict:
    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise TooFew


class Pair(NamedTuple):
    one: int
    other: str


class Options(TypedDict):
    name: str


class Named:
    def __init__(self, name: str, *, size: int) -> None:
        self.told = (name, size)


class Reader(Protocol):
    def read(self) -> str: ...


EMPTY: list[tuple[Any, Any]] = [
    (None, None),
    (int, 0),
    (float, 0.0),
    (bool, False),
    (str, ""),
    (bytes, b""),
    (list[int], []),
    (dict[str, int], {}),
    (set[str], set()),
    (frozenset[str], frozenset()),
    (tuple[int, ...], ()),
    (tuple[int, str], (0, "")),
    (tuple, ()),
    (Sequence[int], []),
    (Iterable[int], []),
    (Mapping[str, int], {}),
    (str | None, None),
    (int | str, 0),
    (Literal["a", "b"], "a"),
    (Annotated[int, "count"], 0),
    (type[int], int),
    (Decimal, Decimal(0)),
    (Path, Path()),
    (date, date.min),
    (timedelta, timedelta()),
    (Colour, Colour.RED),
    (Pair, Pair(0, "")),
    (Options, {}),
]


@pytest.mark.parametrize(("hint", "expected"), EMPTY, ids=[str(hint) for hint, _ in EMPTY])
def test_a_hollow_value_is_the_emptiest_of_its_type(hint: Any, expected: Any) -> None:
    made = hollow(lambda: hint)

    assert made == expected
    assert type(made) is type(expected)


def test_a_hollow_dataclass_has_hollow_fields_and_its_own_defaults() -> None:
    made = hollow(lambda: Item)

    assert isinstance(made, Item)
    assert (made.name, made.colour, made.price, made.tags) == ("", Colour.RED, Decimal(3), ["x"])


def test_a_hollow_object_of_a_frozen_class_is_not_frozen() -> None:
    made = hollow(lambda: Item)

    made.name = "y"

    assert made.name == "y"


def test_a_hollow_object_is_told_hollow_arguments_or_nothing_where_those_are_refused() -> None:
    assert hollow(lambda: Named).told == ("", 0)
    assert isinstance(hollow(lambda: Strict), Strict)


@pytest.mark.parametrize("hint", [Any, Reader, Callable[[], int]], ids=str)
def test_where_there_is_no_empty_value_anything_will_do(hint: Any) -> None:
    assert isinstance(hollow(lambda: hint), Anything)


def test_an_annotation_that_cannot_be_read_gives_anything() -> None:
    assert isinstance(hollow(lambda: unknown), Anything)  # type: ignore[name-defined]  # noqa: F821


def test_anything_accepts_whatever_is_done_to_it() -> None:
    thing: Any = Anything()
    thing.size = 3

    assert thing.name is thing
    assert thing.method(1, two=2)[0].field is thing
    assert thing + 1 is thing
    assert round(1 - thing / 2) is thing
    assert (len(thing), int(thing), float(thing), str(thing), list(thing)) == (0, 0, 0.0, "", [])
    with thing as entered:
        assert entered is thing
    assert thing.size == 3


def test_anything_can_be_awaited_entered_and_walked_over_later() -> None:
    async def use(thing: Any) -> tuple[Any, list[Any]]:
        async with thing as entered:
            return await entered, [item async for item in entered]

    thing = Anything()

    assert asyncio.run(use(thing)) == (thing, [])


def test_anything_is_no_value_that_a_test_could_expect() -> None:
    thing: Any = Anything()

    assert thing == thing
    assert thing != Anything()
    assert thing not in (None, 0, "", [], True)
    assert "x" not in thing
    with pytest.raises(TypeError):
        _ = thing < 1
    with pytest.raises(AttributeError):
        _ = thing.__fspath__
