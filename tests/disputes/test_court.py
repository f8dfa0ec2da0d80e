"""What becomes of a test that code fails: a judge who sees no code rules on it, by groups."""

import re
from collections.abc import Mapping
from typing import Any, cast

import pytest

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.disputes import most_questions
from brickyard.disputes.court import SettledTest, settle
from brickyard.disputes.question import RuledOn, RuleOut, Ruling
from brickyard.engine.local import LocalEngine
from brickyard.files import Files
from brickyard.models.scripted import Scripted
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import (
    Brick,
    Failure,
    Kind,
    Level,
    Plan,
    Recipe,
    RecipeType,
    Requirement,
    WrittenCase,
)

CODE, TEST, SILENT = Ruling.CODE_WRONG, Ruling.TEST_WRONG, Ruling.SILENT
WORDS = "`add` returns the sum of two numbers."
RECIPE = Recipe(
    name="sums",
    version="1",
    type=RecipeType.LIBRARY,
    requirements=(
        Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text=WORDS),
        Requirement(id="R2", level=Level.MUST, kind=Kind.BEHAVIOUR, text="`sub` subtracts."),
    ),
)
INTERFACE = '''\
def add(one: int, two: int) -> int:
    """Return the sum."""
    ...


def sub(one: int, two: int) -> int:
    """Return the difference."""
    ...
'''
PLAN = Plan(
    package="sums",
    bricks=(Brick(name="adding", spec="", serves=("R1", "R2"), interface=INTERFACE),),
)
PLAIN = WrittenCase(
    name="small",
    requirement="R1",
    text="@proves(R1)\ndef small():\n    assert add(1, 2) == 4\n",
)
ROWS = WrittenCase(
    name="many",
    requirement="R1",
    text="@table(R1, [(1, 1, 3), (2, 2, 4), (3, 3, 7)])\n"
    "def many(one, two, expected):\n    assert add(one, two) == expected\n",
)
PLACE = "tests/acceptance/test_r1.py::test_"


def failing(case: WrittenCase, *rows: int) -> list[Failure]:
    whole = Failure(
        test=f"{PLACE}{case.name}",
        case=case.name,
        requirement=case.requirement,
        reason="`add(…)` is 3, expected 4",
        expected="4",
        got="3",
    )
    return [whole.model_copy(update={"at": at, "row": str(at)}) for at in rows] or [whole]


def ruled(inputs: Mapping[str, Any], rulings: Mapping[str, Ruling], cases: str) -> RuleOut:
    """A ruling on each function by what it holds."""
    names = re.findall(r"^def (check_\w+)\(", inputs["cases"], re.M)
    parts = [part for part in re.split(r"\n\n\n", inputs["cases"]) if "def check_" in part]
    texts = dict(zip(names, parts, strict=True))
    found = [
        RuledOn(
            id=name,
            quote=WORDS,
            reason="Counted.",
            ruling=next(one for part, one in rulings.items() if part in texts[name]),
            clarification="Say which.",
        )
        for name in names
    ]
    return RuleOut(rulings=tuple(found), cases=cases)


class Court:
    """A context with one judge, who rules as told."""

    def __init__(self, rulings: Mapping[str, Ruling], cases: str = "", words: str = "") -> None:
        self.rulings, self.cases, self.words = rulings, cases, words
        self.asked: list[dict[str, Any]] = []
        model = Scripted(script({"rule-on-cases": self._answer}))
        self.context = BuildContext(Asker(model), cast("Sandbox", None), LocalEngine(), Settings())

    def _answer(self, inputs: dict[str, Any]) -> RuleOut | str:
        self.asked.append(inputs)
        return self.words or ruled(inputs, self.rulings, self.cases)

    async def settle(self, case: WrittenCase, *rows: int) -> SettledTest:
        (found,) = (
            await settle(
                failing(case, *rows),
                {f"{PLACE}{case.name}": case},
                {f"{PLACE}{case.name}": "It is wrong."},
                RECIPE,
                PLAN,
                Files(),
                self.context,
                stage="repair",
            )
        ).values()
        return found


RIGHT = "@proves(R1)\ndef check_1_a():\n    assert add(1, 2) == 3\n"


async def test_a_test_that_expects_what_the_recipe_says_stands() -> None:
    one = await Court({"": CODE}).settle(PLAIN)
    assert (one.dispute.settled, one.case, one.anew) == ("test stands", PLAIN, ())
    assert one.stands
    assert one.dispute.reason == f"Counted. “{WORDS}”"
    assert one.dispute.claim == "It is wrong."


