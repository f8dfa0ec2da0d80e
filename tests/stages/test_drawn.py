"""What was worked out for the same inputs agrees only if it is surely the same."""

import pytest

from brickyard.cases import Names, read
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.stages.drawn import agrees, exact_only, excludes, fits
from brickyard.stages.trials import failing
from brickyard.values import WrittenCase

NAMES = Names(
    package="p",
    offers={"b": "p.a", "Shape": "p.a"},
    classes=frozenset({"Shape"}),
    command="p.cli:main",
)


def case(body: str) -> WrittenCase:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return WrittenCase(name="one", requirement="R1", text=f"@proves(R1)\ndef one():\n{lines}")


def value(text: str) -> WrittenCase:
    return case(f"assert b(1) == {text}")


def raised(text: str) -> WrittenCase:
    return case(f"with raises({text}):\n    b(1)")


def ran(*checks: str) -> WrittenCase:
    return case("\n".join(['r = run("a")', *(f"assert {each}" for each in checks)]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (value("3"), value("3")),
        (value("[1, 2]"), value("(1, 2)")),
        (value("Decimal('1.10')"), value('Decimal("1.10")')),
        (value("approx(1.0, 0.01)"), value("1.005")),
        (raised("KeyError"), raised('KeyError, "x"')),
        (raised('KeyError, "x"'), raised('KeyError, "a x"')),
        (ran('"b" in r.stdout'), ran('r.stdout == "abc"')),
        (ran('"line 3" in r.stderr'), ran('"p: line 3: bad" in r.stderr')),
        (ran('"z" not in r.stderr'), ran('r.stderr == "abc"')),
        (case("assert b(1) is None"), value("None")),
    ],
)
def test_the_same_in_other_words_agrees(one: WrittenCase, other: WrittenCase) -> None:
    assert agrees(one, other, NAMES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (value("3"), value("4")),
        (value("1"), value("True")),
        (value("Decimal('1.10')"), value("Decimal('9.99')")),
        (value("date(2024, 1, 1)"), value("date(2024, 1, 2)")),
        (value("None"), value("Fraction(1, 2)")),
        (value("Shape(1)"), value("Shape(2)")),
        (value("3"), raised("ValueError")),
        (raised("ValueError"), value("3")),
        (raised("ValueError"), raised("KeyError")),
        (ran("r.exit == 0"), ran("r.exit == 1")),
        (ran('r.stdout == "a\\n"'), ran('r.stdout == "a"')),
        (ran('"z" in r.stdout'), ran('r.stdout == "abc"')),
        (ran('"line 3" in r.stderr'), ran('"bad" in r.stderr')),
        (ran('r.stderr == ""'), ran("r.exit == 0")),
        (raised('ValueError, "must be positive"'), raised('ValueError, "not a number"')),
    ],
)
def test_what_may_differ_does_not_agree(one: WrittenCase, other: WrittenCase) -> None:
    assert not agrees(one, other, NAMES)


def test_rows_of_a_table_agree_one_by_one() -> None:
    def table(*rows: tuple[int, int]) -> WrittenCase:
        text = f"@table(R1, {list(rows)})\ndef one(x, y):\n    assert b(x) == y\n"
        return WrittenCase(name="one", requirement="R1", text=text)

    assert agrees(table((1, 2), (2, 3)), table((1, 2), (2, 3)), NAMES)
    assert not agrees(table((1, 2), (2, 3)), table((1, 3), (2, 2)), NAMES)


def test_only_all_of_the_output_can_exclude_a_part_of_it() -> None:
    wants = ran('"total" in r.stdout')
    assert excludes(ran('r.stdout == "sum: 3\\n"'), wants, NAMES)
    assert not excludes(ran('r.stdout == "total: 3\\n"'), wants, NAMES)
    assert not excludes(ran('"sum" in r.stdout'), wants, NAMES)


def test_without_parts_only_what_is_exact_is_left() -> None:
    whole = case('with raises(ValueError, "negative"):\n    b(1)\nassert "x" in b(2)')
    assert exact_only(whole, NAMES) == raised("ValueError")
    assert exact_only(ran('"x" in r.stdout'), NAMES) is None


def test_what_is_worked_out_must_do_the_same() -> None:
    asked = value("3")
    same = read(case("assert b(1) == 4").text.replace("one", "case_1"), NAMES)
    assert fits(same, asked, NAMES) == value("4")
    other = read(case("assert b(2) == 4").text, NAMES)
    assert fits(other, asked, NAMES) == (
        "its calls are not those of the case; change only what is expected"
    )
    assert fits(read(value("...").text, NAMES), asked, NAMES) == "an expectation is still `...`"


def test_a_case_holds_only_if_its_run_was_seen_to_pass() -> None:
    one = value("1")
    passed = {"t.py::test_one": TestOutcome(id="t.py::test_one", passed=True)}
    assert failing([one], TestRun(outcomes=passed)) == {}
    assert failing([one], TestRun(outcomes=passed, problem="it was cut")) == {"one": "it was cut"}
    assert failing([one], TestRun()) == {"one": "it was not run"}
