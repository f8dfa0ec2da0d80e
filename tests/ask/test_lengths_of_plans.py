"""How long a plan will be, foretold within a third of those that were written."""

import json
from pathlib import Path

import pytest

from brickyard import recipe as recipes
from brickyard.ask.lengths import of_plan
from brickyard.flow.check import check
from brickyard.plans.plan import plan_question
from brickyard.plans.question import PlanIn

ROOT = Path(__file__).parents[2]
CASSETTES = sorted(
    [
        *(ROOT / "benchmarks" / "field-trials").glob("*/recipe/cassette.jsonl"),
        *(ROOT / "examples").glob("*/cassette.jsonl"),
    ]
)


def planned(folder: Path) -> PlanIn:
    return plan_question(check(recipes.load_all([folder]))[0])


def written(cassette: Path) -> int:
    """Characters of the plan that was accepted: the last that was asked for."""
    lines = [json.loads(line) for line in cassette.read_text("utf-8").splitlines()]
    return len([one["reply"]["text"] for one in lines if one.get("task") == "plan"][-1])


@pytest.mark.parametrize("cassette", CASSETTES, ids=lambda path: path.parts[-3] + path.parts[-2])
def test_a_plan_is_foreseen_within_a_third(cassette: Path) -> None:
    assert of_plan(planned(cassette.parent)) == pytest.approx(written(cassette), rel=1 / 3)


def test_a_plan_of_forty_requirements_and_twelve_modules_is_foreseen_within_a_third() -> None:
    """One that was answered blind with 37,756 characters."""
    asked = planned(CASSETTES[0].parent)
    many = asked.model_copy(
        update={
            "requirements": (asked.requirements * 2)[:40],
            "components": tuple(f"module{number}" for number in range(12)),
        }
    )
    assert of_plan(many) == pytest.approx(37_756, rel=1 / 3)


def test_a_plan_grows_with_the_requirements_where_the_design_names_no_modules() -> None:
    asked = planned(CASSETTES[0].parent).model_copy(update={"components": ()})
    many = asked.model_copy(update={"requirements": asked.requirements * 5})
    assert of_plan(many) > 4 * of_plan(asked)
