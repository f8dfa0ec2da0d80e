"""Calls made again: with values near to those that tests use, and with a look at what comes out."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from brickyard.mutants.inside.near import Near
from brickyard.mutants.inside.replays import Call, looks, public, shown


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Money:
    amount: int
    currency: str = "EUR"

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise ValueError(self.amount)


def limit(points: int) -> str:
    return "much" if points > 41 else "little"


NOTHING = Near([], [])
PLAIN = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(PLAIN)
def test_neighbours_are_of_the_same_type(value: Any) -> None:
    found = NOTHING.to(value)
    assert found
    kinds = {type(one) for one in found}
    assert kinds <= ({int, float} if isinstance(value, float) else {type(value)})


def test_the_limits_of_the_program_are_among_them() -> None:
    near = Near([limit], [])
    assert {40, 41, 42} <= {*near.to(3)}
    assert "much" in near.to("x")


def test_texts_of_other_calls_are_among_them_and_a_little_more() -> None:
    near = Near([], [Call(limit, "limit", ["1.0", ["2.0"]], {"to": {"a": "3.0"}})])
    assert {"2.0", "2.0x", "3.0"} <= {*near.to("1.0")}


def test_a_list_is_turned_round_and_made_longer() -> None:
    found = NOTHING.to([1, 2])
    assert [2, 1] in found
    assert [1, 2, 1, 2] in found
    assert (2, 1) in NOTHING.to((1, 2))


def test_objects_change_one_field_where_their_class_allows_it() -> None:
    found = NOTHING.to(Money(0, "EUR"))
    assert Money(1, "EUR") in found
    assert Money(0, "EURx") in found
    assert all(one.amount >= 0 for one in found)
    assert NOTHING.to(object()) == []
    assert NOTHING.to(Money) == []


def test_days_amounts_and_members() -> None:
    assert date(2026, 3, 2) in NOTHING.to(date(2026, 3, 1))
    assert Decimal(4) in NOTHING.to(Decimal(3))
    assert NOTHING.to(Colour.RED) == [Colour.BLUE]


class Level(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass
class Node:
    name: str
    up: "Node | None" = None


@dataclass(frozen=True)
class Sealed:
    shown: int
    _kept: int = 0


def test_members_stay_members_and_other_kinds_of_containers_are_left_alone() -> None:
    assert NOTHING.to(Level.LOW) == [Level.HIGH]
    assert NOTHING.to(Counter("a")) == []
    assert NOTHING.to(defaultdict(int)) == []


def test_the_last_day_has_only_days_before_it() -> None:
    assert NOTHING.to(date.max) == [date.max - timedelta(days=1)]


def test_objects_that_hold_each_other_come_to_an_end() -> None:
    one, other = Node("a"), Node("b")
    one.up, other.up = other, one
    assert any(near.name == "ax" for near in NOTHING.to(one))


def test_what_an_object_keeps_to_itself_is_not_changed() -> None:
    assert NOTHING.to(Sealed(1)) == []
    assert public(Sealed(1, 2)) == "Sealed(shown=1)"
    assert shown(Sealed(1, 2)) == "Sealed(shown=1, _kept=2)"


class Box:
    def __init__(self, size: int) -> None:
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def larger(self, by: int, *, times: int = 1) -> "Box":
        return Box(self._size + by * times)

    def grow(self) -> None:
        self._size += 1


def larger(by: int) -> Call:
    return Call(Box.larger, "Box.larger", [Box(3), by], {"times": 1}, bound=True)


def test_what_comes_out_is_looked_at_and_so_is_what_it_came_from() -> None:
    seen = dict(larger(2).outcome(set()))
    assert seen == {"": "Box()", ", whose size": "5", ", then size": "3"}


def test_only_methods_that_tests_call_are_called() -> None:
    assert looks(Box, set()) == [("size", False)]
    assert looks(Box, {"Box.grow", "Box.larger"}) == [("size", False), ("grow", True)]


def test_each_argument_gets_its_turn() -> None:
    found = larger(2).variants(NOTHING)
    assert found[0].text == "Box.larger(Box(_size=3), 2, times=1)"
    assert [one.values[1] for one in found[1:5]] == [3, 2, 1, 2]
    assert [one.named["times"] for one in found[1:5]] == [1, 2, 1, 0]


class Rank:
    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return {1: "ace"}[self.number]


def test_a_form_that_fails_is_told_by_its_class() -> None:
    assert (shown(Rank(1)), shown(Rank(9)), public(Rank(9))) == ("ace", "<Rank>", "<Rank>")


@dataclass
class Tray:
    size: int

    def holds(self, count: int) -> bool:
        return count <= self.size


def test_an_object_that_can_change_is_asked_as_it_is() -> None:
    found = Call(Tray.holds, "Tray.holds", [Tray(3), 2], {}, bound=True).variants(NOTHING)
    assert {one.values[0].size for one in found} == {3}
    assert len({one.values[1] for one in found}) > 3


def test_what_lies_deep_is_left_alone() -> None:
    assert [["ax"]] in NOTHING.to([["a"]])
    assert [[["ax"]]] not in NOTHING.to([[["a"]]])
