"""The question for requirements that hold for all inputs: pytest code with hypothesis."""

from typing import Annotated

from brickyard.ask.microtask import Microtask, Source
from brickyard.ask.views import SharedPlan
from brickyard.values import Value


class PropertyIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    problems: tuple[str, ...] = ()


class PropertyOut(Value):
    tests: Annotated[str, Source]


_EXAMPLE = PropertyOut(
    tests="""\
import pytest
from hypothesis import given
from hypothesis import strategies as st

from later.clock import Time, later


@pytest.mark.requirement(id="R2")
@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 10_000))
def test_a_whole_day_later_changes_nothing(hour: int, minute: int, days: int) -> None:
    time = Time(hour, minute)
    assert later(time, days * 24 * 60) == time
    assert later(time, 1) != time
"""
)

WRITE_PROPERTY = Microtask(
    name="write-property",
    called="property for",
    work="tests",
    instructions="""\
Write one pytest file that checks, with hypothesis, that the requirement holds for all inputs. It is
written against the interfaces alone: import from the package absolutely, as in the interfaces.
- Every test is a plain function with `@given(...)`, a return annotation `-> None` and the marker
  `@pytest.mark.requirement(id="ID")` with the requirement's id; it asserts something that fails
  when the operations return None, 0, "", [], True or their first argument.
- Only pytest, hypothesis, the standard library and the package may be imported. No skipping, no
  fixtures of your own, no files outside a temporary folder, no settings for deadlines needed.
`problems`, if any, says what was wrong with an earlier try.""",
    input=PropertyIn,
    output=PropertyOut,
    example=_EXAMPLE,
)
