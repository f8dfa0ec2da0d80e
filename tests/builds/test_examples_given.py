"""Examples that a person gave decide: no model judges, drops or rewrites them."""

from pathlib import Path
from typing import Any

import pytest
from builds_kit import Site, answers, case, cases, code, done, hostile, refused
from sample import ruled, write_recipe

from brickyard.disputes.question import Ruling
from brickyard.drafts.question import Contested, RepairOut
from brickyard.files import Files
from brickyard.flow.prove import prove_again
from brickyard.plans.delta import DeltaOut
from brickyard.plans.examples import Conflict, WeighOut
from brickyard.recipe.lock import read_lock
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import ProofLevel

EXAMPLE = "@proves(R1)\ndef mine():\n    assert add_1(7) == 8\n"
GIVEN = "tests/acceptance/test_given_examples.py"


@pytest.fixture
def shown(tmp_path: Path, home: Path) -> Site:
    """A recipe with one example."""
    recipe = write_recipe(tmp_path / "adders", 1)
    (recipe / "examples.py").write_text(EXAMPLE, "utf-8")
    return Site(recipe, home)


def weighed(*conflicts: Conflict) -> Answer:
    return lambda inputs: WeighOut(conflicts=conflicts)


def right(**changed: Answer) -> dict[str, Answer]:
    return answers(1, **({"weigh_examples": weighed()} | changed))


def contested(inputs: dict[str, Any]) -> RepairOut:
    """The author says that the checks are wrong."""
    named = [one["id"] for one in inputs["checks"]]
    return RepairOut(disputes=tuple(Contested(test=one, reason="It is odd.") for one in named))


async def test_an_example_becomes_a_test_as_it_stands_and_is_proven_again(shown: Site) -> None:
    ended = await shown.build(script(right()))
    done(ended)
    assert "assert add_1(7) == 8" in (ended.out / GIVEN).read_text("utf-8")
    assert ended.result is not None
    (row,) = ended.result.matrix.rows
    assert f"{GIVEN}::test_mine" in row.tests
    assert "mine" not in read_lock(shown.recipe).model_dump_json(include={"tests"})
    assert ended.asked("weigh-examples") == 1
    again = await prove_again(ended.out)
    assert again.holds, again.lost


async def test_code_that_fails_an_example_is_broken_whatever_anybody_says_of_it(
    shown: Site,
) -> None:
    """Its author contests it and a judge would rule against it: nobody is heard."""

    (shown.recipe / "examples.py").write_text(EXAMPLE.replace("== 8", "== 9"), "utf-8")
    wrong: dict[str, Answer] = {
        "repair": contested,
        "rule-on-cases": lambda inputs: ruled(
            inputs["cases"], Ruling.TEST_WRONG, value=lambda call: "8"
        ),
    }
    ended = await shown.build(script(right() | wrong))
    refused(ended, "R1", "mine")
    assert ended.asked("rule-on-cases") == 0
    assert ended.result is not None
    assert ended.result.matrix.rows[0].failure is not None
    assert ended.result.matrix.rows[0].failure.case == "mine"


async def test_who_repairs_is_told_that_an_example_stands(shown: Site) -> None:
    told: list[Any] = []

    def mended(inputs: dict[str, Any]) -> RepairOut:
        told.extend(inputs["checks"])
        files = {path: text.replace("+ 7", "+ 1") for path, text in inputs["code"].items()}
        return RepairOut(code=Files(files))

    ended = await shown.build(script(right(write_code=code("return value + 7"), repair=mended)))
    done(ended)
    assert any("A person gave this example" in str(one) for one in told)


async def test_a_case_that_contradicts_an_example_is_left_out(shown: Site) -> None:
    against = case("sevens", 7, 9)
    drawn = cases(case("two", 2, 3), case("forty", 40, 41), against)
    ended = await shown.build(script(right(write_cases=drawn)))
    done(ended)
    assert "sevens" not in (ended.out / "tests/acceptance/test_r1.py").read_text("utf-8")
    warned = [str(one) for one in ended.events if one.kind == "warning"]
    assert any("example 'mine' of examples.py does the same" in one for one in warned)


