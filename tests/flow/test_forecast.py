"""What is foreseen is what is asked, within a third; and it is renewed as a run learns more."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sample

from brickyard import flow
from brickyard.drafts.question import RepairOut
from brickyard.events import Event
from brickyard.flow.estimates import Estimate, analyze
from brickyard.flow.session import build, opened
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.models.tokens import CHARACTERS_A_TOKEN, Sum
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import Plan, ProofLevel

MODEL = "openai/gpt-5.6"
THIRD = 1 / 3


@dataclass
class Asked:
    """All that was asked and answered, in tokens."""

    questions: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def add(self, request: Request, text: str) -> None:
        self.questions += 1
        letters = len(request.system) + sum(len(message.text) for message in request.messages)
        self.input_tokens += round(letters / CHARACTERS_A_TOKEN)
        self.output_tokens += round(len(text) / CHARACTERS_A_TOKEN)


async def asked_by(folder: Path, requirements: int, home: Path) -> tuple[Asked, Asked, Plan]:
    """What a build asks to its verdict on the drafts; what the plan was of it; and the plan."""
    right, every = script(sample.answers(requirements)), Asked()

    def answer(request: Request) -> str:
        text = right(request)
        every.add(request, text)
        return text

    async with opened(folder, model=Scripted(answer), home=home, settings=Settings()) as work:
        plan = await flow.plan(work.recipe, work.context)
        first = Asked(every.questions, every.input_tokens, every.output_tokens)
        holdouts = flow.HoldOuts(work.recipe, plan, work.context)
        tests, draft, _ = await work.context.together(
            flow.tests(work.recipe, plan, work.context),
            flow.code(work.recipe, plan, work.context),
            holdouts.prepare(),
        )
        whole, _ = await flow.join(work.recipe, plan, tests, draft, work.context)
        assert whole.passed
        assert not whole.failing
    return every, first, plan


def off(found: float, real: float) -> float:
    return abs(found - real) / real


@pytest.mark.parametrize(
    "requirements", [6, *(pytest.param(more, marks=pytest.mark.slow) for more in (18, 60))]
)
async def test_what_is_foreseen_is_asked_within_a_third_and_the_plan_makes_it_no_worse(
    tmp_path: Path, requirements: int
) -> None:
    folder = sample.write_recipe(tmp_path / "adders", requirements)
    common: dict[str, Any] = {"models": [MODEL], "home": tmp_path / "no", "settings": Settings()}
    start = analyze(folder, **common)

    real, spent, plan = await asked_by(folder, requirements, tmp_path / "home")

    for name in ("questions", "input_tokens", "output_tokens"):
        assert off(getattr(start.total, name), getattr(real, name)) <= THIRD, name
    renewed = analyze(folder, **common, plan=plan)
    for name in ("questions", "input_tokens", "output_tokens"):
        known = getattr(spent, name)
        assert off(known + getattr(renewed.total, name), getattr(real, name)) <= THIRD, name
    first, second = sure(start), sure(renewed)
    assert spent.questions + second.questions == real.questions
    before = off(first.input_tokens, real.input_tokens)
    assert off(spent.input_tokens + second.input_tokens, real.input_tokens) <= before


def sure(found: Estimate) -> Sum:
    """Without what is usually asked because something went wrong: nothing does here."""
    return sum((one for name, one in found.stages.items() if name != "repair"), Sum())


def told(events: Sequence[Event]) -> list[tuple[int, int, list[str]]]:
    """Of each estimate: what was asked, what is left, and in which stages."""
    found: list[tuple[int, int, list[str]]] = []
    for data in [event.data for event in events if event.kind == "estimate"]:
        total = data["total"]
        left = {name: one["questions"] - one["known"] for name, one in data["stages"].items()}
        names = [name for name, count in left.items() if count]
        found.append((data["spent"]["questions"], total["questions"] - total["known"], names))
    return found


async def built(
    tmp_path: Path, answers: dict[str, Answer]
) -> tuple[list[tuple[int, int, list[str]]], Any]:
    events: list[Event] = []
    folder = sample.write_recipe(tmp_path / "adders", 1)
    result = await build(
        folder,
        model=Scripted(script({**sample.answers(1), **answers})),
        home=tmp_path / "home",
        settings=Settings(proof=ProofLevel.QUICK, repair_rounds=1),
        listener=events.append,
    )
    return told(events), result


@pytest.mark.slow
async def test_a_build_that_goes_well_is_foreseen_anew_after_its_plan_and_its_drafts(
    tmp_path: Path,
) -> None:
    found, result = await built(tmp_path, {})

    assert found == [
        (0, 4, ["plan", "tests", "code", "repair"]),
        (1, 3, ["tests", "code", "repair"]),
        (3, 1, ["repair"]),
        (3, 0, []),
    ]
    assert (result.asked, result.foreseen.questions) == (3, 4)
    assert result.input_tokens > result.output_tokens > 0


@pytest.mark.slow
async def test_where_everything_is_answered_nothing_more_is_foreseen(tmp_path: Path) -> None:
    await built(tmp_path, {})
    (tmp_path / "adders" / "brickyard.lock").unlink()

    found, result = await built(tmp_path, {})

    assert {(asked, left) for asked, left, _ in found} == {(0, 0)}
    assert (result.asked, result.foreseen.questions) == (0, 0)


@pytest.mark.slow
async def test_each_repair_and_each_dispute_is_foreseen_when_it_comes(tmp_path: Path) -> None:
    def wrong(inputs: dict[str, Any]) -> CasesOut:
        case = "@proves(R1)\ndef adds_{0}():\n    assert add_1({0}) == {1}\n"
        return CasesOut(cases="\n\n".join(case.format(n, n + 2) for n in (3, 5)))

    found, result = await built(
        tmp_path,
        {"write-cases": wrong, "repair": lambda inputs: RepairOut(code=inputs["code"])},
    )

    assert found[2:] == [
        (3, 1, ["repair"]),
        (3, 1, ["repair"]),
        (4, 1, ["disputes"]),
        (5, 0, []),
    ]
    assert result.asked == 5


def test_what_is_told_of_an_estimate_can_be_read_again(tmp_path: Path) -> None:
    folder = sample.write_recipe(tmp_path / "adders", 6)
    found = analyze(folder, models=[MODEL, "local"], home=tmp_path, settings=Settings())
    again = {**found.told.data, "analysis": found.analysis, "outlook": found.outlook}
    assert Estimate.model_validate(again) == found
