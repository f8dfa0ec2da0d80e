from typing import Any

import pytest
from evidence_kit import SHOP_CASES, case

from brickyard.evidence import contradictions


def call(expect: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"call": "cli.mean", "args": [[1, 2]], **more, "expect": expect}


def run(expect: dict[str, Any]) -> dict[str, Any]:
    return {"run": ["add", "x"], "expect": expect}


APART = {
    "values": (call({"value": 1}), call({"value": 2})),
    "kinds of value": (call({"value": 1}), call({"value": True})),
    "none": (call({"value": 0}), call({"value": None})),
    "lists": (call({"value": [1, 2]}), call({"value": [2, 1]})),
    "dictionaries": (call({"value": {"a": 1}}), call({"value": {"a": 2}})),
    "value and exception": (call({"value": 1}), call({"raises": "ValueError"})),
    "exceptions": (call({"raises": "KeyError"}), call({"raises": "ValueError"})),
    "tolerances": (call({"value": 1, "approx": 0.1}), call({"value": 1.5, "approx": 0.1})),
    "expressions": (
        call({"value": {"$py": "Money(1, 'EUR')"}}),
        call({"value": {"$py": "Money(2, 'EUR')"}}),
    ),
    "members": (call({"value": {"$py": "Colour.RED"}}), call({"value": {"$py": "Colour.BLUE"}})),
    "exit codes": (run({"exit": 0}), run({"exit": 1})),
    "outputs": (run({"stdout": "a\n"}), run({"stdout": "b\n"})),
    "output and words": (run({"stdout": "a\n"}), run({"stdout_has": ["b"]})),
    "files": (run({"files": {"a": "x"}}), run({"files": {"a": "y"}})),
    "file or none": (run({"files": {"a": "x"}}), run({"no_files": ["a"]})),
    "order of keywords": (
        call({"value": 1}, kwargs={"a": 1, "b": 2}),
        call({"value": 2}, kwargs={"b": 2, "a": 1}),
    ),
}

TOGETHER = {
    "the same": (call({"value": 1}), call({"value": 1})),
    "whole numbers": (call({"value": 1}), call({"value": 1.0})),
    "tolerances": (call({"value": 1, "approx": 0.3}), call({"value": 1.5, "approx": 0.3})),
    "exceptions of one family": (call({"raises": "KeyError"}), call({"raises": "LookupError"})),
    "declared exceptions": (call({"raises": "StoreError"}), call({"raises": "ValueError"})),
    "ways to write a value": (
        call({"value": {"$py": "Money(1, 'EUR')"}}),
        call({"value": {"$py": "Money(amount=1, currency='EUR')"}}),
    ),
    "equal decimals": (
        call({"value": {"$py": "Decimal('1.0')"}}),
        call({"value": {"$py": "Decimal('1.00')"}}),
    ),
    "words": (run({"stdout_has": ["a"]}), run({"stdout_has": ["b"]})),
    "output and its words": (run({"stdout": "a b\n"}), run({"stdout_has": ["b"]})),
    "other arguments": (call({"value": 1}), call({"value": 2}, args=[[3]])),
    "other input": (run({"exit": 0}), {**run({"exit": 1}), "stdin": "x"}),
}


@pytest.mark.parametrize("pair", APART.values(), ids=APART.keys())
def test_cases_that_cannot_both_hold_are_found(pair: tuple[dict[str, Any], ...]) -> None:
    (finding,) = contradictions([case("first", pair[0]), case("second", pair[1])])

    assert finding.blocks
    assert "'first' (R1) and 'second' (R1) do the same up to step 1, but" in finding.message


@pytest.mark.parametrize("pair", TOGETHER.values(), ids=TOGETHER.keys())
def test_cases_that_can_both_hold_are_left_alone(pair: tuple[dict[str, Any], ...]) -> None:
    assert contradictions([case("first", pair[0]), case("second", pair[1])]) == ()


def test_other_files_or_other_steps_before_make_another_situation() -> None:
    step = run({"exit": 0})
    other = run({"exit": 1})

    assert contradictions([case("a", step, files={"x": "1"}), case("b", other)]) == ()
    assert contradictions([case("a", step), case("b", call({"value": 1}), other)]) == ()


def test_names_of_saved_objects_do_not_matter() -> None:
    def shelf(name: str, size: int) -> tuple[dict[str, Any], ...]:
        return (
            {"call": "store.Store", "save": name},
            {"call": f"{name}.add", "args": [{"$py": f"{name}.size"}]},
            {"call": f"{name}.size", "expect": {"value": size}},
        )

    (finding,) = contradictions([case("a", *shelf("one", 1)), case("b", *shelf("two", 2))])

    assert "up to step 3, but one expects 1 and the other 2" in finding.message


def test_good_cases_do_not_contradict_each_other() -> None:
    assert contradictions(SHOP_CASES) == ()
