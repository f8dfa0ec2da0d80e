"""Plans whose declarations judge in the code's favour: wrong code was met by them once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builds_kit import Site, refused, write_recipe

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import ProofLevel

TEXT = (
    "- R1 (MUST, behaviour): `price` returns the Price that a text of digits says in cents; an"
    " empty text raises KeyError and any other text ValueError."
)
ERROR = 'class Bad({}):\n    """The text says no price."""\n\n\n'
PRICE = '@dataclass(frozen=True)\nclass Price:\n    """Some money."""\n\n    cents: int{}\n\n\n'
PLAIN = "from dataclasses import dataclass, field\n\n\n"
OPERATION = 'def price(text: str) -> Price:\n    """Return the price."""\n'
ALIKE = (
    'class Price:\n    """Some money."""\n\n    def __init__(self, cents: int) -> None:\n'
    "        self.cents = cents\n\n    def __eq__(self, other: object) -> bool:\n"
    "        return isinstance(other, Price)\n\n    def __hash__(self) -> int:\n"
    "        return self.cents\n\n\n"
)
FLAT = "    if not text:\n        raise KeyError(text)\n    if not text.isdigit():\n        raise "
FLAT += "ValueError(text)\n    return Price(0)\n"
ONE_ERROR = "    if not text.isdigit():\n        raise Bad(text)\n    return Price(int(text))\n"

BLUNT = {
    "a field that is not compared": (
        PLAIN + PRICE.format(" = field(compare=False)"),
        FLAT,
        "`compare=False` takes values out of comparison",
    ),
    "equality with a body": (
        "\n" + ALIKE,
        FLAT,
        "'Price.__eq__' comes with a body",
    ),
    "an exception that is two": (
        PLAIN + ERROR.format("KeyError, ValueError") + PRICE.format(""),
        ONE_ERROR,
        "exception 'Bad' is 'KeyError' and 'ValueError' at once",
    ),
}


CASES = """\
@table(R1, [("250", 250), ("7", 7)])
def some(text, cents):
    assert price(text) == Price(cents)


@table(R1, [("", KeyError), ("much", ValueError)])
def no_price(text, error):
    with raises(error):
        price(text)
"""


def answers(declared: str, body: str) -> dict[str, Answer]:
    planned = PlanOut(
        bricks=(PlannedBrick(name="prices", spec="Reads prices.", serves=("R1",)),),
        interfaces=Files({"prices.py": f'"""Prices."""\n\n{declared}{OPERATION}    ...\n'}),
    )
    text = f'"""Prices."""\n\n{declared}{OPERATION}{body}'
    written = CodeOut(code=Files({"adders/prices.py": text}))
    listed: Callable[[Any], CasesOut] = lambda inputs: CasesOut(cases=CASES)  # noqa: E731
    return {
        "plan": lambda inputs: planned,
        "write-cases": listed,
        "draw-hold-outs": listed,
        "write-code": lambda inputs: written,
    }


@pytest.mark.parametrize(("declared", "body", "why"), BLUNT.values(), ids=BLUNT.keys())
async def test_wrong_code_is_not_met_by_what_its_plan_declares(
    declared: str, body: str, why: str, tmp_path: Path, home: Path
) -> None:
    site = Site(write_recipe(tmp_path / "adders", TEXT), home)
    site.settings = Settings(proof=ProofLevel.QUICK, repair_rounds=0)

    ended = await site.build(script(answers(declared, body)))

    refused(ended, "'plan' for adders", "Brick 'prices'", "src/adders/prices.py:", why)
    assert ended.asked("write-cases") == 0
