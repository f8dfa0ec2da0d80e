"""The one equality, pair by pair."""

from collections import Counter, OrderedDict, namedtuple
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.cases import approx, same

NAN = float("nan")
Point = namedtuple("Point", "x y")


class Level(IntEnum):
    ONE = 1


class Word(StrEnum):
    A = "a"


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Coin:
    value: Any
    seen: int = field(default=0, compare=False)


@dataclass(eq=False)
class Other:
    value: Any


class Liar:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Flatterer:
    """Equal to whoever it is asked about, but not to who asks."""

    def __init__(self, flatters: bool) -> None:
        self.flatters = flatters

    def __eq__(self, other: object) -> bool:
        return self.flatters

    __hash__ = object.__hash__


class LyingInt(int):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class LyingStr(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class LyingList(list[Any]):
    def __eq__(self, other: object) -> bool:
        return True

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Any:
        return iter([1, 2])


@dataclass
class LyingCoin(Coin):
    def __eq__(self, other: object) -> bool:
        return True


SAME: list[tuple[Any, Any]] = [
    (1, 1.0),
    (1.0, 1),
    (Decimal("1.0"), 1),
    (Decimal("1.10"), Decimal("1.1")),
    (Fraction(1, 2), 0.5),
    (-0.0, 0.0),
    (NAN, NAN),
    ([NAN], [float("nan")]),
    (Decimal("NaN"), Decimal("NaN")),
    (float("inf"), float("inf")),
    (2**60, 2.0**60),
    ((1, 2), [1, 2]),
    ([1, (2, 3)], [1, [2, 3]]),
    (Point(1, 2), (1, 2)),
    (Point(1, 2), [1, 2]),
    (frozenset({1}), {1}),
    ({"a": (1,)}, {"a": [1]}),
    (OrderedDict(a=1), {"a": 1}),
    (Counter("aa"), {"a": 2}),
    ({1: "x"}, {1.0: "x"}),
    (Level.ONE, 1),
    (Word.A, "a"),
    (Colour.RED, Colour.RED),
    (Coin(1, seen=1), Coin(1, seen=2)),
    (Coin((1,)), Coin([1])),
    (b"a", b"a"),
    (None, None),
    (int, int),
    (1.004, approx(1, 0.01)),
    ([Decimal("1.004")], [approx(1, 0.01)]),
    (1e-9, approx(0, 1e-6)),
]

DIFFERENT: list[tuple[Any, Any]] = [
    (True, 1),
    (1, True),
    (False, 0),
    (True, 1.0),
    ([True], [1]),
    ({True: "x"}, {1: "x"}),
    ({1}, {True}),
    (0, None),
    (None, False),
    (NAN, 1.0),
    (1.0, NAN),
    (float("nan"), Decimal("NaN")),
    ([1, 2], (1, 2)),
    ({1}, frozenset({1})),
    ([1, 2], [2, 1]),
    ([1], [1, 2]),
    ("a", b"a"),
    ("1", 1),
    ("ab", ["a", "b"]),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": 1, "b": 2}, {"a": 1}),
    (range(2), [0, 1]),
    (Colour.RED, Colour.BLUE),
    (Colour.RED, 1),
    (Coin(1), Other(1)),
    (Coin(True), Coin(1)),
    (Other(1), Other(2)),
    (Liar(), 1),
    (Liar(), "a"),
    (Liar(), None),
    (Liar(), [1]),
    (Liar(), Coin(1)),
    ([Liar()], [1]),
    (Flatterer(True), Flatterer(False)),
    (Flatterer(False), Flatterer(True)),
    (LyingInt(2), 1),
    (LyingInt(2), 1.5),
    (LyingStr("b"), "a"),
    (LyingList([3]), [1, 2]),
    (LyingCoin(2), LyingCoin(1)),
    (1.02, approx(1, 0.01)),
    (NAN, approx(1, 0.01)),
    (float("inf"), approx(1, 0.01)),
    (True, approx(1, 0.01)),
    ("1", approx(1, 0.01)),
    (Decimal("sNaN"), Decimal(1)),
]


@pytest.mark.parametrize(("got", "expected"), SAME)
def test_these_are_the_same(got: Any, expected: Any) -> None:
    assert same(got, expected) is True


@pytest.mark.parametrize(("got", "expected"), DIFFERENT)
def test_these_are_different(got: Any, expected: Any) -> None:
    assert same(got, expected) is False


@pytest.mark.parametrize("value", [1, 100, -5.0, Decimal(3)])
def test_a_tolerance_is_bounded_by_the_size_of_the_value(value: Any) -> None:
    approx(value, abs(value) / type(value)(100))
    with pytest.raises(ValueError, match="at most"):
        approx(value, abs(float(value)) / 50)


@pytest.mark.parametrize(("value", "within"), [(0, 1), (NAN, 0), (float("inf"), 1), (1, -0.01)])
def test_a_tolerance_that_means_nothing_is_refused(value: float, within: float) -> None:
    with pytest.raises(ValueError, match="at most"):
        approx(value, within)


def test_values_that_hold_themselves_end() -> None:
    one: list[Any] = [1]
    one.append(one)
    other: list[Any] = [1]
    other.append(other)
    assert same(one, other)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=20,
)


@given(PLAIN)
def test_every_value_is_the_same_as_itself(value: Any) -> None:
    assert same(value, value)


@given(PLAIN, PLAIN)
def test_what_is_the_same_in_kind_is_the_same_to_python_too(one: Any, other: Any) -> None:
    """But for NaN, which Python calls different, and lists for tuples."""
    if "nan" not in repr((one, other)) and "(" not in repr((one, other)) and same(one, other):
        assert one == other
