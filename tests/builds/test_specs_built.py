"""A spec of another tool is built where it lies: every scenario proven, nothing of it changed."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import sample
from builds_kit import Site, file
from click.testing import CliRunner

from brickyard.cli import test as testing
from brickyard.cli.diff import diff
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.scripted import Script
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.testing import script
from brickyard.values import Verdict

SPEC = """\
# adding Specification

## Purpose
A Python library that adds.

## Requirements

### Requirement: Adding one
The library SHALL return its argument plus 1.

#### Scenario: Small
- **WHEN** `add_1(2)` is called
- **THEN** it returns 3

#### Scenario: Large
- **WHEN** `add_1(40)` is called
- **THEN** it returns 41
"""
ID, SMALL, LARGE = "adding-one", "adding-one.1", "adding-one.2"


def case(name: str, given: int, *ids: str) -> str:
    named = ", ".join(f'"{id}"' for id in ids)
    return f"@proves({named})\ndef {name}():\n    assert add_1({given}) == {given + 1}\n"


EACH = (case("small", 2, SMALL), case("large", 40, LARGE))
TOGETHER = (case("both", 2, SMALL, LARGE), case("whole", 40, ID))


def model(
    *written: str, mended: tuple[str, ...] = (), asked: list[Request] | None = None
) -> Script:
    def plan(inputs: dict[str, Any]) -> PlanOut:
        brick = PlannedBrick(name="adder_1", spec="Adds 1.", serves=(ID,))
        return PlanOut(
            bricks=(brick,),
            interfaces=Files({"adder_1.py": sample._interface(1)}),  # pyright: ignore[reportPrivateUsage]
        )

    answers = sample.answers(1) | {
        "plan": plan,
        "write-cases": lambda inputs: file(*written),
        "mend-cases": lambda inputs: file(*mended) if mended else "As I said.",
    }
    right = script(answers)

    def answer(request: Request) -> str:
        if asked is not None:
            asked.append(request)
        text = right(request)
        return text.replace("adders/adder_1.py", "x/adder_1.py")

    return answer


@pytest.fixture
def spec(site: Site, tmp_path: Path) -> Site:
    folder = tmp_path / "x" / "openspec" / "specs" / "adding"
    folder.mkdir(parents=True)
    (folder / "spec.md").write_text(SPEC, "utf-8")
    return Site(tmp_path / "x" / "openspec", site.home, site.settings)


def texts(root: Path) -> dict[str, str]:
    return {str(path): path.read_text("utf-8") for path in root.rglob("*") if path.is_file()}


def questions(asked: list[Request]) -> list[str]:
    return [request.task for request in asked]


async def test_a_spec_is_built_beside_itself_and_built_again_without_a_question(
    spec: Site, tmp_path: Path
) -> None:
    before, asked = texts(spec.recipe), list[Request]()
    ended = await spec.build(model(*EACH, asked=asked))
    assert ended.code == 0, ended.said
    ours = tmp_path / "x" / "brickyard" / "x"
    assert (ours / "brickyard.lock").is_file()
    assert (ours / "build" / "BUILD.json").is_file()
    assert texts(spec.recipe) == before
    (wanted,) = [one for one in asked if one.task == "write-cases"]
    assert f"{SMALL}, {LARGE}." in wanted.messages[0].text
    again: list[Request] = []
    assert (await spec.build(model(*EACH, asked=again))).code == 0
    assert again == []


@pytest.mark.slow
async def test_the_commands_take_the_spec_for_what_was_built_of_it(spec: Site) -> None:
    assert (await spec.build(model(*EACH))).code == 0
    told = CliRunner().invoke(diff, [str(spec.recipe), "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["told"] == []
    proven = await asyncio.to_thread(
        CliRunner().invoke, testing.test, [str(spec.recipe), "--json"], standalone_mode=False
    )
    assert proven.return_value == 0, proven.output
    path = spec.recipe / "specs" / "adding" / "spec.md"
    path.write_text(SPEC.replace("plus 1", "plus 1 at once"), "utf-8")
    told = CliRunner().invoke(diff, [str(spec.recipe), "--json"])
    (change,) = json.loads(told.output)["told"]
    assert ID in change["what"]


@pytest.mark.slow
async def test_a_scenario_without_a_case_of_its_own_goes_back_to_who_wrote_the_cases(
    spec: Site,
) -> None:
    asked: list[Request] = []
    ended = await spec.build(model(*TOGETHER, mended=EACH[1:], asked=asked))
    assert ended.code == 0, ended.said
    (sent,) = [one for one in asked if one.task == "mend-cases"]
    assert f"No case of its own proves {LARGE}." in sent.messages[0].text
    assert "a scenario wants a case that carries no other id" in sent.messages[0].text


async def test_a_scenario_that_stays_without_one_is_not_met(spec: Site) -> None:
    ended = await spec.build(model(*TOGETHER))
    assert ended.code == 1
    assert ended.result is not None
    (row,) = ended.result.matrix.rows
    assert (row.verdict, row.said) == (Verdict.NOT_MET, "not judged")
    assert row.reason == f"No case of its own proves {LARGE}."
