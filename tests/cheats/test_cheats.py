"""Projects that cheat are refused, on every sandbox, by root and by an ordinary user."""

import pytest
from attack_columns import Column, possible_here
from cheat_judging import ALL_LAYERS, NOT_ASKED, TAKEN_IN, Judged
from cheat_kit import Cheat
from cheat_list import CHEATS, HONEST, MISTAKEN
from cheat_page import PAGE, page

FIRST = [column for column in possible_here() if column.backend != "none"]
COLUMNS = [
    pytest.param(column, marks=[] if column == FIRST[0] else pytest.mark.slow) for column in FIRST
]


def _name(value: Column | Cheat) -> str:
    return value.title if isinstance(value, Column) else value.name


def test_there_are_enough_cheats_and_each_is_another() -> None:
    assert len({each.name for each in CHEATS}) == len(CHEATS) >= 24
    assert len({each.files.digest for each in CHEATS}) == len(CHEATS)


@pytest.mark.parametrize("cheat", CHEATS, ids=_name)
@pytest.mark.parametrize("column", COLUMNS, ids=_name)
def test_running_the_tests_refuses_the_cheat_even_where_no_gate_has_looked(
    column: Column, cheat: Cheat, judged: Judged
) -> None:
    seen = judged(column)[cheat.name]
    executed = {seen.in_process, seen.outside} - {NOT_ASKED}
    assert executed != {TAKEN_IN}
    if cheat.tests == HONEST.tests:
        assert seen.outside != TAKEN_IN


@pytest.mark.parametrize("column", COLUMNS, ids=_name)
def test_an_honest_project_passes_every_layer(column: Column, judged: Judged) -> None:
    seen = judged(column)[HONEST.name]
    assert (seen.gate, seen.in_process, seen.outside) == (TAKEN_IN,) * 3


@pytest.mark.parametrize("column", COLUMNS, ids=_name)
def test_a_wrong_project_that_hides_nothing_passes_the_gate_alone(
    column: Column, judged: Judged
) -> None:
    seen = judged(column)[MISTAKEN.name]
    assert (seen.gate, seen.in_process) == (TAKEN_IN, "tests fail")


@pytest.mark.parametrize("column", COLUMNS[1:], ids=_name)
def test_every_sandbox_takes_in_the_same_layers(column: Column, judged: Judged) -> None:
    first, other = judged(FIRST[0]), judged(column)
    for cheat in CHEATS:
        one, two = first[cheat.name], other[cheat.name]
        assert (one.gate, one.in_process == TAKEN_IN) == (two.gate, two.in_process == TAKEN_IN)


@pytest.mark.slow
def test_the_page_says_what_was_seen(judged: Judged, pytestconfig: pytest.Config) -> None:
    rows = judged(FIRST[0], ALL_LAYERS)
    written = page({each.name: rows[each.name] for each in CHEATS})
    if pytestconfig.getoption("--write-docs"):
        PAGE.write_text(written, "utf-8")
    assert PAGE.read_text("utf-8") == written, "run `pytest tests/cheats --write-docs`"
