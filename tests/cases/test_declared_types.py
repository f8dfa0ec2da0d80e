"""An expectation that no value of the declared type can meet is told with its line."""

import pytest

from brickyard.cases import offered, read

COINS = """
LIMIT: int = 3
class Purse:
    name: str | None
    tags: frozenset[int]
    def total(self) -> Decimal: ...
    def items(self) -> list[tuple[str, int]]: ...
    def counts(self) -> dict[str, int]: ...
    def parts(self) -> tuple[str, ...]: ...
    def pair(self) -> tuple[int, str]: ...
    def day(self) -> datetime.date: ...
    def moment(self) -> datetime.datetime: ...
    def copy(self) -> "Purse": ...
    async def wait(self) -> bool: ...
class Name(str): ...
def count(text: str) -> int: ...
def rate() -> float: ...
def names() -> Sequence[str]: ...
def name() -> Name: ...
def anything(): ...
def maybe() -> Optional[int]: ...
def broken() -> "no Python": ...
def quoted() -> list["int"]: ...
"""
NAMES = offered("purse", {"purse.coins": COINS})

NEVER = (
    *("count('a') == '1'", "'1' == count('a')", "count('a') == None", "count('a') is None"),
    *("count('a') == 2.5", "count('a') == [1]", "rate() == '1'", "LIMIT == 'x'"),
    *("p.total() == '1.00'", "p.total() == True", "p.name == 1", "p.name == b''"),
    *("p.items() == ()", "p.items() == {1}", "p.items() == [('a', 'b')]", "p.items() == [['a']]"),
    *("p.counts() == {'a': 'b'}", "p.counts() == {1: 2}", "p.parts() == {'a'}", "p.pair() == (1,)"),
    *(
        "p.parts() == ['a', 1]",
        "p.tags == [1]",
        "p.tags == {'a'}",
        "p.moment() == date(2026, 1, 1)",
    ),
    *("type(p.tags) is list", "type(p) == dict", "type(count('a')) is str", "p.copy().name == 1"),
    *(
        "maybe() == 'a'",
        "quoted() == ['a']",
        "p.day() == '2026-01-01'",
        "p.day() == timedelta(1)",
    ),
)
PERHAPS = (
    *("count('a') == 1", "count('a') == True", "count('a') == 2.0", "count('a') == Decimal('1')"),
    *("count('a') == ...", "count('a') != 'x'", "count('a') == make_it()", "p.total() == 5"),
    *(
        "rate() == 1",
        "p.name is None",
        "p.name == 'a'",
        "p.items() == [('a', 1)]",
        "p.items() == []",
    ),
    *("p.items() == [['a', 1]]", "p.counts() == {'a': 1, **{}}", "p.parts() == ['a']"),
    *("p.parts() == ()", "p.parts() == (*[1],)", "p.tags == {1}", "p.tags == frozenset({1})"),
    *("names() == ['a']", "names() == 1", "name() == 'a'", "anything() == 1", "p.copy() == 'x'"),
    *(
        "p.day() == datetime(2026, 1, 1)",
        "p.day() == date(2026, 1, 1)",
        "type(p.tags) is frozenset",
    ),
    *(
        "type(rate()) is int",
        "type(p) is Purse",
        "maybe() is None",
        "maybe() == 3",
        "'a'.count('a') == 'x'",
    ),
    *(
        "broken() == 1",
        "quoted() == [1]",
        "p.unknown() == 1",
        "p.wait() == 'x'",
        "[1].copy() == 'x'",
        "type(names()) is list",
    ),
)


def problems(check: str, before: str = "p = Purse()") -> list[int]:
    text = (
        f"@proves(R1)\ndef c():\n    {before}\n    assert {check}\ndef make_it():\n    return 1\n"
    )
    return [problem.line for problem in read(text, NAMES).problems]


@pytest.mark.parametrize("check", NEVER)
def test_what_can_never_be_met_is_told(check: str) -> None:
    assert problems(check) == [4]


@pytest.mark.parametrize("check", PERHAPS)
def test_what_may_be_met_is_read(check: str) -> None:
    assert problems(check) == []


def test_the_problem_says_what_is_declared() -> None:
    text = "@proves(R1)\ndef c():\n    p = Purse()\n    assert p.total() == '1.00'\n"
    (problem,) = read(text, NAMES).problems
    assert str(problem) == (
        "line 4 in c: `p.total()` gives `Decimal`, and that is never `'1.00'`; "
        "expect a value of the type that is declared"
    )


def test_columns_are_looked_at_row_by_row() -> None:
    text = "@table(R1, [('a', 1), ('b', '2')])\ndef c(x, y):\n    assert count(x) == y\n"
    (problem,) = read(text, NAMES).problems
    assert "`'2'`" in problem.found


def test_what_is_awaited_gives_what_is_declared() -> None:
    text = "@proves(R1)\nasync def c():\n    assert await Purse().wait() == {}\n"
    assert len(read(text.format("'x'"), NAMES).problems) == 1
    assert read(text.format("True"), NAMES).problems == ()


def test_a_name_that_is_given_twice_may_be_anything() -> None:
    assert problems("p.total() == 'x'", "p = Purse(); p = anything()") == []
    assert problems("p.total() == 'x'", "p = Purse()\n    for p in [1]: pass") == []


WIDE = (
    *("rate() == approx(0.0, 0.001)", "rate() == approx(2.5, 1e9)", "rate() == approx(2.5, -1)"),
    *(
        "rate() == approx(within=3, value=2.5)",
        "[rate()] == [approx(2.5)]",
        "approx(1, 1) == rate()",
    ),
)


@pytest.mark.parametrize("check", WIDE)
def test_a_distance_that_nothing_can_meet_is_told(check: str) -> None:
    assert problems(check) == [4]


@pytest.mark.parametrize(
    "check",
    ["rate() == approx(2.5, 0.025)", "rate() == approx(make_it(), 9)", "rate() == approx(0, 1e-6)"],
)
def test_a_distance_that_may_be_met_is_read(check: str) -> None:
    assert problems(check) == []


def test_a_distance_in_a_column_is_that_of_its_own_row() -> None:
    text = (
        "@table(R1, [(1.0, 0.01), (900.0, {})])\ndef c(x, y):\n    assert rate() == approx(x, y)\n"
    )
    assert read(text.format("9.0"), NAMES).problems == ()
    (problem,) = read(text.format("9.1"), NAMES).problems
    assert "within is 9.1, around 900.0 at most 9.0" in problem.found


def test_a_name_of_the_package_is_no_distance() -> None:
    names = offered("purse", {"purse.coins": "def approx(a: int) -> int: ..."})
    text = "@proves(R1)\ndef c():\n    assert approx(1) == 1\n"
    assert read(text, names).problems == ()
