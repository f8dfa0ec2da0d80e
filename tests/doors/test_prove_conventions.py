"""What a judge puts right in a few rows of a table is put right in the others, and played."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prove_kit import HELD_OUT, readers, write_code, write_recipe

from brickyard.cases import Cases, Names, read
from brickyard.disputes.conventions import put_right
from brickyard.disputes.question import RuledOn, RuleOut, Ruling
from brickyard.flow.prove import prove
from brickyard.settings import Settings
from brickyard.values import ProofLevel

NAMES = Names(package="p", offers={"f": "p", "Money": "p"}, classes=frozenset({"Money"}))


def row(*cells: str, body: str = "assert f(a) == b") -> Cases:
    return read(f"@table(R1, [({', '.join(cells)},)])\ndef c(a, b):\n    {body}\n", NAMES)


def last(cases: Cases | None) -> str | None:
    table = cases.cases[0].table if cases else None
    return table.rows[0][1] if table else None


@pytest.mark.parametrize(
    ("shown", "given", "found"),
    [
        ([("{1}", "frozenset({1})"), ("{2}", "frozenset({2})")], "{3}", "frozenset({3})"),
        ([("Money(1)", "1"), ("Money(2)", "2")], "Money(3)", "3"),
        ([("'1.5'", "'1,5'"), ("'22.5'", "'22,5'")], "'3.7'", "'3,7'"),
        ([("'1 h'", "'1h'"), ("'22 h'", "'22h'")], "'3 h'", "'3h'"),
        ([("'1'", "1"), ("'2'", "2")], "'3'", "3"),
        ([("1", "'1'"), ("2", "'2'")], "3", "'3'"),
        ([("OSError", "KeyError"), ("OSError", "KeyError")], "OSError", "KeyError"),
    ],
)
def test_one_way_for_all(shown: list[tuple[str, str]], given: str, found: str) -> None:
    pairs = [(row("1", old), row("1", new)) for old, new in shown]
    assert last(put_right(pairs, row("9", given))) == found


@pytest.mark.parametrize(
    ("shown", "given"),
    [
        ([("1", "2"), ("3", "5")], "7"),
        ([("'a'", "'b'"), ("'c'", "'d'")], "'e'"),
        ([("'1.5'", "'1,5'"), ("'2.5'", "'2.5'")], "'3.5'"),
        ([("{1}", "frozenset({1})"), ("{2}", "set({2})")], "{3}"),
        ([("OSError", "KeyError"), ("OSError", "KeyError")], "ValueError"),
        ([], "1"),
    ],
)
def test_no_way_in_common_is_no_convention(shown: list[tuple[str, str]], given: str) -> None:
    pairs = [(row("1", old), row("1", new)) for old, new in shown]
    assert put_right(pairs, row("9", given)) is None


def test_another_comparison_holds_for_every_row() -> None:
    sorted_now = "assert sorted(f(a)) == b"
    pairs = [(row("1", "[1]"), row("1", "[1]", body=sorted_now))]
    found = put_right(pairs, row("9", "[9]"))
    assert found is not None
    assert found.cases[0].steps == pairs[0][1].cases[0].steps


CASES = """\
@table(R1, [("00:00", 0), ("07:05", 425)])
def times_are_minutes(text, expected):
    assert parse_time(text) == expected


@table(R1, ["noon", "24:00"])
def what_is_no_time_is_refused(text):
    with raises(InvalidTime, text):
        parse_time(text)


@table(R2, [("23:55", 10, "00.05"), ("00:00", 61, "01.01"), ("12:00", 0, "12.00"),
            ("12:00", 5, "12.05"), ("12:00", 6, "12.06"), ("12:00", 7, "{last}")])
def minutes_are_counted(start, minutes, expected):
    assert later(start, minutes) == expected


@proves(R2)
def a_whole_day_is_nothing():
    assert later("08:30", 1441) == "08:31"


@proves(R3)
def the_command_prints_the_later_time():
    assert run("23:55", "10").stdout == "00:05\\n"
"""


async def proven(
    place: Path, last: str, executed: Callable[[Path], Path]
) -> tuple[dict[str, str], int]:
    """The verdicts, and how many questions the judge was asked."""
    write_recipe(place)
    write_code(place)
    asked: list[str] = []

    def rule(inputs: dict[str, Any]) -> RuleOut:
        asked.append(inputs["cases"])
        names = [
            line.partition("def ")[2].partition("(")[0]
            for line in inputs["cases"].splitlines()
            if line.startswith("def check")
        ]
        right = inputs["cases"].replace(".0", ":0")
        said = [
            RuledOn(id=name, quote="HH:MM", reason="A colon.", ruling=Ruling.TEST_WRONG)
            for name in names
        ]
        return RuleOut(rulings=tuple(said), cases=right)

    result = await prove(
        place / "recipe",
        place / "code",
        model=readers(cases=CASES.replace("{last}", last), held_out=HELD_OUT, rule=rule),
        home=executed(place / "home"),
        settings=Settings(proof=ProofLevel.QUICK),
    )
    assert result.proved is not None
    return {one.requirement: one.said.value for one in result.proved.rows}, len(asked)


async def test_six_rows_spelt_alike_are_one_question(
    tmp_path: Path, executed: Callable[[Path], Path]
) -> None:
    assert await proven(tmp_path, "12.07", executed) == ({"R1": "met", "R2": "met", "R3": "met"}, 1)


@pytest.mark.slow
async def test_a_row_that_is_wrong_in_another_way_is_asked_about(
    tmp_path: Path, executed: Callable[[Path], Path]
) -> None:
    verdicts, questions = await proven(tmp_path, "12.09", executed)
    assert questions == 2, "with a colon it fails as well"
    assert verdicts == {"R1": "met", "R2": "wrong", "R3": "met"}