async def test_an_example_that_no_impostor_fails_is_run_all_the_same(shown: Site) -> None:
    """Nobody refuses it for being weak, and it defeats nothing for the others."""
    text = f"{EXAMPLE}\n\n@proves(R1)\ndef weak():\n    assert add_1(7) != 5\n"
    (shown.recipe / "examples.py").write_text(text, "utf-8")
    ended = await shown.build(script(right()))
    done(ended)
    assert "test_weak" in (ended.out / GIVEN).read_text("utf-8")
    (warned,) = [str(one) for one in ended.events if one.kind == "warning"]
    assert "Your examples in examples.py: weak (R1): It passes on every impostor" in warned


async def test_examples_that_one_impostor_passes_together_are_told_to_show_little(
    shown: Site,
) -> None:
    text = EXAMPLE.replace("add_1(7) == 8", "add_1(-1) == 0")
    (shown.recipe / "examples.py").write_text(text, "utf-8")
    ended = await shown.build(script(right()))
    done(ended)
    (warned,) = [str(one) for one in ended.events if one.kind == "warning"]
    assert "Those of R1 show little: code in which every operation returns 0 passes" in warned


async def test_examples_alone_are_no_proof(shown: Site) -> None:
    none = cases()
    refused(await shown.build(script(right(write_cases=none, mend_cases=none))), "R1")


async def test_a_plan_has_to_offer_what_examples_call(shown: Site) -> None:
    text = EXAMPLE.replace("add_1", "plus_one")
    (shown.recipe / "examples.py").write_text(text, "utf-8")
    ended = await shown.build(script(right()))
    refused(ended, "plus_one", "cannot be played on these interfaces")
    assert ended.asked("write-code") == 0


async def test_an_example_against_a_requirement_is_found_before_anything_is_planned(
    shown: Site,
) -> None:
    words = "returns its argument plus 1"
    conflict = Conflict(example="mine", requirement="R1", quote=words, why="7 plus 1 is 8.")
    (shown.recipe / "examples.py").write_text(EXAMPLE.replace("== 8", "== 9"), "utf-8")
    ended = await shown.build(script(right(weigh_examples=weighed(conflict))))
    refused(ended, "mine", words, "7 plus 1 is 8.", "example-against-requirement")
    assert (ended.asked("plan"), ended.asked("write-code")) == (0, 0)
    page = shown.recipe / "requirements.md"
    allow = "<!-- brickyard: allow example-against-requirement: it is meant so -->\n"
    page.write_text(allow + page.read_text("utf-8"), "utf-8")
    ended = await shown.build(script(right(repair=contested)))
    assert ended.asked("weigh-examples") == 0
    refused(ended, "mine")


async def test_a_conflict_has_to_rest_on_words_of_the_recipe(shown: Site) -> None:
    made_up = Conflict(example="mine", requirement="R1", quote="returns a text", why="No.")
    ended = await shown.build(hostile(weigh_examples=weighed(made_up)))
    refused(ended, "weigh-examples", "returns a text")
    nobody = made_up.model_copy(update={"example": "yours", "quote": "its argument plus 1"})
    refused(await shown.build(hostile(weigh_examples=weighed(nobody))), "yours")


async def test_what_was_weighed_and_accepted_is_not_weighed_again(shown: Site) -> None:
    done(await shown.build(script(right())))
    ended = await shown.build(script({}))
    done(ended)
    (shown.recipe / "examples.py").write_text(EXAMPLE.replace("7) == 8", "8) == 9"), "utf-8")
    ended = await shown.build(script(right(delta=lambda inputs: DeltaOut())))
    done(ended)
    assert ended.asked("weigh-examples") == 1
    assert ended.asked("write-code") == 0
    assert "add_1(8) == 9" in (ended.out / GIVEN).read_text("utf-8")


async def test_hold_outs_that_contradict_an_example_are_not_drawn(shown: Site) -> None:
    shown.settings = Settings(repair_rounds=1, proof=ProofLevel.STANDARD)
    shown.packs = False
    held = cases(case("odd", 7, 9), case("late", 77, 78))
    ended = await shown.build(script(right(draw_hold_outs=held)))
    assert ended.code == 0, ended.said
    assert "odd" not in read_lock(shown.recipe).model_dump_json(include={"tests"})
