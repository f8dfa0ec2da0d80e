"""What one answer leaves out costs what stands on it: the others are built, judged, and said."""

from typing import Any

import pytest
import sample
from builds_kit import Ended, Site, answers, hostile

from brickyard.drafts.question import CodeOut, RepairOut
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.scripted import Script, Scripted
from brickyard.settings import LEAST_ANSWER, Settings
from brickyard.values import ProofLevel, Verdict

SMALL = Settings(repair_rounds=1, proof=ProofLevel.QUICK, answer_tokens=LEAST_ANSWER)
"""So small that each requirement has a question of its own."""
BRICKS = 5
"""The fifth stands on no other, and no other on it."""


@pytest.fixture
def five(site: Site) -> Site:
    sample.write_recipe(site.recipe, BRICKS)
    return Site(site.recipe, site.home, SMALL)


def without(brick: str) -> Script:
    """A model that never writes this brick."""
    right = answers(BRICKS)

    def code(inputs: dict[str, Any]) -> CodeOut:
        given = right["write-code"](inputs)
        assert isinstance(given, CodeOut)
        kept = {path: text for path, text in given.code.items() if brick not in path}
        return CodeOut(code=Files(kept) or Files({"adders/other.py": "X = 1\n"}))

    return hostile(BRICKS, write_code=code, repair=lambda inputs: RepairOut())


def verdicts(ended: Ended) -> dict[str, Verdict]:
    assert ended.result is not None
    return {row.requirement: row.verdict for row in ended.result.matrix.rows}


def warnings(ended: Ended) -> str:
    return "\n".join(event.data["message"] for event in ended.events if event.kind == "warning")


async def test_a_brick_that_nobody_wrote_costs_its_requirement_and_is_said(five: Site) -> None:
    ended = await five.build(without("adder_5"))
    assert ended.code == 1, ended.said
    met = [id for id, verdict in verdicts(ended).items() if verdict is Verdict.MET]
    assert met == ["R1", "R2", "R3", "R4"]
    assert "The others go on. " in warnings(ended)
    assert "adder_5" in warnings(ended)
    assert "adder_5.py" in ended.said
    assert ended.result is not None
    assert (five.recipe / "brickyard.lock").exists() is False


@pytest.mark.slow
async def test_it_goes_on_where_it_stopped(five: Site) -> None:
    model = Scripted(without("adder_5"), name="forgetful")
    await five.build(model)
    model = Scripted(hostile(BRICKS), name="forgetful")
    again = await five.build(model, again=["R5"])
    assert again.code == 0, again.said
    asked = {about for event in again.events if (about := event.data.get("about"))}
    assert asked <= {"brick adder_5", "R5 · the whole"}


async def test_cases_that_one_answer_does_not_give_leave_that_requirement_unproven(
    five: Site,
) -> None:
    right = hostile(BRICKS)

    def answer(request: Request) -> Any:
        silent = request.task == "write-cases" and request.about.startswith("R5")
        return "I would rather not." if silent else right(request)

    ended = await five.build(answer)
    assert ended.code == 1, ended.said
    found = verdicts(ended)
    assert found.pop("R5") is Verdict.NOT_MET
    assert {*found.values()} == {Verdict.MET}
    assert "not judged" in ended.said
    assert "The others go on. " in warnings(ended)
