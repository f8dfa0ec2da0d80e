"""How large what a case hands over is: measured on values, where they are made."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit_speed import case

from brickyard.cases import alone, offered_by
from brickyard.cases.handing import handed
from brickyard.cases.inside.sizes import Given, Sizes
from brickyard.cases.judging import CaseFile
from brickyard.cases.reports import Handed
from brickyard.cases.timing import timed_call
from brickyard.files import Files
from brickyard.red.seen import unwritten
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Plan, WrittenCase


@dataclass
class Book:
    pages: list[Any]


NONE = {"parts": 0, "lines": 0, "characters": 0, "inner": 0, "numbers": [], "known": True}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (1_000, {"numbers": [1_000]}),
        (True, {}),
        (None, {}),
        (2.5, {}),
        (date(2026, 11, 15), {}),
        ([date(2026, 11, 15)] * 9, {"parts": 9}),
        (Book(pages=[Book([2026])] * 9), {"parts": 9}),
        (dict.fromkeys(range(9), 1), {"parts": 9}),
        (range(9), {"parts": 9}),
        (bytes(9), {"characters": 9, "lines": 1}),
        ("1000", {"characters": 4, "lines": 1}),
        ("a\nb\n", {"characters": 4, "lines": 2}),
        ("a\nb", {"characters": 3, "lines": 2}),
        ("", {}),
        (["a\nb"], {"parts": 1, "inner": 3, "lines": 2}),
        ([[1] * 9] * 0, {}),
        ({"a": [2026, 1]}, {"parts": 2}),
        ([[1] * 500] * 200, {"parts": 500}),
        (object(), {"known": False}),
    ],
)
def test_sizes_are_of_what_a_value_holds(value: Any, found: dict[str, Any]) -> None:
    assert Sizes(lambda _: None).of(value).told() == NONE | found


@given(st.dates(), st.text("abc …", min_size=1, max_size=9))
def test_a_line_with_a_date_is_no_more_than_a_line(day: Any, word: str) -> None:
    line = f"{day:%Y-%m-%d},{word},3"
    found = Sizes(lambda _: None).of(line)
    assert (found.lines, found.characters) == (1, len(line))
    assert not found.numbers | {*range(found.parts)}


class Longer(list[int]):
    def __len__(self) -> int:
        return 10_000


def test_nobody_is_asked_how_large_it_is() -> None:
    assert Sizes(lambda _: None).of(Longer([1])).parts == 1


def test_what_a_value_holds_itself_in_ends() -> None:
    value: list[Any] = []
    value.append(value)
    assert Sizes(lambda _: None).of(value).known is False


def test_what_objects_were_given_counts_once_though_they_hold_each_other() -> None:
    one, other = Given(), Given()
    one.sources, other.sources, other.parts = {other}, {one}, 9
    assert one.whole().parts == 9


INTERFACE = '''\
"""Notes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Note:
    text: str


class Notes:
    def __init__(self, size: int = 0) -> None: ...

    def add(self, note: Note) -> "Notes": ...

    def fill(self, notes: Iterable[Note]) -> None: ...

    def find(self, word: str) -> list[int]: ...

    @property
    def newest(self) -> "Notes": ...


@dataclass(frozen=True)
class Wide:
    words: list[str]

    def widest(self) -> int: ...


def count(words: Iterable[str]) -> int: ...


def words(text: str) -> list[str]: ...


def store(notes: Notes, path: Path | str) -> None: ...


def load(path: Path | str) -> Notes: ...


def paged(page: Callable[[int], list[str]]) -> int: ...


async def later(words: list[str]) -> list[str]: ...


