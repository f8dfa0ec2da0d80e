"""A test that is pytest code goes only if two judges say so."""

from typing import Any, cast

import pytest

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.disputes.question import JudgeOut, Ruling
from brickyard.disputes.rewritten import settle_written
from brickyard.engine.local import LocalEngine
from brickyard.models.scripted import Scripted
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import (
    Brick,
    Kind,
    Level,
    Plan,
    Recipe,
    RecipeType,
    Requirement,
    TestLevel,
    TestModule,
)

TEST = "tests/acceptance/test_r1_property.py::test_all"
RECIPE = Recipe(
    name="a",
    version="1",
    type=RecipeType.LIBRARY,
    requirements=(Requirement(id="R1", level=Level.MUST, kind=Kind.PROPERTY, text="Always."),),
)
PLAN = Plan(
    package="a",
    bricks=(Brick(name="b", spec="", serves=("R1",), interface="def f() -> int: ...\n"),),
)
MODULE = TestModule(
    path="tests/acceptance/test_r1_property.py",
    source="def test_all() -> None: ...\n",
    level=TestLevel.ACCEPTANCE,
    tests={TEST: "R1"},
)


@pytest.mark.parametrize(
    ("first", "second", "settled"),
    [
        (Ruling.TEST_WRONG, Ruling.CODE_WRONG, "test stands"),
        (Ruling.CODE_WRONG, Ruling.TEST_WRONG, "test stands"),
        (Ruling.SILENT, Ruling.CODE_WRONG, "test stands"),
        (Ruling.CODE_WRONG, Ruling.SILENT, "test stands"),
        (Ruling.CODE_WRONG, Ruling.CODE_WRONG, "test stands"),
        (Ruling.SILENT, Ruling.SILENT, "test dropped"),
    ],
)
async def test_two_judges_decide(first: Ruling, second: Ruling, settled: str) -> None:
    rulings = [first, second]

    def judge(inputs: dict[str, Any]) -> JudgeOut:
        return JudgeOut(quote="", reason="?", ruling=rulings.pop(0), clarification="Say more.")

    asker = Asker(Scripted(script({"judge": judge})))
    nothing = cast("Sandbox", None)
    context = BuildContext(asker=asker, sandbox=nothing, engine=LocalEngine(), settings=Settings())
    dispute, amended = await settle_written(MODULE, {TEST: "It fails."}, RECIPE, PLAN, context)
    assert dispute.settled == settled
    assert (amended is None) == (settled == "test stands")
    assert dispute.clarification == ("Say more." if Ruling.SILENT in (first, second) else "")
