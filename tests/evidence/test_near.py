"""Values near to those that tests use: of the same type, several, and never without end."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from brickyard.evidence.inside.near import Near
from brickyard.evidence.inside.replays import Call


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