def main(argv: list[str] | None = None) -> int: ...
'''
CODE = """\
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Note:
    text: str


class Notes:
    def __init__(self, size=0):
        self.notes = []

    def add(self, note):
        self.notes.append(note)
        return self

    def fill(self, notes):
        self.notes += notes

    def find(self, word):
        return [at for at, one in enumerate(self.notes) if word in one.text]

    @property
    def newest(self):
        found = Notes()
        found.notes = self.notes
        return found


@dataclass(frozen=True)
class Wide:
    words: list

    def widest(self):
        return max(map(len, self.words))


def count(words):
    return sum(1 for _ in words)


def words(text):
    return text.split()


def store(notes, path):
    Path(path).write_text("\\n".join(one.text for one in notes.notes))


def load(path):
    notes = Notes()
    notes.notes = [Note(line) for line in Path(path).read_text().splitlines()]
    return notes


def paged(page):
    found, at = 0, 0
    while items := page(at):
        found, at = found + len(items), at + 1
    return found


async def later(words):
    return words


def main(argv=None):
    Path("log.txt").open("a").write(f"{argv}\\n")
    print(3)
    return 0
"""
PLAN = Plan(
    package="notes",
    bricks=(Brick(name="book", spec="", serves=("R1",), interface=INTERFACE),),
    entry="book:main",
)
PACKAGE = Files({"src/notes/__init__.py": "", "src/notes/book.py": CODE})
MADE = """

def make_notes(n):
    notes = Notes()
    for number in range(n):
        notes.add(Note(f"{number}"))
    return notes


def make_swallowed(some):
    try:
        return [word for word in some]
    except Exception:
        return []
"""
FEW, MANY = 20, 2_000


def find(*lines: str) -> WrittenCase:
    return case(*lines, 'assert notes.find("a") == []')


EARLY = {
    "comprehension": case("assert count([str(i) for i in range({})]) == 1"),
    "generator": case("assert count(str(i) for i in range({})) == 1"),
    "endless": case('assert count(itertools.islice(itertools.repeat("a"), {})) == 1'),
    "lines": case('assert count("\\n".join(f"{{i}}" for i in range({}))) == 1'),
    "calls": case('assert [count("a") for _ in range({})] == [1]'),
    "calls_by_another": case('assert list(map(count, ["a"] * {})) == [1]'),
    "part": case("many = [str(i) for i in range(9_999)]", "assert count(many[:{}]) == 1"),
    "length_of_what_comes": case("assert len(words('a\\n' * {})) == 1"),
    "helper": find("notes = make_notes({})"),
    "loop": find("notes = Notes()", "for number in range({}):", '    notes.add(Note("b"))'),
    "piece_by_piece": find(
        "notes = Notes()",
        "half = [Note('b')] * ({} // 2)",
        "notes.fill(half)",
        "notes.fill(half)",
    ),
    "another": find("other = make_notes(9_999)", "other.find('b')", "notes = make_notes({})"),
    "runs": case("for number in range({}):", '    run("add")', 'assert run("list").exit == 0'),
    "awaited": case("found = await later(['a'] * {})", "assert len(found) == 1", word="async def"),
    "files": case('write("deep/x.txt", "a\\n" * {})', 'assert run("deep/x.txt").exit == 0'),
    "stored": case(
        "store(make_notes({}), 'n.txt')", "notes = load('n.txt')", "assert notes.newest == 1"
    ),
    "record": case("wide = Wide(['a'] * {})", "assert wide.widest() == 1"),
}
"""How much is handed over is known before there is code."""
LATE = {
    "part_of_it": find("notes = make_notes({}).newest"),
    "path": find("store(make_notes({}), 'n.txt')", "notes = load('n.txt')"),
    "loop_over_what_is_given": find(
        "notes = Notes()", "for word in words('a ' * {}):", "    notes.add(Note(word))"
    ),
    "given": case('some = words("a " * {})', "assert count(some) == 1"),
    "swallowed": case('some = make_swallowed(words("a " * {}))', "assert count(some) == 1"),
    "asked_back": case("assert paged(lambda at: ['a'] * ({} // 2) if at < 2 else []) == 1"),
}
"""It depends on what operations give, or do."""


async def sizes(sandbox: Sandbox, package: Files, count: int) -> dict[str, Handed]:
    names, files = offered_by(PLAN), list[CaseFile]()
    for name, own in (EARLY | LATE).items():
        text = own.text.format(count).replace("adds_up", f"of_{name}") + MADE
        cases = alone(own.model_copy(update={"name": f"of_{name}", "text": text}), names)
        files.append(CaseFile(path="measured.py", cases=cases, names=names))
    found = dict(zip(EARLY | LATE, await handed(sandbox, package, files, seconds=120), strict=True))
    assert [one for one in found.values() if isinstance(one, str)] == []
    return {name: one for name, one in found.items() if isinstance(one, Handed)}


def largest(one: Handed) -> int:
    return max(one.parts, one.lines)


async def test_what_a_case_hands_over_is_measured_before_there_is_code(sandbox: Sandbox) -> None:
    """Or it is known that it is not known."""
    few, many = [await sizes(sandbox, unwritten(PLAN), count) for count in (FEW, MANY)]

    assert {name for name, one in few.items() if one.known} == EARLY.keys()
    assert {name for name, one in few.items() if largest(one) >= MANY} == set()
    assert {name for name, one in many.items() if one.known and largest(one) < MANY} == set()


async def test_what_a_case_hands_over_is_measured_on_the_code(sandbox: Sandbox) -> None:
    few, many = [await sizes(sandbox, PACKAGE, count) for count in (FEW, MANY)]

    assert {name for name, one in few.items() if largest(one) >= MANY} == set()
    assert {name for name, one in many.items() if largest(one) < MANY} == set()


@pytest.mark.parametrize(
    ("lines", "timed"),
    [
        (["found = words('a')", "assert len(found) == 1"], "found = words('a')"),
        (["found = words('a')", "assert found[:1] == ['a']"], "found = words('a')"),
        (["found = words('a')", "assert found.count('a') == 1"], "found = words('a')"),
        (["notes = Notes()", "assert notes.newest == 1"], "notes = Notes()"),
        (
            ["done = run('add')", "assert read('x') == 'a' and done.exit == 0"],
            "run('add')",
        ),
        (["run('add')", "assert files() == ['x']"], "run('add')"),
    ],
)
def test_what_looks_at_a_result_is_not_what_is_timed(lines: list[str], timed: str) -> None:
    names = offered_by(PLAN)
    cases = alone(case(*lines), names)
    assert timed_call(CaseFile(path="measured.py", cases=cases, names=names)) == timed


def test_what_looks_at_something_else_expects_nothing_of_what_is_timed() -> None:
    names = offered_by(PLAN)
    cases = alone(case("other = Notes()", "words('a')", "assert other.newest == 1"), names)
    with pytest.raises(ValueError, match="a wrong result must not be fast"):
        timed_call(CaseFile(path="measured.py", cases=cases, names=names))
