"""Sets of cases: written again, one file each, and one file of many."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trials import EACH, Trial

from brickyard.cases import Cases, Names, flow, join, read, split, written

NAMES = Names(
    package="purse",
    offers=dict.fromkeys(("Purse", "Coin", "PurseError", "parse", "show"), "purse.coins"),
    classes=frozenset({"Purse", "Coin", "PurseError"}),
    plain=frozenset({"show"}),
)


def cases_of(text: str) -> Cases:
    cases = read(text, NAMES)
    assert cases.problems == ()
    return cases


def of_body(body: str) -> Cases:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return cases_of(f"@proves(R1)\ndef c():\n{lines}")


def without_lines(value: Any) -> Any:
    match value:
        case Cases():
            return without_lines(value.model_dump(mode="json"))
        case dict():
            return {key: without_lines(each) for key, each in value.items() if key != "line"}
        case list():
            return [without_lines(each) for each in value]
        case _:
            return value


# ---------------------------------------------------------------- written

ODD = '''\
from datetime import time as noon
import json
START = make_start('a')
OTHER: int = 3
def make_start(text, /, *rest, last="it's", **more):
    """ "Quoted" \\\\ and \\"\\"\\" so

    on, to a "second"
      line"""
    def inner(x):
        "A doc before a callback."
        def most(y):
            return y
        return most(x)
    y = inner(text)
    async def other():
        pass
    del y["a"]
    y["b"], (c, *d) = json.loads(last), noon(12)
    if y: return
    elif c: raise ValueError(last)
    else: y = 1 if c else 2
    return y
@proves(R1, "FR-2", "None")
async def first():
    'Ends with "quotes"'
    assert (1 < 2) is not (parse("") if START else (not OTHER)), "a message that is not kept"
    assert (parse('a') or 1) == (lambda: 2)
    with Purse() as a, Purse():
        await a
    async with a:
        async for x, y in a:
            x += [z async for z in a if z]
            assert -x ** 2 in {1: (), **a}
    with raises((OSError, ValueError), "ä\\n\\x00", f"{a!r:>10}") as e:
        a[1:2, ...] = b"\\xff'"
@proves(R2)
@table([((1, 2),), 1.5e+20, make_start("\\ud800")])
def second(x):
    """Two

    paragraphs."""
    for y in []:
        pass
    assert x
'''


@pytest.mark.parametrize("trial", EACH)
def test_what_is_written_reads_as_the_same(trial: Trial) -> None:
    again = read(written(trial.cases), trial.names)
    assert without_lines(again) == without_lines(trial.cases)


def test_the_oddest_file_reads_as_the_same() -> None:
    cases = cases_of(ODD)
    assert len(cases.cases) == 2
    assert without_lines(read(written(cases), NAMES)) == without_lines(cases)


def test_it_is_laid_out_for_people() -> None:
    text = (
        "import json\n"
        "START = Purse(0)\n"
        "def make_purse(n='a'):\n"
        "    return Purse(n, START)\n"
        "@table(R1, [('a',1),('b',json.loads('2'))])\n"
        "def parses(text, value):\n"
        "    'What is shown.'\n"
        "    assert make_purse().parse(text) == value and not parse('')\n"
    )
    assert (
        written(cases_of(text))
        == '''\
import json


START = Purse(0)


def make_purse(n="a"):
    return Purse(n, START)


@table(R1, [("a", 1), ("b", json.loads("2"))])
def parses(text, value):
    """What is shown."""
    assert make_purse().parse(text) == value
    assert not parse("")
'''
    )


def test_helpers_stand_before_a_constant_that_they_make() -> None:
    text = (
        "def make_one():\n    return 1\nONE = make_one()\n@proves(R1)\ndef c():\n"
        "    assert parse(ONE) == 1\n"
    )
    cases = cases_of(text)
    assert written(cases).index("def make_one") < written(cases).index("ONE = ")
    first, second = flow(cases.cases[0], cases, NAMES).script.helpers
    assert (first[:3], second) == ("def", "ONE = make_one()")


# ---------------------------------------------------------------- split


@pytest.mark.parametrize("trial", EACH)
def test_each_part_is_a_file_of_its_own(trial: Trial) -> None:
    parts = split(trial.cases)
    assert len(parts) == sum(len(case.requirements) for case in trial.cases.cases)
    for part in parts:
        again = read(written(part), trial.names)
        assert without_lines(again) == without_lines(part)


def test_a_part_has_just_what_it_needs() -> None:
    text = (
        "import json\nfrom re import sub\nA = 1\nB = A + 1\nC = 3\n"
        "def make_b():\n    return B\n"
        "def make_c():\n    return sub('a', '', C)\n"
        "def make_b_again():\n    C = 4\n    return [C for C in make_b()]\n"
        "@table(R1, 'FR-2', [make_b_again()])\ndef first(A):\n"
        "    assert parse(A) == json.loads('1')\n"
        "@proves(R1)\ndef second():\n    assert parse(lambda C: C) == 1\n"
    )
    one, other, last = split(cases_of(text))
    assert [each.target for each in one.constants] == ["A", "B"]
    assert [each.name for each in one.helpers] == ["make_b", "make_b_again"]
    assert one.imported == {"json": "json"}
    assert (one.cases[0].name, one.cases[0].requirements) == ("first", ("R1",))
    assert (other.cases[0].name, other.cases[0].requirements) == ("first_fr_2", ("FR-2",))
    assert (last.constants, last.helpers, last.imported) == ((), (), {})


# ---------------------------------------------------------------- join


@pytest.mark.parametrize("trial", EACH)
def test_split_and_joined_it_is_the_same_again(trial: Trial) -> None:
    whole = join(split(trial.cases))
    helpers = [each.name for each in trial.cases.helpers]
    assert sorted(each.name for each in whole.helpers) == sorted(helpers)
    assert len(whole.cases) == sum(len(case.requirements) for case in trial.cases.cases)
    again = read(written(whole), trial.names)
    assert without_lines(again) == without_lines(whole)
    lines = [case.line for case in whole.cases]
    assert lines == sorted(set(lines))


def test_what_is_only_called_the_same_is_renamed_apart() -> None:
    text = "X = {}\ndef make_x():\n    return X\n"
    text += "@proves(R1)\ndef c():\n    assert parse(make_x()) == X\n"
    one, two = cases_of(text.format(1)), cases_of(text.format(2))
    whole = join([one, two, one])
    assert [(each.target, each.value) for each in whole.constants] == [("X", "1"), ("X_2", "2")]
    assert [each.name for each in whole.helpers] == ["make_x", "make_x_2"]
    assert [case.name for case in whole.cases] == ["c", "c_2", "c_3"]
    assert "    return X_2\n" in written(whole)
    assert "    assert parse(make_x_2()) == X_2\n" in written(whole)


def test_an_import_of_one_hides_no_module_of_another() -> None:
    one = cases_of(
        "from datetime import time\n@proves(R1)\ndef c():\n    assert parse('') == time(12)\n"
    )
    two = cases_of("@proves(R1)\ndef c():\n    time.sleep(1)\n    assert parse('') == 1\n")
    text = written(join([one, two]))
    assert "from datetime import time as time_2\n" in text
    assert "== time_2(12)\n" in text
    assert "    time.sleep(1)\n" in text
    assert cases_of(text)


_TOP = "X_2 = 1\nX = {}\nY = X + {}\n{}def make_a(n):\n    return n + {}\n"
_LAST = "def make_b():\n    return Y + {}\n@proves(R1)\ndef {}():\n{}    assert parse({}) == 1\n"
_LOOKS = (
    *("X", "make_a(2)", "make_b()", "[X for X in [1, 2]]", "[Y for Y in [X] for _ in [Y]]"),
    *("sorted([1, 2], key=lambda X: -X)", "sorted([1, 2], key=lambda y: y * X)", "max(3, 4)"),
)
_files = st.builds(
    (_TOP + _LAST).format,
    *(st.integers(1, 3), st.integers(1, 3), st.sampled_from(["", "max = make_a\n"])),
    *(st.sampled_from(["X", "make_b()"]), st.sampled_from(["X", "X_2", "make_a(1)"])),
    *(st.sampled_from(["c", "test_c", "d"]), st.sampled_from(["", "    X = 7\n"])),
    st.sampled_from(_LOOKS),
)


def _seen(text: str) -> list[str]:
    """What each case hands to the package, in the order of the file."""
    seen: list[str] = []

    def parse(value: object) -> int:
        seen.append(repr(value))
        return 1

    def proves(*_: object) -> Any:
        def run(case: Any) -> None:
            try:
                case()
            except (RecursionError, TypeError) as error:
                seen.append(type(error).__name__)

        return run

    exec(text, {"parse": parse, "proves": proves, "R1": "R1"})
    return seen


@settings(max_examples=50, deadline=None)
@given(st.lists(_files, max_size=4))
def test_joined_cases_do_what_they_did_alone(texts: list[str]) -> None:
    parts = [cases_of(text) for text in texts]
    whole = join(parts)
    assert _seen(written(whole)) == [one for part in parts for one in _seen(written(part))]
    assert read(written(whole), NAMES).problems == ()
