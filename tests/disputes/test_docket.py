"""Which tests are disputed, and how often; nobody is asked here."""

from typing import cast

import pytest

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.disputes.tracker import DisputeTracker
from brickyard.drafts.question import Contested
from brickyard.engine.local import LocalEngine
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import (
    Brick,
    Dispute,
    Kind,
    Level,
    Plan,
    Recipe,
    RecipeType,
    Requirement,
    TestLevel,
    TestModule,
)

RECIPE = Recipe(
    name="a",
    version="1",
    type=RecipeType.LIBRARY,
    requirements=(Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="It does."),),
)
PLAN = Plan(
    package="a",
    bricks=(Brick(name="b", spec="", serves=("R1",), interface="def f() -> int: ...\n"),),
)
CODE = Files({"src/a/b.py": "def f() -> int:\n    return 1\n"})
TESTS = [f"tests/t.py::test_{number}" for number in range(4)]
MODULE = TestModule(
    path="tests/t.py", source="", level=TestLevel.ACCEPTANCE, tests=dict.fromkeys(TESTS, "R1")
)


class Asked(Exception):
    """Somebody would have been asked."""


def nobody(request: Request) -> str:
    raise Asked(request.task)


def docket(*heard: str, settled: str = "test stands") -> DisputeTracker:
    known = [
        Dispute(
            test=test,
            requirement="R1",
            expects="1",
            claim="?",
            ruling="code wrong",
            reason="So it says.",
            settled=settled,
        )
        for test in heard
    ]
    context = BuildContext(
        Asker(Scripted(nobody)), cast("Sandbox", None), LocalEngine(), Settings()
    )
    return DisputeTracker([MODULE], RECIPE, PLAN, context, known)


def run(*failing: str) -> TestRun:
    return TestRun(
        outcomes={
            test: TestOutcome(id=test, passed=test not in failing, reason="wrong") for test in TESTS
        }
    )


async def is_heard(one: DisputeTracker) -> bool:
    try:
        return await one.reconsider(CODE)
    except Asked:
        return True


NAMES = {test.split("::")[-1]: (test,) for test in TESTS}
"""What a question calls a test → the tests that it stands for."""


async def test_a_test_is_judged_unasked_when_two_candidates_in_a_row_failed_it() -> None:
    one = docket()
    await one.note(run(TESTS[0]), CODE)
    assert not await is_heard(one)
    await one.note(run(TESTS[1]), CODE)
    assert not await is_heard(one)
    await one.note(run(TESTS[1]), CODE)
    assert await is_heard(one)


async def test_who_proposes_the_same_code_again_stands_by_it() -> None:
    one = docket()
    await one.note(run(TESTS[0]), CODE)
    one.insist()
    assert await is_heard(one)


async def test_who_insists_before_anything_ran_says_nothing() -> None:
    one = docket()
    one.insist()
    assert not await is_heard(one)


async def test_a_test_that_was_heard_is_not_heard_again() -> None:
    one = docket(TESTS[0])
    one.contest([Contested(test="test_0", reason="I insist.")], NAMES)
    for _ in range(3):
        await one.note(run(TESTS[0]), CODE)
    assert not await is_heard(one)


async def test_a_run_without_a_report_is_no_candidate() -> None:
    one = docket()
    await one.note(run(TESTS[0]), CODE)
    await one.note(run(TESTS[0]).model_copy(update={"problem": "it was cut"}), CODE)
    assert not await is_heard(one)


async def test_a_contested_test_is_heard_at_once_and_only_while_it_fails() -> None:
    one = docket()
    one.contest([Contested(test="test_0", reason="It contradicts R1.")], NAMES)
    await one.note(run(), CODE)
    assert not await is_heard(one)
    await one.note(run(TESTS[0]), CODE)
    assert await is_heard(one)


async def test_a_name_that_no_question_used_contests_nothing() -> None:
    one = docket()
    one.contest([Contested(test="test_99", reason="It is wrong.")], NAMES)
    await one.note(run(TESTS[0]), CODE)
    assert not await is_heard(one)


@pytest.mark.parametrize(("settled", "told"), [("test stands", True), ("not settled", False)])
async def test_only_of_a_test_that_stands_the_words_are_shown(settled: str, told: bool) -> None:
    one = docket(TESTS[0], settled=settled)
    await one.note(run(TESTS[0]), CODE)
    (failure,) = one.as_heard(one.failures[CODE.digest])
    assert failure.quote == ("So it says." if told else "")
