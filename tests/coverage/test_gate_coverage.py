"""The coverage gate: too few executed statements are refused, and so is having no data."""

import ast

import pytest

from brickyard.coverage.gate import coverage, statements, untested, within_functions
from brickyard.files import Files
from brickyard.values import Brick, Plan

SOURCE = '''"""Sums."""

import json
from typing import Protocol

LIMIT = 3
"""The most."""


class Adds(Protocol):
    def add(self, one: int) -> int:
        """Add one."""
        ...


def add(one: int, two: int) -> int:
    """Return the sum."""
    total: int
    total = (
        one
        + two
    )
    if total > LIMIT:
        raise ValueError(
            total
        )
    return total


def text(value: int) -> str:
    try:
        return json.dumps(value)
    except TypeError:
        return ""
'''
PATH = "src/sums/adding.py"


def brick(name: str, interface: str) -> Brick:
    return Brick(name=name, spec="", serves=(), interface=interface)


FILES = Files({PATH: SOURCE})
PLAN = Plan(package="sums", bricks=(brick("adding", SOURCE),))
EVERY = range(1, SOURCE.count("\n") + 1)


def test_statements_are_counted_by_their_first_lines_without_docstrings_and_declarations():
    tree = ast.parse(SOURCE)
    assert sorted({*statements(tree).values()}) == [
        3,
        4,
        6,
        10,
        11,
        16,
        19,
        23,
        24,
        27,
        30,
        31,
        32,
        33,
        34,
    ]
    assert {19, 27, 34} <= within_functions(tree)
    assert not {3, 16, 30} & within_functions(tree)


@pytest.mark.parametrize(
    ("lines", "least", "passed"),
    [
        (EVERY, 1.0, True),
        ((21, 23, 25, 27, 31, 32, 33, 34), 1.0, True),
        ((21, 23, 27, 31, 32), 0.8, True),
        ((21, 23, 27, 31, 32), 0.9, False),
        ((21, 31), 0.6, True),
        ((21, 31), 0.65, False),
    ],
)
def test_each_module_needs_its_share(lines, least, passed):
    result = coverage(FILES, {PATH: lines}, least, PLAN)
    assert result.passed == passed
    assert [each.rule for each in result.findings] == ([] if passed else ["coverage.low"])


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ((21, 23, 27), ["text"]),
        ((31,), ["add"]),
        ((1, 2, 3, 1000), ["add", "text"]),
        ((16, 17, 30), ["add", "text"]),
        ((25, 34), []),
    ],
)
def test_an_operation_that_no_test_executes_is_refused_whatever_the_share(lines, names):
    assert coverage(FILES, {PATH: lines}, 0.0, PLAN).passed
    found = coverage(FILES, {PATH: lines}, 0.01, PLAN).findings
    assert [each.rule for each in found] == ["coverage.untested"] * len(names)
    assert [each.message for each in found] == [f"no test executes {name}" for name in names]


PRIVATE = """class _Inner:
    def work(self) -> int:
        return 1


class Outer:
    def __repr__(self) -> str:
        return "o"

    def _hidden(self) -> int:
        return 2

    @property
    def size(self) -> int:
        return 3

    def each(self) -> int:
        def inner() -> int:
            return 4

        return 5


def _helper() -> int:
    return 6
"""


def test_only_what_is_public_and_promised_has_to_be_executed_by_name():
    tree, plan = ast.parse(PRIVATE), Plan(package="sums", bricks=(brick("adding", PRIVATE),))
    assert untested(PATH, tree, (), plan) == {"Outer.size": 14, "Outer.each": 17}
    assert untested(PATH, tree, (15, 21), plan) == {}
    less = "class Outer:\n    def each(self) -> int: ...\n"
    some = Plan(package="sums", bricks=(brick("adding", less),))
    assert untested(PATH, tree, (), some) == {"Outer.each": 17}
    assert untested("src/sums/other.py", tree, (), plan) == {}


