"""A small package with its plan and cases, and what a cheating copy of it is made of."""

from collections.abc import Mapping
from typing import Any

from brickyard.evidence import render
from brickyard.files import Files
from brickyard.values import Brick, Plan, TestLevel, TestModule, Value, WrittenCase

INTERFACE = '''\
"""Sums, words and points."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def add(a: int, b: int) -> int:
    """The sum."""
    ...


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    ...


def parse(text: str) -> int:
    """The number in a text; raises ValueError for what is no number."""
    ...


def mirror(point: Point) -> Point:
    """The point with its coordinates swapped."""
    ...
'''

_HEAD = "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Point:\n    x: int\n"
_HEAD += "    y: int\n\n\n"

RIGHT = f"""{_HEAD}def add(a: int, b: int) -> int:
    return a + b


def words(text: str) -> list[str]:
    return text.split()


def parse(text: str) -> int:
    return int(text)


def mirror(point: Point) -> Point:
    return Point(point.y, point.x)
"""

WRONG = f"""{_HEAD}def add(a: int, b: int) -> int:
    return 0


def words(text: str) -> list[str]:
    return []


def parse(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(text)
    return 0


def mirror(point: Point) -> Point:
    return point
"""

PLAN = Plan(
    package="calc",
    bricks=(Brick(name="ops", spec="Counts.", serves=("R1",), interface=INTERFACE),),
)


def _case(name: str, body: str) -> WrittenCase:
    text = f"@proves(R1)\ndef {name}():\n    {body}\n"
    return WrittenCase(name=name, requirement="R1", text=text)


_FIRST = (
    _case("adds_small_numbers", "assert add(1, 2) == 3"),
    _case("splits_a_text", "assert words('b a') == ['b', 'a']"),
    _case("refuses_a_word", "with raises(ValueError):\n        parse('x')"),
    _case("swaps", "assert mirror(Point(1, 2)) == Point(2, 1)"),
)
_SECOND = (
    _case("adds_large_numbers", "assert add(400, 22) == 422"),
    _case("splits_one_word", "assert words('lone') == ['lone']"),
    _case("reads_a_number", "assert parse('17') == 17"),
    _case("swaps_again", "assert mirror(Point(5, 0)) == Point(0, 5)"),
)
TESTS: tuple[TestModule, ...] = (
    render(_FIRST, PLAN, TestLevel.BRICK, brick="ops"),
    render(_SECOND, PLAN, TestLevel.ACCEPTANCE),
)
_PROPERTY = """\
from hypothesis import given
from hypothesis import strategies as st

from calc.ops import add


@given(st.integers(), st.integers())
def test_any_sum(a: int, b: int) -> None:
    assert add(a, b) == a + b
"""
_PROPERTY_PATH = "tests/acceptance/test_any.py"
PROPERTY = TestModule(
    path=_PROPERTY_PATH,
    source=_PROPERTY,
    level=TestLevel.ACCEPTANCE,
    tests={f"{_PROPERTY_PATH}::test_any_sum": "R1"},
)


class Cheat(Value):
    """A project whose code is wrong and that tries to be taken for right."""

    name: str
    files: Files
    is_alone: bool = False
    """It harms the process that runs the tests of others, so it gets one of its own."""
    has_property: bool = False
    has_coverage: bool = False
    seconds: float = 30.0

    @property
    def can_share(self) -> bool:
        return not (self.is_alone or self.has_property or self.has_coverage)

    @property
    def tests(self) -> tuple[TestModule, ...]:
        return (*TESTS, PROPERTY) if self.has_property else TESTS


def project(
    before: str = "",
    after: str = "",
    *,
    planted: Mapping[str, str] | None = None,
    otherwise: str = WRONG,
) -> Files:
    """A package with code before and after its own, and more files beside it."""
    code = f"{before}\n\n{otherwise}\n\n{after}\n"
    return Files({"src/calc/__init__.py": "", "src/calc/ops.py": code, **(planted or {})})


def cheat(
    name: str,
    before: str = "",
    after: str = "",
    *,
    planted: Mapping[str, str] | None = None,
    otherwise: str = WRONG,
    **more: Any,
) -> Cheat:
    files = project(before, after, planted=planted, otherwise=otherwise)
    return Cheat(name=name, files=files, **more)
