"""What strangers write a little differently is set right, and what they mean is kept."""

import pytest

from brickyard.cases import Cases, Names, read
from brickyard.cases.model import Assign

NAMES = Names(
    package="purse",
    offers={"Purse": "purse.coins", "parse": "purse.coins"},
    classes=frozenset({"Purse"}),
    command="purse",
)


def clean(text: str) -> Cases:
    found = read(text, NAMES)
    assert found.problems == ()
    return found


def test_a_function_that_others_call_and_that_says_no_requirement_is_a_helper() -> None:
    found = clean(
        "def do_it(text, mode=0o644):\n"
        "    write('a.csv', text, mode=mode)\n"
        "    return run('a.csv')\n\n\n"
        "@proves(R1)\ndef case():\n"
        "    r = do_it('x', mode=0o600)\n"
        "    assert r.exit == 0\n"
    )

    assert [(one.name, one.parameters) for one in found.helpers] == [
        ("make_do_it", ("text", "mode_=420"))
    ]
    (assign, _) = found.cases[0].steps
    assert isinstance(assign, Assign)
    assert assign.value == "make_do_it('x', mode_=384)"


@pytest.mark.parametrize(
    "text",
    [
        "def forgotten():\n    assert parse('') == 1\n",
        "def alone(n):\n    return alone(n)\n",
        "def taken():\n    return 1\n\n\n@proves(R1)\ndef case():\n"
        "    taken = [1]\n    assert taken == [1]\n",
        "def both():\n    return 1\n\n\ndef make_both():\n    return 2\n\n\n@proves(R1)\n"
        "def case():\n    assert parse(both()) == make_both()\n",
    ],
)
def test_what_nobody_calls_or_means_something_else_stays_a_problem(text: str) -> None:
    assert any("says no requirement" in one.found for one in read(text, NAMES).problems)


@pytest.mark.parametrize(
    "body",
    [
        "read = parse('1')\nassert read == 1",
        "for run in [1, 2]:\n    assert parse(run) == 1",
        "files, mode = parse('1')\nassert files == mode",
        "with parse('1') as clock:\n    assert clock == 1",
        "table = parse('1')\nassert table == 1",
    ],
)
def test_a_name_that_a_function_binds_is_not_the_word_that_is_spelt_so(body: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    found = clean(f"@proves(R1)\ndef case():\n{lines}")

    assert "_" in str(found.cases[0].steps)


def test_elsewhere_in_the_file_the_word_stays_what_it_is() -> None:
    found = clean(
        "@proves(R1)\ndef one():\n    read = parse('1')\n    assert read == 1\n\n\n"
        "@proves(R1)\ndef other():\n    parse('a')\n    assert read('a') == 'y'\n"
    )

    assert "read_" in str(found.cases[0].steps)
    assert "read_" not in str(found.cases[1].steps)


def test_a_column_may_be_called_as_a_word_is() -> None:
    found = clean("@table(R1, [(1, 2)])\ndef case(mode, mode_):\n    assert parse(mode) == mode_\n")

    assert found.cases[0].table is not None
    assert found.cases[0].table.columns == ("mode__", "mode_")


def test_the_mark_of_a_table_is_not_the_name_that_its_function_binds() -> None:
    found = clean(
        "@table(R1, [('1', 2)])\ndef case(a, b):\n    table = parse(a)\n    assert table == b\n"
    )

    assert found.cases[0].table is not None
    assert "table_" in str(found.cases[0].steps)
