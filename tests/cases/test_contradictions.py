"""Two cases that make the same calls and expect what excludes each other are found by machine."""

import pytest

from brickyard.cases import contradiction, offered, read, situations

CODE = """
class ShopError(ValueError): ...
class Shop:
    def add(self, name: str) -> int: ...
    def total(self): ...
def parse(text): ...
def pair(text): ...
"""
NAMES = offered("shop", {"shop.core": CODE})

EXCLUDE = {
    "another value": ("assert parse('1') == 1", "assert parse('1') == 2"),
    "another value of a part": ("assert parse('1').x == 1", "assert parse('1').x == '1'"),
    "True and 1": ("assert parse('1') == 1", "assert parse('1') is True"),
    "a value and an error": ("assert parse('1') == 1", "with raises(ValueError):\n    parse('1')"),
    "errors of Python that are no kin": (
        "with raises(KeyError):\n    parse('1')",
        "with raises(TypeError):\n    parse('1')",
    ),
    "after the same calls": (
        "s = Shop()\ns.add('a')\nassert s.total() == 1",
        "s = Shop()\ns.add('a')\nassert s.total() == 2",
    ),
    "under a name": ("x = parse('1')\nassert x == 1", "x = parse('1')\nassert x == 2"),
    "by a name that is expected": (
        "assert parse('1') == 1",
        "wanted = 2\nassert parse('1') == wanted",
    ),
}
AGREE = {
    "the same": ("assert parse('1') == 1", "assert parse('1') == 1.0"),
    "a list for a tuple": ("assert pair('1') == [1, 2]", "assert pair('1') == (1, 2)"),
    "another input": ("assert parse('1') == 1", "assert parse('2') == 2"),
    "another part": ("assert parse('1').x == 1", "assert parse('1').y == 2"),
    "no more than a difference": ("assert parse('1') == 1", "assert parse('1') != 2"),
    "errors that are kin": (
        "with raises(LookupError):\n    parse('1')",
        "with raises(KeyError):\n    parse('1')",
    ),
    "errors whose kin is not known": (
        "with raises(ShopError):\n    parse('1')",
        "with raises(KeyError):\n    parse('1')",
    ),
    "other calls before": (
        "s = Shop()\ns.add('a')\nassert s.total() == 1",
        "s = Shop()\ns.add('a')\ns.add('a')\nassert s.total() == 2",
    ),
    "blocks, of which nothing is certain": (
        "for x in parse('1'):\n    assert parse(x) == 1",
        "for x in parse('1'):\n    assert parse(x) == 2",
    ),
    "values that are not written out": (
        "assert parse('1') == Shop()",
        "assert parse('1') == 2",
    ),
}


def told(one: str, other: str, tops: tuple[str, str] = ("", "")) -> str:
    found = []
    for body, top in zip((one, other), tops, strict=True):
        text = f"{top}@proves(R1)\ndef c():\n" + "".join(f"    {x}\n" for x in body.splitlines())
        cases = read(text, NAMES)
        assert cases.problems == ()
        found.append(situations(cases, NAMES))
    assert contradiction(*found) == "" or contradiction(*reversed(found))
    return contradiction(*found)


@pytest.mark.parametrize(("one", "other"), EXCLUDE.values(), ids=EXCLUDE.keys())
def test_these_exclude_each_other(one: str, other: str) -> None:
    assert told(one, other)
    assert told(one, one) == told(other, other) == ""


@pytest.mark.parametrize(("one", "other"), AGREE.values(), ids=AGREE.keys())
def test_these_may_both_hold(one: str, other: str) -> None:
    assert told(one, other) == told(other, one) == ""


def test_it_says_what_each_of_them_expects() -> None:
    assert told("assert parse('1') == 1", "with raises(KeyError):\n    parse('1')") == (
        "one expects 1 and the other KeyError"
    )


def test_helpers_that_do_something_else_make_another_situation() -> None:
    top = "def make_text():\n    return {!r}\n\n\n"
    pair = ("assert parse(make_text()) == 1", "assert parse(make_text()) == 2")
    assert told(*pair, (top.format("a"), top.format("a")))
    assert told(*pair, (top.format("a"), top.format("b"))) == ""


def test_rows_of_tables_are_cases_too() -> None:
    text = "@table(R1, [('1', 1), ('2', {})])\ndef c(x, y):\n    assert parse(x) == y\n"
    single = "@proves(R1)\ndef c():\n    assert parse('2') == 2\n"
    one, two, three = (
        situations(read(each, NAMES), NAMES) for each in (text.format(2), text.format(3), single)
    )
    assert contradiction(one, three) == ""
    assert contradiction(two, three) == "one expects 3 and the other 2"
