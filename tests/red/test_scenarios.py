"""Scenarios are asked for by their ids, and a case counts for one of them alone."""

from brickyard.cases import Names, read
from brickyard.red.question import WRITE_CASES
from brickyard.red.scenarios import apart, demanding, scenarios_of
from brickyard.values import Clause, Kind, Level, Recipe, RecipeType, Requirement

NAMES = Names(package="p", offers={"f": "p.a"})
ITEM = Requirement(
    id="R1",
    level=Level.MUST,
    kind=Kind.BEHAVIOUR,
    text="It adds.",
    clauses=(
        Clause(id="R1.1", text="x", scenario=True),
        Clause(id="R1.2", text="y", scenario=True),
        Clause(id="R1.3", text="z"),
    ),
)
RECIPE = Recipe(name="p", version="1", type=RecipeType.LIBRARY, requirements=(ITEM,))


def read_apart(*ids: str) -> tuple[tuple[str, ...], list[str]]:
    named = ", ".join(f'"{id}"' for id in ids)
    found = read(f"@proves({named})\ndef one():\n    assert f(1) == 2\n", NAMES)
    result, problems = apart(found, scenarios_of(RECIPE, ["R1"]))
    return result.cases[0].requirements, problems


def test_a_question_without_scenarios_stays_as_it_is() -> None:
    assert demanding(WRITE_CASES, ()) is WRITE_CASES


def test_a_question_names_its_scenarios() -> None:
    asked = demanding(WRITE_CASES, scenarios_of(RECIPE, ["R1"]))
    assert asked.instructions.startswith(WRITE_CASES.instructions.rstrip())
    assert asked.instructions.endswith("R1.1, R1.2.")


def test_a_case_of_several_scenarios_counts_for_the_first() -> None:
    ids, (problem,) = read_apart("R1.2", "R1.1", "R1")
    assert ids == ("R1.2",)
    assert "carries R1.2, R1.1, R1, and counts for R1.2 alone" in problem


def test_a_case_of_no_scenario_may_carry_several_ids() -> None:
    assert read_apart("R1", "R1.3") == (("R1", "R1.3"), [])
