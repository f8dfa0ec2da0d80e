"""What is sent back is answered by the changed parts alone, where the answer could be read."""

from typing import Any

from brickyard.ask.ask import Asker
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.question import PLAN, PlanIn, PlannedBrick, PlanOut
from brickyard.testing import script

QUESTION = PlanIn(
    package="clock",
    type="library",
    requirements=(),
    components=(),
    packages=(),
    context="",
    design="",
    ids=("R1",),
)


def planned(**interfaces: str) -> PlanOut:
    bricks = tuple(PlannedBrick(name=name, spec="", serves=("R1",)) for name in ("one", "two"))
    files = Files({f"{name}.py": text for name, text in interfaces.items()})
    return PlanOut(bricks=bricks, interfaces=files)


async def test_a_file_that_is_left_out_stays_as_it_was() -> None:
    asked: list[Request] = []
    answers = [planned(one="one = 1\n", two="two = 1\n"), planned(two="two = 2\n")]

    def answer(inputs: dict[str, Any]) -> PlanOut:
        return answers[inputs["attempt"]]

    right = script({"plan": answer})

    def model(request: Request) -> str:
        asked.append(request)
        return right(request)

    def check(out: PlanOut) -> list[str]:
        return [] if out.interfaces["two.py"] == "two = 2\n" else ["two.py is wrong."]

    found = await Asker(Scripted(model)).ask(PLAN, QUESTION, check=check)
    assert found.interfaces == Files({"one.py": "one = 1\n", "two.py": "two = 2\n"})
    assert "of the files only those that change" in asked[1].messages[-1].text


async def test_an_answer_that_could_not_be_read_is_asked_for_whole() -> None:
    asked: list[Request] = []
    right = script({"plan": lambda inputs: planned(one="one = 1\n", two="two = 2\n")})

    def model(request: Request) -> str:
        asked.append(request)
        return "no answer" if len(asked) == 1 else right(request)

    await Asker(Scripted(model)).ask(PLAN, QUESTION)
    assert "Write the complete corrected answer" in asked[1].messages[-1].text
