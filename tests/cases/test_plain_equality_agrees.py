"""Rendered tests compare by plain `==`, and say what the one equality says."""

from pathlib import Path

import pytest
from test_rendering_cases import played

from brickyard.cases import differing, offered, read, render

CODE = """
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    parts: tuple[int, int]
    names: list[str]


def pair(a: int) -> tuple[int, int]:
    return (a, a + 1)


def pairs() -> list[tuple[int, int]]:
    return [(1, 2)]


def by_name() -> dict[str, tuple[int, ...]]:
    return {"a": (1, 2, 3)}


def maybe() -> tuple[int, ...] | None:
    return (1,)


def either() -> tuple[int, ...] | list[int]:
    return (1,)


def loosely(a):
    return (a, [a])


def numbers() -> list[int]:
    return [1, 2]


def members() -> frozenset[int]:
    return frozenset({1})


def nothing() -> float:
    return math.nan


def whole() -> Pair:
    return Pair((1, 2), ["a"])


def call(function) -> None:
    function((1, 2))
"""
NAMES = offered("pairs", {"pairs.core": CODE})

WRITTEN = {
    "pair(1) == [1, 2]": "pair(1) == (1, 2)",
    "pairs() == [[1, 2]]": "pairs() == [(1, 2)]",
    "pairs()[0] == [1, 2]": "same(pairs()[0], [1, 2])",
    "by_name() == {'a': [1, 2, 3]}": 'by_name() == {"a": (1, 2, 3)}',
    "maybe() == [1]": "maybe() == (1,)",
    "either() == [1]": "same(either(), [1])",
    "loosely(1) == [1, [1]]": "same(loosely(1), [1, [1]])",
    "numbers() == [1, 2]": "numbers() == [1, 2]",
    "sorted(numbers()) == [1, 2]": "sorted(numbers()) == [1, 2]",
    "members() == {1}": "members() == {1}",
    "nothing() == float('nan')": 'same(nothing(), float("nan"))',
    "[nothing()] == [math.nan]": "same([nothing()], [math.nan])",
    "nothing() != 1": "nothing() != 1",
    "whole().parts == [1, 2]": "whole().parts == (1, 2)",
    "whole().names == ['a']": 'whole().names == ["a"]',
    "pair(1) == list(range(1, 3))": "same(pair(1), list(range(1, 3)))",
    "pair(1) == [1] + [2]": "same(pair(1), [1] + [2])",
    "pair(1) == WANTED": "same(pair(1), WANTED)",
    "pair(1) == make_pair()": "same(pair(1), make_pair())",
    "numbers() == WANTED": "numbers() == WANTED",
    "[1, 2] in pairs()": "any(same(each, [1, 2]) for each in pairs())",
    "[2, 1] not in pairs()": "not any(same(each, [2, 1]) for each in pairs())",
    "1 in numbers()": "1 in numbers()",
}
"""What is written, and how it is rendered; all of it holds on the code above."""

TOPS = "WANTED = [1, 2]\n\n\ndef make_pair():\n    return [1, 2]\n\n\n"


def shown(text: str) -> str:
    cases = read(text, NAMES)
    assert cases.problems == ()
    return render(cases, NAMES, "Tests.", same_at=differing(cases, NAMES))


@pytest.mark.parametrize(("check", "wanted"), WRITTEN.items())
def test_the_declared_kind_is_written_else_same_is(check: str, wanted: str) -> None:
    text = TOPS + f"@proves(R1)\ndef c():\n    assert {check}\n"
    assert shown(text).endswith(f"    assert {wanted}\n")


def test_checks_of_one_line_are_told_apart() -> None:
    text = "@proves(R1)\ndef c():\n    assert loosely(1) == [1, [1]] and numbers()[0] == 1\n"
    assert shown(text).endswith("same(loosely(1), [1, [1]])\n    assert numbers()[0] == 1\n")


COLUMN = "@table(R1, [(1, [1, 2]), (2, [2, 3])])\ndef c(a, wanted):\n    assert pair(a) == wanted\n"


def test_a_column_is_written_as_declared_where_nothing_else_uses_it() -> None:
    assert "pytest.param(2, (2, 3), id=" in shown(COLUMN)
    assert "assert pair(a) == wanted\n" in shown(COLUMN)
    twice = shown(COLUMN + "    assert len(wanted) == len(numbers())\n")
    assert "pytest.param(2, [2, 3], id=" in twice
    assert "assert same(pair(a), wanted)\n" in twice


def test_what_a_fake_was_called_with_and_what_a_name_holds() -> None:
    body = "    seen = recorder()\n    call(seen)\n    wanted = [[(1, 2)]]\n"
    checks = "    assert seen.calls == wanted\n    assert seen.calls == [((1, 2),)]\n"
    text = f"@proves(R1)\ndef c():\n{body}{checks}"
    assert "assert same(seen.calls, wanted)\n    assert seen.calls == [((1, 2),)]\n" in shown(text)


def test_all_of_it_holds_in_plain_pytest(tmp_path: Path) -> None:
    cases = "".join(
        f"@proves(R1)\ndef c{at}():\n    assert {check}\n\n\n" for at, check in enumerate(WRITTEN)
    )
    files = {"src/pairs/core.py": CODE, "tests/test_c.py": shown(TOPS + cases + COLUMN)}
    assert played(tmp_path, files, NAMES) == {"passed": len(WRITTEN) + 2}