SEVERAL = """import sys


class A:
    @property
    def level(self) -> int:
        return 1

    @level.setter
    def level(self, value: int) -> None:
        self.value = value

    def area(self) -> int:
        raise LookupError("which?")


class B(A):
    def area(self) -> int:
        return 2


if sys.platform == "win32":
    def clear() -> str: return "cls"
else:
    async def clear() -> str:
        return "clear"
"""


def test_one_of_several_definitions_is_enough():
    tree, plan = ast.parse(SEVERAL), Plan(package="sums", bricks=(brick("adding", SEVERAL),))
    assert untested(PATH, tree, (7, 19, 26), plan) == {}
    assert untested(PATH, tree, (11, 19, 23), plan) == {}
    assert untested(PATH, tree, (), plan) == {"A.level": 6, "B.area": 18, "clear": 23}


def test_what_was_not_executed_is_named():
    (found, _) = coverage(FILES, {PATH: (21, 23, 27)}, 0.8, PLAN).findings
    assert (found.file, found.line, found.blocks) == (PATH, 24, True)
    assert found.message == "tests execute 67% of its 15 statements, not 80%"
    assert "lines 24, 31-34" in found.suggestion


@pytest.mark.parametrize(
    ("files", "executed"),
    [
        (FILES, {}),
        (FILES, {PATH: ()}),
        (Files({"tests/test_a.py": "x = 1\n"}), {PATH: (21,)}),
    ],
)
def test_no_data_does_not_pass(files, executed):
    result = coverage(files, executed, 0.0, PLAN)
    assert not result.passed
    assert [each.rule for each in result.findings] == ["coverage.no-verdict"]


def test_a_module_that_no_test_reached_is_short_though_another_is_covered():
    other = "def f(a: int) -> int:\n    b = a\n    c = b\n    return c\n"
    result = coverage(FILES | {"src/sums/other.py": other}, {PATH: EVERY}, 0.8, PLAN)
    assert {each.file for each in result.findings} == {"src/sums/other.py"}


def test_modules_of_declarations_alone_need_no_test():
    bare = '"""Nothing."""\n\nX = 1\n\n\nclass A:\n    y: int = 2\n'
    files = FILES | {"src/sums/__init__.py": "", "src/sums/values.py": bare}
    assert coverage(files, {PATH: EVERY}, 1.0, PLAN).passed


def test_no_comment_takes_a_line_out_of_the_count():
    spared = "def f(a: int) -> int:  # pragma: no cover\n    b = a\n    return b\n"
    result = coverage(FILES | {"src/sums/b.py": spared}, {PATH: EVERY}, 0.8, PLAN)
    assert [each.file for each in result.findings] == ["src/sums/b.py"]


def test_source_that_does_not_compile_does_not_pass():
    assert not coverage(FILES | {"src/sums/b.py": "def f(:\n"}, {PATH: EVERY}, 0.0, PLAN).passed


@pytest.mark.parametrize(
    ("source", "counted"),
    [
        ("def f():\n    x: int\n    global y\n    y = 1\n", [1, 4]),
        ("@a\n@b\ndef f():\n    pass\n", [1, 4]),
        (
            "def f(x):\n    match x:\n        case 1:\n            return 2\n        case _:\n"
            "            return 3\n",
            [1, 2, 3, 4, 5, 6],
        ),
        (
            "from abc import abstractmethod\nclass A:\n    @abstractmethod\n    def f(self):\n"
            "        raise NotImplementedError\n    @abstractmethod\n    def g(self):\n"
            "        return 1\n",
            [1, 2, 3, 6, 8],
        ),
        ("x = [\n    1,\n    2,\n]\n", [1]),
        ("if a:\n    b()\nelif c:\n    d()\nelse:\n    e()\n", [1, 2, 3, 4, 6]),
    ],
)
def test_statements_of_many_shapes(source, counted):
    assert sorted({*statements(ast.parse(source)).values()}) == counted
