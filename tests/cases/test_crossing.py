"""Values cross as JSON, and are outside what the one equality says of them inside."""

import copy
import json
import math
from collections import Counter, OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, Flag, IntEnum, StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.cases import same
from brickyard.cases.inside import crossing
from brickyard.cases.inside.crossing import Crossing
from brickyard.cases.inside.decoded import Malformed, decode
from brickyard.cases.inside.standins import Opaque


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Word(StrEnum):
    YES = "yes"


class Right(Flag):
    READ = 1
    WRITE = 2


@dataclass(frozen=True)
class Item:
    name: str
    price: Any
    note: str = field(default="", compare=False)


@dataclass(frozen=True)
class Other:
    name: str
    price: Any


Point = namedtuple("Point", "x y")


def crossed(value: Any) -> Any:
    return decode(json.loads(json.dumps(Crossing(__name__, {}).encode(value))))


def same_outside(got: Any, expected: Any) -> bool:
    return same(crossed(got), crossed(expected))


TEXTS = st.text(st.characters(codec=None), max_size=5)
TIMES = st.one_of(
    st.dates(),
    st.times(timezones=st.sampled_from([None, UTC])),
    st.datetimes(timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=2))])),
    st.timedeltas(),
)
HASHABLE = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 2),
        st.integers(),
        st.sampled_from([0.0, -0.0, 1.0, 2.5, math.inf]),
        TEXTS,
        st.binary(max_size=3),
        st.sampled_from([Decimal(1), Decimal("1.0"), Fraction(1), Fraction(1, 3), 1j, UUID(int=7)]),
        st.sampled_from([*Colour, *Size, *Word, Right.READ, Right.READ | Right.WRITE]),
        st.sampled_from([Path("a"), Path("a/b"), range(3), range(0)]),
        TIMES,
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner),
        st.builds(Point, inner, inner),
        st.builds(Item, TEXTS, inner, TEXTS),
        st.builds(Other, TEXTS, inner),
        st.frozensets(inner, max_size=3),
    ),
    max_leaves=4,
)
VALUES = st.recursive(
    st.one_of(HASHABLE, st.floats(), st.just(math.nan), st.sets(HASHABLE, max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(HASHABLE, inner, max_size=3),
        st.dictionaries(HASHABLE, inner, max_size=3).map(OrderedDict),
        st.builds(Item, TEXTS, inner),
    ),
    max_leaves=8,
)


@given(VALUES)
def test_a_value_is_itself_outside_as_it_is_inside(value: Any) -> None:
    again = copy.deepcopy(value)
    assert same_outside(again, value) == same(again, value)


@given(VALUES, VALUES)
def test_two_values_are_the_same_outside_as_they_are_inside(one: Any, other: Any) -> None:
    assert same_outside(one, other) == same(one, other)
    assert same_outside([one], [other]) == same([one], [other])


def nearly(value: Any) -> st.SearchStrategy[Any]:
    """What looks like the value, and is not always the same."""
    match value:
        case bool() | int():
            return st.sampled_from([int(value), bool(value), value + 1, str(value), None]) | (
                st.just(float(value)) if abs(value) < 2**53 else st.none()
            )
        case float():
            return st.sampled_from([value, value + 0.25, str(value), -value, math.nan])
        case str():
            return st.sampled_from([value, value + " ", value.encode("utf-8", "replace"), [value]])
        case list() | tuple():
            swapped = tuple(value) if isinstance(value, list) else list(value)
            tweaked = st.tuples(*map(nearly, value)).map(list)
            return st.one_of(st.sampled_from([swapped, [*value, None], value[:-1]]), tweaked)
        case dict():
            tweaked = st.tuples(*map(nearly, value.values()))
            return tweaked.map(lambda values: dict(zip(value, values, strict=True)))
        case set() | frozenset():
            return st.sampled_from([set(value), frozenset(value), list(value)])
        case Item():
            other = st.just(Other(value.name, value.price))
            return other | st.builds(Item, st.just(value.name), nearly(value.price))
        case _:
            return st.sampled_from([value, str(value), None])


@given(st.data())
def test_values_that_nearly_agree_are_told_apart_as_inside(data: st.DataObject) -> None:
    value = data.draw(VALUES)
    got = data.draw(nearly(value))
    assert same_outside(got, value) == same(got, value)


LIES = {"__eq__": lambda self, other: True, "__hash__": lambda self: 3}  # pyright: ignore
LyingText = type("LyingText", (str,), LIES)
LyingNumber = type("LyingNumber", (int,), LIES)
LyingList = type("LyingList", (list,), LIES)
LyingDict = type("LyingDict", (dict,), {"__contains__": lambda self, key: True})  # pyright: ignore
Hidden = type("Hidden", (), {**LIES, "__qualname__": "no.such"})
Masked = type("Masked", (), {"__class__": int, "__qualname__": "no.such"})
Namesake = type("Decimal", (), {"__module__": "decimal", "__str__": lambda self: "1"})  # pyright: ignore
Posing = type("Item", (), {"name": "a", "price": 1, "note": ""})


class PlainText(str):
    pass


class Liar:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


ITSELF: list[Any] = []
ITSELF.append(ITSELF)
DEEP: list[Any] = []
for _ in range(crossing.DEPTH + 1):
    DEEP = [DEEP]
WIDE: list[Any] = [1]
for _ in range(30):
    WIDE = [WIDE, WIDE]

PLAIN: tuple[Any, ...] = (3, "a", None, True, [], {}, [1, 2])
STRANGE = {
    "an object of type LyingList": [LyingList()],
    "an object of type LyingDict": [LyingDict()],
    "an object of type Hidden": [Hidden()],
    "an object of type Masked": [Masked()],
    "an object of type Decimal": [Namesake(), type("Decimal", (Decimal,), {})(1)],
    "an object of type Item": [Posing()],
    "an object of type function": [crossed],
    "an object of type generator": [(one for one in ())],
    "a value that contains itself": [ITSELF, {"a": ITSELF}],
    "a value nested more than 50 deep": [DEEP],
    "a value of more than 20,000 parts": [WIDE, [0] * 20_000],
    "more than 1,000,000 characters": ["a" * 1_000_001, ["a" * 600_000] * 2, b"a" * 1_000_001],
    "an integer of more than 131,072 bits": [1 << 131_073, -(1 << 131_073)],
    "sets and dictionaries of more than 4,096 parts": [set(range(5_000))],
}


@pytest.mark.parametrize("why", STRANGE)
def test_what_cannot_cross_says_why_and_equals_nothing(why: str) -> None:
    for value in STRANGE[why]:
        there = crossed(value)
        assert isinstance(there, Opaque)
        assert repr(there).startswith(f"{why} (")
        assert there != there
        assert not any(same(there, expected) for expected in (*PLAIN, crossed(value)))


@pytest.mark.parametrize("value", [LyingText("b"), LyingNumber(4), Liar(), LyingList([3])])
def test_what_claims_to_equal_everything_equals_no_plain_value(value: Any) -> None:
    assert not any(same(crossed(value), expected) for expected in PLAIN)


STRANGER = Hidden()


@pytest.mark.parametrize(
    "inside", [[STRANGER], (1, STRANGER), {"a": STRANGER}, Item("a", STRANGER)]
)
def test_one_part_that_cannot_cross_is_enough(inside: Any) -> None:
    assert not same(crossed(inside), crossed(inside))


def test_an_object_that_lacks_a_field_is_no_other() -> None:
    less = Item("a", 1)
    object.__delattr__(less, "price")
    assert not same_outside(less, Item("a", 1))
    assert not same_outside(Item("a", 1), less)


SAME = [
    (math.nan, math.nan),
    (-0.0, 0.0),
    (1, 1.0),
    (10**400, 10**400),
    (2**53 + 1, 2**53 + 1),
    ("\ud800", "\ud800"),
    (PlainText("a"), "a"),
    (Word.YES, "yes"),
    ("yes", Word.YES),
    (Size.SMALL, 1),
    ({Word.YES}, {"yes"}),
    (Point(1, 2), (1, 2)),
    (Point(1, 2), [1, 2]),
    (Counter("aab"), {"a": 2, "b": 1}),
    (defaultdict(int, a=1), {"a": 1}),
    ({1: "a", None: "b"}, {None: "b", 1: "a"}),
    (Item("a", 1, "x"), Item("a", 1, "y")),
    (Item("a", (1,)), Item("a", [1])),
    ([Item("a", {"b": frozenset({1})})], [Item("a", {"b": {1}})]),
    (Decimal("1.0"), Decimal("1.00")),
    (Decimal(1), 1),
    (frozenset({1}), {1}),
    (
        datetime(2024, 7, 1, 14, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime(2024, 7, 1, 12, tzinfo=UTC),
    ),
    (time(12, tzinfo=UTC), time(12, tzinfo=timezone(timedelta(0)))),
    (Right.READ | Right.WRITE, Right.WRITE | Right.READ),
    (bytearray(b"a"), bytearray(b"a")),
]
DIFFERENT = [
    (True, 1),
    (1, True),
    (0, False),
    (2**53 + 1, float(2**53)),
    ("1", 1),
    (b"a", "a"),
    ([1], (1,)),
    ({1}, frozenset({1})),
    (date(2024, 1, 1), datetime(2024, 1, 1)),  # noqa: DTZ001
    (datetime(2024, 1, 1), datetime(2024, 1, 1, tzinfo=UTC)),  # noqa: DTZ001
    (Colour.RED, "red"),
    (Colour.RED, Colour.BLUE),
    (Item("a", True), Item("a", 1)),
    (Item("a", 1), Other("a", 1)),
    (Item("a", [1]), Item("a", (1,))),
    (Path("a"), "a"),
    (None, 0),
    ([], {}),
    (Right.READ, Right.READ | Right.WRITE),
    (Decimal("sNaN"), Decimal(1)),
]


@pytest.mark.parametrize(("got", "expected"), SAME, ids=range(len(SAME)))
def test_awkward_values_that_are_the_same(got: Any, expected: Any) -> None:
    assert same_outside(got, expected)
    assert same(got, expected)


@pytest.mark.parametrize(("got", "expected"), DIFFERENT, ids=range(len(DIFFERENT)))
def test_awkward_values_that_differ(got: Any, expected: Any) -> None:
    assert not same_outside(got, expected)
    assert not same(got, expected)


FORGED = [
    1.5,
    {},
    [],
    [1],
    [["l"]],
    ["?"],
    ["f"],
    ["f", 1],
    ["f", "1.0 or so"],
    ["f", "0x1p+0", "0x1p+0"],
    ["i", "0x" + "f" * 40_000],
    ["i", "twelve"],
    ["d", ["a"]],
    ["d", ["a", 1], ["a", 2]],
    ["d", [["l"], 1]],
    ["s", 1, 1],
    ["s", ["l"]],
    ["s", *range(5_000)],
    ["o"],
    ["o", 1],
    ["o", "x", "fields"],
    ["o", "x", "fields", 1],
    ["o", "x", "fields", False, [1, 1]],
    ["o", "x", "fields", False, ["a b", 1]],
    ["e", "x", "y"],
    ["e", "x", "y", ["l"]],
    ["x", ["x"], "x", "", True, ["t"]],
    ["x", [1], "x", "", 0, ["t"]],
    ["x", ["x"], "x", "", 0, ["l"]],
    ["w", "Other"],
    ["w", "Ran", ["exit", 0], ["more", 1]],
    ["deque", 1.5],
    ["dict_items", 1],
    ["Path", "Folder", "x"],
    ["ZoneInfo", "No/Where"],
    ["Fraction", "1e999999999"],
    ["Fraction", 1, 0],
    ["range", 0, 1, 0],
    ["Decimal", "one"],
    ["bytes", "zz"],
    ["date", "yesterday"],
    ["datetime", "2024-01-01", "UTC"],
    ["timezone", 10**15],
    ["timedelta", 10**12, 0, 0],
    ["UUID", "x"],
]


@pytest.mark.parametrize("told", FORGED, ids=range(len(FORGED)))
def test_what_the_encoder_does_not_write_is_refused(told: Any) -> None:
    with pytest.raises(Malformed):
        decode(told)


@pytest.mark.parametrize("depth", [crossing.DEPTH + 2, 5_000])
def test_nesting_without_end_is_refused(depth: int) -> None:
    told: list[Any] = ["l"]
    for _ in range(depth):
        told = ["l", told]
    with pytest.raises(Malformed):
        decode(told)
