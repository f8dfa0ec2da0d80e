"""Which tests are disputed, and how often; nobody is asked here."""

from typing import Any, cast

import pytest

from brickyard.engine.local import LocalEngine
from brickyard.events import Event
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.files import Files
from brickyard.models.scripted import Scripted
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.stages.docket import MOST, Docket
from brickyard.stages.yard import Yard
from brickyard.tasks.ask import Asker
from brickyard.tasks.code import Contested
from brickyard.testing import script
from brickyard.values import (
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
TESTS = [f"tests/t.py::test_{number}" for number in range(40)]
MODULE = TestModule(
    path="tests/t.py", source="", level=TestLevel.ACCEPTANCE, tests=dict.fromkeys(TESTS, "R1")
)


class Asked(Exception):
    """Somebody would have been asked."""


class NoYard:
    """A yard in which nothing may happen."""

    def __getattr__(self, name: str) -> Any:
        raise Asked(name)


def docket(*heard: str, settled: str = "test stands") -> Docket:
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
    plan = Plan(package="a", bricks=())
    return Docket([MODULE], RECIPE, plan, cast("Yard", NoYard()), known)


def run(*failing: str) -> TestRun:
    return TestRun(
        outcomes={
            test: TestOutcome(id=test, passed=test not in failing, reason="wrong") for test in TESTS
        }
    )


async def is_heard(one: Docket) -> bool:
    try:
        return await one.reconsider(Files())
    except Asked:
        return True


async def test_a_test_is_disputed_when_two_candidates_in_a_row_failed_it() -> None:
    one = docket()
    one.note(run(TESTS[0]))
    assert not await is_heard(one)
    one.note(run(TESTS[1]))
    assert not await is_heard(one)
    one.note(run(TESTS[1]))
    assert await is_heard(one)


async def test_where_most_tests_fail_a_third_candidate_is_awaited() -> None:
    one = docket()
    for _ in range(2):
        one.note(run(*TESTS[:30]))
    assert not await is_heard(one)
    one.note(run(*TESTS[:30]))
    assert await is_heard(one)


async def test_a_test_that_was_heard_is_not_heard_again() -> None:
    one = docket(TESTS[0])
    one.contest([Contested(test="test_0", reason="I insist.")])
    for _ in range(3):
        one.note(run(TESTS[0]))
    assert not await is_heard(one)


async def test_a_run_without_a_report_is_no_candidate() -> None:
    one = docket()
    one.note(run(TESTS[0]))
    one.note(run(TESTS[0]).model_copy(update={"problem": "it was cut"}))
    assert not await is_heard(one)


async def test_a_named_test_is_heard_at_once_and_only_while_it_fails() -> None:
    one = docket()
    one.contest([Contested(test=TESTS[0], reason="It contradicts R1.")])
    one.note(run())
    assert not await is_heard(one)
    one.note(run(TESTS[0]))
    assert await is_heard(one)


async def test_only_so_many_are_heard_that_nobody_named() -> None:
    one = docket()
    for _ in range(2):
        one.note(run(*TESTS[:MOST]))
    assert await is_heard(one)
    for _ in range(2):
        one.note(run(*TESTS[MOST : MOST + 4]))
    assert not await is_heard(one)
    one.contest([Contested(test=TESTS[MOST], reason="It contradicts R1.")])
    assert await is_heard(one)


@pytest.mark.parametrize(("settled", "told"), [("test stands", True), ("test replaced", False)])
def test_only_of_a_test_that_stands_is_it_said(settled: str, told: bool) -> None:
    (text,) = docket(TESTS[0], settled=settled).told([f"{TESTS[0]}: wrong"])
    assert ("was disputed and stands: So it says." in text) is told


async def test_a_dispute_that_nobody_could_settle_is_listed_and_heard_once() -> None:
    model = Scripted(script({"judge": lambda inputs: "I cannot say."}))
    warned: list[Event] = []
    unused = cast("Sandbox", None)
    yard = Yard(Asker(model), unused, LocalEngine(), Settings(), listener=warned.append)
    one = Docket([MODULE], RECIPE, Plan(package="a", bricks=()), yard)
    one.note(run(TESTS[0]))
    one.contest([Contested(test=TESTS[0], reason="R1 says otherwise")])
    assert not await one.reconsider(Files())
    (told,) = one.disputes
    assert (told.test, told.requirement, told.settled) == (TESTS[0], "R1", "not settled")
    assert "R1 says otherwise" in told.claim
    assert [event.kind for event in warned] == ["warning"]
    assert not await one.reconsider(Files())
    assert len(one.disputes) == 1
