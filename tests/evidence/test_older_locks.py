"""A lock whose cases are JSON is read as one whose cases are text."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from brickyard.cases import CaseFile, file_of, judge, named_apart, offered_by, read
from brickyard.files import Files
from brickyard.proofs.data.older import converted_lock
from brickyard.record.keys import digest
from brickyard.sandbox import Sandbox
from brickyard.values import Plan, WrittenCase

LOCK = json.loads((Path(__file__).parents[1] / "recipe/purse_format_1.lock").read_text("utf-8"))
PLAN = Plan.model_validate(LOCK["plan"]["plan"])
WITH_CASES = sorted(name for name, locked in LOCK["tests"].items() if "cases" in locked)


def test_every_case_of_the_example_is_there_and_all_else_stays() -> None:
    found = converted_lock(LOCK)
    assert found["format"] == 2
    assert found["tests"].keys() == LOCK["tests"].keys()
    assert len(WITH_CASES) == 22
    for name in WITH_CASES:
        before, after = LOCK["tests"][name], found["tests"][name]
        texts = ["\n".join(one["text"]) for one in after["cases"]]
        assert [read(text, offered_by(PLAN)).problems for text in texts] == [()] * len(texts)
        old = [one["requirement"] for one in before["cases"]]
        assert [one["requirement"] for one in after["cases"]] == old
        assert {**after, "cases": None} == {**before, "cases": None}
    for name in LOCK["tests"].keys() - set(WITH_CASES):
        assert found["tests"][name] == LOCK["tests"][name]
    rest = {"tests": None, "format": None, "code": None}
    assert {**found, **rest} == {**LOCK, **rest}


@pytest.mark.slow
async def test_the_code_of_the_example_passes_its_converted_cases(sandbox: Sandbox) -> None:
    code = {f"src/purse/{name}.py": locked["source"] for name, locked in LOCK["code"].items()} | {
        "src/purse/__init__.py": ""
    }
    names = [name for name in WITH_CASES if not name.startswith("held-out")]
    locked = converted_lock(LOCK)["tests"]
    cases = [WrittenCase.model_validate(one) for name in names for one in locked[name]["cases"]]
    assert len(cases) > 90
    offers = offered_by(PLAN)
    file = CaseFile(path="t.py", cases=file_of(named_apart(cases, ()), offers), names=offers)
    found = await judge(sandbox, Files(code), [file], seconds=120)
    assert [one.reason for one in found.values() if not one.passed] == []
    assert len(found) == len(cases)


def test_code_stays_accepted_for_the_cases_that_it_was_accepted_for() -> None:
    data = _damaged(lambda data: data["code"]["cli"]["inputs"].update(cases="others"))
    data["tests"]["brick/ledger"]["cases"].append(1)
    found = converted_lock(data)["code"]
    for brick in ("cli", "ledger"):
        assert found[brick] == data["code"][brick]
    for brick in ("money", "summary"):
        cases = converted_lock(LOCK)["tests"][f"brick/{brick}"]["cases"]
        texts = ["\n".join(one["text"]) for one in cases]
        wanted = {**LOCK["code"][brick]["inputs"], "cases": digest(texts)}
        assert found[brick] == {**LOCK["code"][brick], "inputs": wanted}


def test_a_lock_with_text_is_left_alone() -> None:
    once = converted_lock(LOCK)
    assert converted_lock(once) == once
    assert converted_lock({"format": 3, "tests": {"a": {"cases": "x"}}})["format"] == 3


def _damaged(change: Any) -> dict[str, Any]:
    data = copy.deepcopy(LOCK)
    change(data)
    return data


DAMAGED = {
    "prints": _damaged(
        lambda data: data["tests"]["brick/money"]["cases"][0]["steps"][0]["expect"].update(
            stdout="x"
        )
    ),
    "names nothing": _damaged(
        lambda data: data["tests"]["brick/money"]["cases"][0]["steps"][0].update(call="money.nope")
    ),
    "is no case": _damaged(lambda data: data["tests"]["brick/money"]["cases"].append(1)),
    "has two of one name": _damaged(
        lambda data: data["tests"]["brick/money"]["cases"].append(
            data["tests"]["brick/money"]["cases"][0]
        )
    ),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=list(DAMAGED))
def test_tests_that_cannot_be_said_are_asked_for_anew(data: dict[str, Any]) -> None:
    found = converted_lock(data)
    assert found["tests"].keys() == LOCK["tests"].keys() - {"brick/money"}


def test_tests_without_a_plan_are_asked_for_anew() -> None:
    found = converted_lock({**LOCK, "plan": None})
    assert found["tests"].keys() == LOCK["tests"].keys() - set(WITH_CASES)
