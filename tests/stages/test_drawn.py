"""What was worked out for the same inputs agrees only if it is surely the same."""

from typing import Any

import pytest

from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.stages.drawn import agrees, exact_only, excludes
from brickyard.stages.trials import failing
from brickyard.values import Case, Expect, Step


def case(**expect: Any) -> Case:
    step = Step(call="a.b", args=(1,), expect=Expect(**expect))
    return Case(id="one", requirement="R1", title="One.", steps=(step,))


def py(text: str) -> dict[str, str]:
    return {"$py": text}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"value": 3}, {"value": 3}),
        ({"value": [1, 2]}, {"value": py("(1, 2)")}),
        ({"value": py("Decimal('1.10')")}, {"value": py('Decimal("1.10")')}),
        ({"value": 1.0, "approx": 0.5}, {"value": 1.2}),
        ({"raises": "KeyError"}, {"raises": "KeyError", "message_has": "x"}),
        ({"stdout_has": ["b"]}, {"stdout": "abc"}),
        ({"stderr_has": ["line 3"]}, {"stderr_has": ["p: line 3: bad"]}),
        ({"value": None}, {"value": None}),
    ],
)
def test_the_same_in_other_words_agrees(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert agrees(case(**one), case(**other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"value": 3}, {"value": 4}),
        ({"value": 1}, {"value": True}),
        ({"value": py("Decimal('1.10')")}, {"value": py("Decimal('9.99')")}),
        ({"value": py("date(2024, 1, 1)")}, {"value": py("date(2024, 1, 2)")}),
        ({"value": None}, {"value": py("Fraction(1, 2)")}),
        ({"value": 3}, {"raises": "ValueError"}),
        ({"raises": "ValueError"}, {"value": 3}),
        ({"raises": "ValueError"}, {"raises": "KeyError"}),
        ({"exit": 0}, {"exit": 1}),
        ({"stdout": "a\n"}, {"stdout": "a"}),
        ({"stdout_has": ["z"]}, {"stdout": "abc"}),
        ({"stderr_has": ["line 3"]}, {"stderr_has": ["bad"]}),
        ({"files": {"a": "1"}}, {"files": {"a": "2"}}),
        (
            {"raises": "ValueError", "message_has": "must be positive"},
            {"raises": "ValueError", "message_has": "not a number"},
        ),
    ],
)
def test_what_may_differ_does_not_agree(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert not agrees(case(**one), case(**other))


def test_only_all_of_the_output_can_exclude_a_part_of_it() -> None:
    wants = case(stdout_has=["total"])
    assert excludes(case(stdout="sum: 3\n"), wants)
    assert not excludes(case(stdout="total: 3\n"), wants)
    assert not excludes(case(stdout_has=["sum"]), wants)


def test_without_parts_only_what_is_exact_is_left() -> None:
    whole = case(raises="ValueError", message_has="negative", stderr_has=["x"])
    assert exact_only(whole).steps[0].expect == Expect(raises="ValueError")


def test_a_case_holds_only_if_its_run_was_seen_to_pass() -> None:
    one = case(value=1)
    passed = {"t.py::test_one": TestOutcome(id="t.py::test_one", passed=True)}
    assert failing([one], TestRun(outcomes=passed)) == {}
    assert failing([one], TestRun(outcomes=passed, problem="it was cut")) == {"one": "it was cut"}
    assert failing([one], TestRun()) == {"one": "it was not run"}
