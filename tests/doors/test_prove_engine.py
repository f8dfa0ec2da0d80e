"""The engine below `prove`: disguises put on a running package, mutants, lines, groups."""

from pathlib import Path
from typing import Any

import pytest

from brickyard import disputes
from brickyard.cases import CaseFile, offered, read
from brickyard.cases.support import takes_arguments
from brickyard.doors.prove import proofs
from brickyard.doors.prove.written import as_pytest, write_tests
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.sandbox import Sandbox
from brickyard.values import Failure, Kind, Level, Recipe, RecipeType, Requirement, WrittenCase

CODE = """\
import functools
import sys
from dataclasses import dataclass
from pathlib import Path


class Refused(Exception):
    pass


@dataclass
class Point:
    x: int
    y: int = 0

    def moved(self, by: int) -> "Point":
        return Point(self.x + by, self.y)

    @property
    def size(self) -> int:
        return abs(self.x) + abs(self.y)


class Box:
    def __init__(self, items):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.items.clear()

    @classmethod
    def of(cls, *items):
        return cls(items)

    @staticmethod
    def name():
        return "box"


@functools.lru_cache
def double(number):
    return number * 2


def checked(number):
    if number < 0:
        raise Refused(f"negative: {number}")
    return number


def kept(text):
    Path("kept.txt").write_text(text)
    return len(text)


def each(count):
    yield from range(count)


async def later(number):
    return number + 1


def main():
    print(double(int(sys.argv[1])))
    return 0
"""
NAMES = offered("things", {"things": CODE}, "things:main")
PACKAGE = Files({"src/things.py": CODE})

GOOD = """\
@proves(R1)
def a_function():
    assert double(4) == 8

@proves(R1)
def a_method():
    assert Point(1).moved(2).x == 3

@proves(R1)
def a_property():
    assert Point(3, -4).size == 7

@proves(R1)
def a_class():
    with Box([1, 2]) as box:
        assert len(box) == 2

@proves(R1)
def a_class_method():
    assert Box.of(1, 2, 3).items == [1, 2, 3]

@proves(R1)
def a_static_method():
    assert Box.name() == "box"

@proves(R1)
def an_error():
    with raises(Refused, "-1"):
        checked(-1)

@proves(R1)
def a_generator():
    assert list(each(3)) == [0, 1, 2]

@proves(R1)
async def a_coroutine():
    assert await later(1) == 2

@proves(R1)
def a_file():
    kept("abc")
    assert read("kept.txt") == "abc"

@proves(R1)
def a_run():
    assert run("21").stdout == "42\\n"

@proves(R1)
def a_run_as_a_process():
    assert run("21", env={"A": "b"}).stdout == "42\\n"
"""
VACUOUS = """\
@proves(R1)
def only_calls():
    double(4)
    assert 1 == 1

@proves(R1)
def a_declaration_alone():
    assert Point(1, 2).y == 2

@proves(R1)
def nothing_at_all():
    assert "a" in "abc"
"""


def file_of(text: str) -> CaseFile:
    found = read(text, NAMES)
    assert found.problems == ()
    return CaseFile(path="t.py", cases=found, names=NAMES)


def owners_of(file: CaseFile) -> dict[str, str]:
    return {f"t.py::test_{case.name}": "R1" for case in file.cases.cases}


async def test_every_good_case_passes_and_fails_on_code_that_only_pretends(
    sandbox: Sandbox,
) -> None:
    file = file_of(GOOD)
    found = await proofs.green(sandbox, PACKAGE, [file], 60)
    assert {test: one.reason for test, one in found.items() if not one.passed} == {}

    passes = await proofs.red(sandbox, PACKAGE, [file], owners_of(file), 60)

    assert [test for test in passes if proofs.proves_nothing(test, passes)] == []
    assert proofs.fooled(owners_of(file), passes) == {}
    every = {test.removeprefix("t.py::test_"): set(kinds) for test, kinds in passes.items()}
    assert every["a_file"] == set(), "what the real call writes is not seen under a disguise"
    assert every["a_run"] == every["a_run_as_a_process"] == set()


async def test_a_case_that_cannot_fail_is_told(sandbox: Sandbox) -> None:
    file = file_of(VACUOUS)

    passes = await proofs.red(sandbox, PACKAGE, [file], owners_of(file), 60)

    assert {test for test in passes if proofs.proves_nothing(test, passes)} == {*passes}


async def test_lines_and_small_changes_to_them(sandbox: Sandbox) -> None:
    file = file_of(GOOD)
    found = await proofs.green(sandbox, PACKAGE, [file], 60)
    number = 1 + CODE.splitlines().index("    return number * 2")
    assert found["t.py::test_a_function"].lines == {"things.py": (number,)}

    changed, untouched = await proofs.sensitive(
        sandbox, PACKAGE, [file], found, {"t.py::test_a_function": "R1"}, seconds=60, most=40
    )

    of_double = [one for one in changed if one.function == "double"]
    assert of_double
    assert all(one.killed for one in of_double)
    assert untouched == {}


@pytest.mark.parametrize(
    ("main", "takes"),
    [
        (lambda: 0, False),
        (lambda argv: 0, True),
        (lambda argv=None: 0, True),
        (lambda args=(): 0, True),
        (lambda *given: 0, False),
        (lambda prog=None: 0, False),
        (lambda **options: 0, False),
        (lambda *, debug=False: 0, False),
    ],
)
def test_a_command_is_called_as_its_script_would(main: Any, takes: bool) -> None:
    assert takes_arguments(main) is takes


def failure(reason: str, requirement: str = "R1", row: str = "a") -> Failure:
    return Failure(test="t", case="c", row=row, requirement=requirement, reason=reason)


def test_failures_of_one_cause_are_one_group() -> None:
    one = [
        failure(f"`parse({n})`: expected {{{n}}}, got frozenset({n})", row=str(n)) for n in range(9)
    ]
    other = [failure("`parse(9)` raised KeyError"), failure("`show(9)` raised KeyError")]

    found = disputes.groups([*one, *other])

    assert sorted(map(len, found.values())) == [1, 1, 9]


@pytest.mark.parametrize(("requirements", "most"), [(3, 4), (18, 5), (60, 10)])
def test_questions_about_failures_are_bounded(requirements: int, most: int) -> None:
    assert disputes.most_questions(requirements) == most


def test_tests_are_written_once_and_never_over_a_file_that_is_there(tmp_path: Path) -> None:
    requirement = Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="doubles")
    recipe = Recipe(
        name="things", version="1", type=RecipeType.LIBRARY, requirements=(requirement,)
    )
    text = "@proves(R1)\ndef a_function():\n    assert double(4) == 8\n"
    case = WrittenCase(name="a_function", requirement="R1", text=text)

    files = as_pytest([case], recipe, NAMES)
    write_tests(files, tmp_path)

    assert "from things import double" in (tmp_path / "test_r1.py").read_text()
    with pytest.raises(BadInput, match="is there already"):
        write_tests(files, tmp_path)


async def test_a_package_may_have_the_names_of_our_own_modules(sandbox: Sandbox) -> None:
    code = "def rate(amount):\n    return amount * 2\n"
    names = offered("exchange", {"exchange": code})
    text = "@proves(R1)\ndef doubled():\n    assert rate(2) == 4\n"
    file = CaseFile(path="t.py", cases=read(text, names), names=names)

    owners = {"t.py::test_doubled": "R1"}
    passes = await proofs.red(sandbox, Files({"src/exchange.py": code}), [file], owners, 60)

    assert passes == {"t.py::test_doubled": ()}
