"""Hold-outs: what an answer leaves out is asked for once more, alone, with what was wrong."""

from pathlib import Path
from typing import Any

import pytest
import sample

from brickyard import recipe as recipes
from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.engine.local import LocalEngine
from brickyard.flow.check import check
from brickyard.holdouts.draw import Drawn, draw, held_out_batches
from brickyard.models.base import Reply, Request
from brickyard.models.scripted import Scripted
from brickyard.plans.plan import assembled
from brickyard.plans.question import PlanOut
from brickyard.red.question import CasesOut
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.testing import Answer, inputs_of, script

BRICKS = 4
RIGHT = sample.answers(BRICKS)


def cases(*ids: str) -> str:
    answer = RIGHT["draw-hold-outs"]({"ids": list(ids)})
    assert isinstance(answer, CasesOut)
    return answer.cases


async def drawn(tmp_path: Path, sandbox: Sandbox, model: Scripted) -> tuple[Drawn, str]:
    """The first draw of the hold-outs of four adders, asked for in one question."""
    recipe, _ = check(recipes.load_all([sample.write_recipe(tmp_path / "adders", BRICKS)]))
    answer = RIGHT["plan"]({})
    assert isinstance(answer, PlanOut)
    plan = assembled(recipe, answer)
    context = BuildContext(Asker(model), sandbox, LocalEngine(), Settings())
    (batch,) = held_out_batches(recipe, plan, context.settings)
    return await draw(batch, 0, recipe, plan, context)


def scripted(answer: Answer) -> Scripted:
    return Scripted(script({"draw-hold-outs": answer}))


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (cases("R1", "R2"), "There is no case that can be used for R3, R4."),
        pytest.param(
            cases("R1", "R2") + "\n\n" + cases("R3", "R4").replace("add_", "sub_"),
            "sub_3",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            cases("R1", "R2") + "\n\n@proves(R3)\ndef blind():\n    add_3(1)\n",
            "blind",
            marks=pytest.mark.slow,
        ),
    ],
)
async def test_requirements_without_a_usable_one_are_asked_about_once_more(
    tmp_path: Path, sandbox: Sandbox, first: str, told: str
) -> None:
    asked: list[dict[str, Any]] = []

    def answer(inputs: dict[str, Any]) -> CasesOut:
        asked.append(inputs)
        return CasesOut(cases=first if len(asked) == 1 else cases(*inputs["ids"]))

    found, problem = await drawn(tmp_path, sandbox, scripted(answer))

    assert {id: len(own) for id, own in found.items()} == dict.fromkeys(("R1", "R2", "R3", "R4"), 2)
    assert problem == ""
    assert [one["ids"] for one in asked] == [["R1", "R2", "R3", "R4"], ["R3", "R4"]]
    assert any(told in text for text in asked[1]["problems"])


async def test_what_is_still_missing_is_said_and_not_asked_for_again(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    model = scripted(lambda inputs: CasesOut(cases=cases("R1")))

    found, problem = await drawn(tmp_path, sandbox, model)

    assert set(found) == {"R1"}
    assert "R1" in problem
    assert model.calls == 2


@pytest.mark.slow
async def test_an_answer_that_was_cut_off_is_drawn_in_two_parts(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    asked: list[list[str]] = []
    right = script({"draw-hold-outs": lambda inputs: CasesOut(cases=cases(*inputs["ids"]))})

    def answer(request: Request) -> Reply | str:
        asked.append(inputs_of(request.messages[0].text)["ids"])
        return right(request) if len(asked[-1]) < 3 else Reply(text="@@", finish="length")

    found, problem = await drawn(tmp_path, sandbox, Scripted(answer))

    assert set(found) == {"R1", "R2", "R3", "R4"}
    assert problem.strip() == ""
    assert asked == [["R1", "R2", "R3", "R4"], ["R1", "R2"], ["R3", "R4"]]