async def test_a_wrong_test_is_put_right_by_the_judge() -> None:
    one = await Court({"": TEST}, RIGHT).settle(PLAIN)
    assert (one.dispute.settled, one.case) == ("test replaced", None)
    (anew,) = one.anew
    assert (anew.name, anew.requirement) == ("small_as_ruled", "R1")
    assert "assert add(1, 2) == 3" in anew.text


@pytest.mark.parametrize(
    ("own", "helper"),
    [
        ("", "def make_sum(one):\n    return add(one, 2)\n"),
        ("def make_sum(one):\n    return add(one, 1 + 1)\n\n\n", "1 + 1"),
    ],
)
async def test_what_is_put_right_may_use_the_helpers_of_what_was_shown(
    own: str, helper: str
) -> None:
    shown = "def make_sum(one):\n    return add(one, 2)\n\n\n"
    check = "@proves(R1)\ndef {}():\n    assert make_sum(1) == {}\n"
    case = PLAIN.model_copy(update={"text": shown + check.format("small", 4)})
    one = await Court({"": TEST}, own + check.format("check_1_a", 3)).settle(case)
    (anew,) = one.anew
    assert helper in anew.text


async def test_a_wrong_test_that_is_put_right_for_another_requirement_goes() -> None:
    one = await Court({"": TEST}, RIGHT.replace("R1", "R2")).settle(PLAIN)
    assert (one.dispute.settled, one.case, one.anew) == ("test dropped", None, ())
    assert not one.silent


@pytest.mark.parametrize("cases", ["", RIGHT.replace("_a", "_b")])
async def test_a_ruling_that_puts_nothing_in_the_place_of_a_test_settles_nothing(
    cases: str,
) -> None:
    one = await Court({"": TEST}, cases).settle(PLAIN)
    assert (one.dispute.settled, one.case, one.anew) == ("not settled", PLAIN, ())


async def test_what_nothing_settles_goes_and_a_sentence_is_proposed() -> None:
    one = await Court({"": SILENT}).settle(PLAIN)
    assert (one.dispute.settled, one.case, one.silent) == ("test dropped", None, True)
    assert one.dispute.clarification == "Say which."


async def test_only_the_rows_that_fell_go() -> None:
    one = await Court({"(1, 1, 3)": SILENT, "(3, 3, 7)": SILENT}).settle(ROWS, 0, 2)
    assert one.dispute.settled == "test dropped"
    assert one.case is not None
    assert "(2, 2, 4)" in one.case.text
    assert "(1, 1, 3)" not in one.case.text
    assert "(3, 3, 7)" not in one.case.text


async def test_a_table_of_which_one_row_stands_stands_without_the_others() -> None:
    one = await Court({"(1, 1, 3)": SILENT, "(3, 3, 7)": CODE}).settle(ROWS, 0, 2)
    assert one.stands
    assert not one.silent
    assert one.case is not None
    assert "(1, 1, 3)" not in one.case.text
    assert "(3, 3, 7)" in one.case.text


@pytest.mark.parametrize("words", ["I would rather not say.", "@@"])
async def test_without_a_ruling_nothing_is_settled_and_the_test_stays(words: str) -> None:
    one = await Court({}, words=words).settle(PLAIN)
    assert (one.dispute.settled, one.case, one.is_open) == ("not settled", PLAIN, True)


async def test_a_ruling_against_code_that_quotes_nobody_is_not_taken() -> None:
    court = Court({"": CODE})

    def invented(inputs: dict[str, Any]) -> RuleOut:
        told = ruled(inputs, court.rulings, "")
        wrong = [one.model_copy(update={"quote": "as everybody knows"}) for one in told.rulings]
        return told.model_copy(update={"rulings": tuple(wrong)})

    court.context.asker.model = Scripted(script({"rule-on-cases": invented}))
    assert (await court.settle(PLAIN)).is_open


async def test_there_is_a_most_of_questions_about_disputes_for_the_whole_run() -> None:
    court = Court({"": CODE})
    left = most_questions(len(RECIPE.requirements))
    for _ in range(left):
        assert (await court.settle(PLAIN)).stands
    assert (await court.settle(PLAIN)).is_open
    assert len(court.asked) == len(court.context.ruled) == left


async def test_the_judge_sees_neither_the_code_nor_what_it_did_nor_whose_test_it_is() -> None:
    court = Court({"": CODE})
    await court.settle(PLAIN)
    (asked,) = court.asked
    assert "code" not in asked
    assert "is 3" not in asked["cases"]
    assert "small" not in asked["cases"]
    assert "assert add(1, 2) == 4" in asked["cases"]
