"""A test and code disagree: who decides, on what sight, and what a person is told."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from builds_kit import Ended, Site, adder, case, cases, code, done, hostile, refused
from sample import worked_out

from brickyard.files import Files
from brickyard.recipe.lock import read_lock
from brickyard.settings import Settings
from brickyard.tasks.code import Contested, RepairOut, RepairWholeOut
from brickyard.tasks.holdouts import ExpectOut, WorkedOut
from brickyard.tasks.judge import JudgeOut, Ruling
from brickyard.tasks.views import SharedPlan
from brickyard.testing import Answer
from brickyard.values import Dispute, ProofLevel

pytestmark = pytest.mark.slow
RIGHT = "return value + 1"
WRONG = "return value + 7"
GOOD = (case("two", 2, 3), case("forty", 40, 41))
BAD = case("nine", 9, 11)
"""It expects 11, and 9 plus 1 is 10."""


def judge(ruling: Ruling, clarification: str = "") -> Answer:
    return lambda inputs: JudgeOut(
        quote="plus 1", reason="Counted twice.", ruling=ruling, clarification=clarification
    )


def draws(*values: int | None) -> Answer:
    """What each draw works out; the last one for all that follow."""
    given = list(values)

    def answer(inputs: dict[str, Any]) -> ExpectOut:
        value = given.pop(0) if len(given) > 1 else given[0]
        return worked_out(inputs["cases"], lambda call: None if value is None else str(value))

    return answer


def whole(body: str) -> Answer:
    code = Files({"src/adders/adder_1.py": adder(body)})
    return lambda inputs: RepairWholeOut(code=code)


def stubborn(body: str) -> Answer:
    return lambda inputs: RepairOut(code=adder(body))


def quick(site: Site, **more: Any) -> Site:
    site.settings = Settings(proof=ProofLevel.QUICK, repair_rounds=2, **more)
    site.packs = False
    return site


def disputes(ended: Ended) -> Sequence[Dispute]:
    assert ended.result is not None, ended.said
    return ended.result.disputes


async def with_a_wrong_test(site: Site, ruling: Ruling, draw: Answer, **more: Answer) -> Ended:
    """The code is right, and one test of both levels is not."""
    given: dict[str, Answer] = {
        "write_cases": cases(*GOOD, BAD),
        "repair": stubborn(RIGHT),
        "repair_whole": whole(RIGHT),
        "judge": judge(ruling, "Say what 9 gives."),
        "draw_expectations": draw,
    }
    return await quick(site).build(hostile(1, **(given | more)))


async def test_a_wrong_test_is_replaced_and_the_build_goes_on(site: Site) -> None:
    ended = await with_a_wrong_test(site, Ruling.TEST_WRONG, draws(10))
    done(ended)
    first, second = disputes(ended)
    assert {first.settled, second.settled} == {"test replaced"}
    assert first.test == "tests/bricks/test_adder_1.py::test_nine"
    assert second.test == "tests/acceptance/test_r1.py::test_nine"
    assert (first.requirement, first.ruling) == ("R1", "test wrong")
    assert "11" in first.expects
    assert "2 proposals in a row failed it" in first.claim
    assert "10" in first.drawn
    text = (ended.out / "tests/acceptance/test_r1.py").read_text("utf-8")
    assert "assert add_1(9) == 10" in text
    assert "Disputed: test_nine of R1 → test replaced" in ended.said
    assert "the judge (test wrong): Counted twice. “plus 1”" in ended.said


async def test_what_was_settled_is_in_the_lock_and_asked_by_nobody_again(site: Site) -> None:
    done(await with_a_wrong_test(site, Ruling.TEST_WRONG, draws(10)))
    locked = read_lock(site.recipe).tests
    for name in ("acceptance/R1", "brick/adder_1"):
        texts = [one.text for one in locked[name].cases if one.name == "nine"]
        assert ["assert add_1(9) == 10" in text for text in texts] == [True]

    def unheard(request: object) -> str:
        raise AssertionError(request)

    again = await site.build(unheard, force=True)
    done(again)


async def test_a_judge_who_errs_does_not_condemn_right_code(site: Site) -> None:
    ended = await with_a_wrong_test(site, Ruling.CODE_WRONG, draws(10))
    done(ended)
    assert {one.settled for one in disputes(ended)} == {"test replaced"}
    assert ended.asked("draw-expectations") == 2


async def test_a_judge_who_errs_does_not_let_wrong_code_pass(site: Site) -> None:
    given = hostile(
        write_code=code(WRONG),
        repair=stubborn(WRONG),
        judge=judge(Ruling.TEST_WRONG),
    )
    ended = await quick(site).build(given)
    refused(ended, "R1 is broken: test_adds_1_to_2 fails")
    assert {one.settled for one in disputes(ended)} == {"test stands"}


async def test_a_silent_requirement_blocks_nobody_and_a_clarification_is_proposed(
    site: Site,
) -> None:
    ended = await with_a_wrong_test(site, Ruling.SILENT, draws(None))
    done(ended)
    assert {one.settled for one in disputes(ended)} == {"test dropped"}
    assert "Consider adding to the recipe: R1 is silent: Say what 9 gives." in ended.said
    assert "nine" not in (ended.out / "tests/acceptance/test_r1.py").read_text("utf-8")


async def test_a_silent_ruling_does_not_outvote_two_who_worked_it_out_alike(site: Site) -> None:
    given = hostile(
        write_code=code(WRONG), repair=stubborn(WRONG), judge=judge(Ruling.SILENT, "Say more.")
    )
    ended = await quick(site).build(given)
    refused(ended, "R1 is broken")
    assert {one.settled for one in disputes(ended)} == {"test stands"}
    assert "Consider adding to the recipe: R1 is silent: Say more." in ended.said


async def test_a_test_that_nobody_works_out_alike_is_dropped(site: Site) -> None:
    ended = await with_a_wrong_test(site, Ruling.TEST_WRONG, draws(99, 98, 97, 96))
    done(ended)
    assert {one.settled for one in disputes(ended)} == {"test dropped"}


async def test_two_who_agree_with_neither_side_outvote_both(site: Site) -> None:
    """The test says 11, the code 8, and 9 plus 1 is 10: dropping the test would let it pass."""
    off = "return value + 1 if value != 9 else 8"
    given = hostile(
        write_cases=cases(*GOOD, BAD),
        write_code=code(off),
        repair=stubborn(off),
        repair_whole=whole(off),
        judge=judge(Ruling.TEST_WRONG),
        draw_expectations=draws(10),
    )
    ended = await quick(site).build(given)
    refused(ended, "R1 is broken: test_nine fails.")
    assert ended.result
    assert any("test_nine: AssertionError: assert 8 == 10" in one for one in ended.result.problems)
    (first,) = disputes(ended)
    assert first.settled == "test replaced"
    assert first.drawn.count("== 10") == 2


async def test_code_that_was_wrong_too_is_repaired_by_what_two_agree_on(site: Site) -> None:
    off = "return value + 1 if value != 9 else 8"

    def repair(inputs: dict[str, Any]) -> RepairOut:
        return RepairOut(code=adder(RIGHT if "== 10" in json.dumps(inputs["problems"]) else off))

    given = hostile(
        write_cases=cases(*GOOD, BAD),
        write_code=code(off),
        repair=repair,
        repair_whole=whole(RIGHT),
        judge=judge(Ruling.CODE_WRONG),
        draw_expectations=draws(10),
    )
    ended = await quick(site).build(given)
    done(ended)
    text = (ended.out / "tests/acceptance/test_r1.py").read_text("utf-8")
    assert "assert add_1(9) == 10" in text


async def test_one_failed_candidate_is_no_dispute(site: Site) -> None:
    ended = await quick(site).build(hostile(write_code=code(WRONG), repair=stubborn(RIGHT)))
    done(ended)
    assert (ended.asked("judge"), ended.asked("draw-expectations")) == (0, 0)
    assert disputes(ended) == ()


async def test_whoever_repairs_may_name_a_test_and_it_is_heard_once(site: Site) -> None:
    def names(inputs: dict[str, Any]) -> RepairOut:
        named = Contested(test="test_nine", reason="9 plus 1 is 10.")
        return RepairOut(code=adder("return value + 1 if value != 9 else 0"), disputes=(named,))

    given = hostile(
        write_cases=cases(*GOOD, BAD),
        write_code=code("return value + 1"),
        repair=names,
        repair_whole=whole(RIGHT),
        judge=judge(Ruling.TEST_WRONG),
        draw_expectations=draws(10),
    )
    ended = await quick(site).build(given)
    done(ended)
    assert "Whoever repairs the code says: 9 plus 1 is 10." in disputes(ended)[0].claim


async def test_a_named_test_is_heard_even_if_an_earlier_candidate_passed_it(site: Site) -> None:
    """The draft passes the wrong test by chance; the repair is right, and says so."""

    def names(inputs: dict[str, Any]) -> RepairOut:
        return RepairOut(
            code=adder(RIGHT), disputes=(Contested(test="test_nine", reason="9 plus 1 is 10."),)
        )

    given = hostile(
        write_cases=cases(*GOOD, BAD),
        write_code=code("return value + 2"),
        repair=names,
        repair_whole=whole(RIGHT),
        judge=judge(Ruling.TEST_WRONG),
        draw_expectations=draws(10),
    )
    done(await quick(site).build(given))


async def test_a_vaguer_draw_is_no_voice_for_the_code(site: Site) -> None:
    """The code raises with another message; who works it out speaks of none."""
    refuses = (
        '@proves(R1)\ndef refuses():\n    with raises(ValueError, "negative"):\n        add_1(-1)\n'
    )

    def vague(inputs: dict[str, Any]) -> ExpectOut:
        text = inputs["cases"].replace(
            "assert add_1(-1) == ...", "with raises(ValueError):\n        add_1(-1)"
        )
        told = (WorkedOut(id=id, settled=True, reason="") for id in ("case_1",))
        return ExpectOut(worked_out=tuple(told), cases=text)

    boom = "if value < 0:\n    raise ValueError('boom')\nreturn value + 1"
    given = hostile(
        write_cases=cases(*GOOD, refuses),
        write_code=code(boom),
        repair=stubborn(boom),
        judge=judge(Ruling.CODE_WRONG),
        draw_expectations=vague,
    )
    ended = await quick(site).build(given)
    refused(ended, "test_refuses fails")
    assert {one.settled for one in disputes(ended)} == {"test stands"}


async def test_a_wider_tolerance_is_no_voice_for_the_code(site: Site) -> None:
    def wide(inputs: dict[str, Any]) -> ExpectOut:
        return worked_out(inputs["cases"], lambda call: "approx(10, 0.1)")

    given = hostile(
        write_cases=cases(*GOOD, case("nine", 9, 10)),
        write_code=code("return value + 1 if value != 9 else 12"),
        repair=stubborn("return value + 1 if value != 9 else 12"),
        draw_expectations=wide,
    )
    ended = await quick(site).build(given)
    refused(ended, "test_nine fails")


async def test_where_nobody_works_it_out_one_judge_alone_drops_nothing(site: Site) -> None:
    rulings = [Ruling.TEST_WRONG, Ruling.CODE_WRONG, Ruling.CODE_WRONG]

    def ruled(inputs: dict[str, Any]) -> JudgeOut:
        ruling = rulings.pop(0) if len(rulings) > 1 else rulings[0]
        return JudgeOut(quote="", reason="?", ruling=ruling)

    given = hostile(
        write_cases=cases(*GOOD, case("nine", 9, 10)),
        write_code=code("return value + 1 if value != 9 else 12"),
        repair=stubborn("return value + 1 if value != 9 else 12"),
        judge=ruled,
        draw_expectations=draws(None),
    )
    ended = await quick(site).build(given)
    refused(ended, "test_nine fails")
    assert disputes(ended)[0].ruling == "test wrong, code wrong, code wrong"


async def test_an_answer_that_leaves_out_what_was_asked_is_sent_back(site: Site) -> None:
    def lazy(inputs: dict[str, Any]) -> Any:
        if inputs["attempt"]:
            return draws(10)(inputs)
        return worked_out(inputs["cases"], lambda call: "...")

    ended = await with_a_wrong_test(site, Ruling.CODE_WRONG, lazy)
    done(ended)
    assert {one.settled for one in disputes(ended)} == {"test replaced"}


async def test_one_unusable_ruling_does_not_keep_the_others_from_being_settled(
    site: Site,
) -> None:
    eight = case("eight", 8, 99)

    def half(inputs: dict[str, Any]) -> Any:
        if "def eight" in inputs["test"]:
            return "No idea."
        return judge(Ruling.TEST_WRONG)(inputs)

    def right(inputs: dict[str, Any]) -> ExpectOut:
        return worked_out(inputs["cases"], lambda call: str(int(call[6:-1]) + 1))

    ended = await with_a_wrong_test(
        site, Ruling.TEST_WRONG, right, judge=half, write_cases=cases(*GOOD, BAD, eight)
    )
    settled = {one.test.split("::")[-1]: one.settled for one in disputes(ended)}
    assert settled == {"test_nine": "test replaced", "test_eight": "not settled"}
    refused(ended, "Disputed: test_eight of R1 → not settled")


async def test_naming_a_right_test_changes_nothing(site: Site) -> None:
    def names(inputs: dict[str, Any]) -> RepairOut:
        named = Contested(test="test_adds_1_to_2", reason="I do not like it.")
        return RepairOut(code=adder(WRONG), disputes=(named,))

    ended = await quick(site).build(hostile(write_code=code(WRONG), repair=names))
    refused(ended, "test_adds_1_to_2 fails")
    assert {one.settled for one in disputes(ended)} == {"test stands"}


async def test_a_repairer_is_told_why_a_disputed_test_stands(site: Site) -> None:
    told: list[str] = []

    def repair(inputs: dict[str, Any]) -> RepairOut:
        told.extend(inputs["problems"])
        return RepairOut(code=adder(f"return value + {7 + len(told)}"))

    site.settings = Settings(proof=ProofLevel.QUICK, repair_rounds=3)
    await site.build(hostile(write_code=code(WRONG), repair=repair))
    assert any("was disputed and stands: So it must be." in text for text in told)


async def test_the_judge_sees_requirement_and_test_and_never_the_code(site: Site) -> None:
    seen: list[dict[str, Any]] = []

    def ruled(inputs: dict[str, Any]) -> JudgeOut:
        seen.append(inputs)
        return JudgeOut(quote="", reason="", ruling=Ruling.TEST_WRONG)

    done(await with_a_wrong_test(site, Ruling.TEST_WRONG, draws(10), judge=ruled))
    shown = {*SharedPlan.model_fields, "ids", "bricks", "test"}
    assert set(seen[0]) - {"attempt"} == shown
    assert seen[0]["ids"] == ["R1"]
    assert "assert add_1(9) == 11" in seen[0]["test"]
    assert RIGHT not in json.dumps(seen)


async def test_who_works_it_out_sees_neither_code_nor_what_the_test_expects(site: Site) -> None:
    seen: list[dict[str, Any]] = []
    right = draws(10)

    def worked(inputs: dict[str, Any]) -> Any:
        seen.append(inputs)
        return right(inputs)

    done(await with_a_wrong_test(site, Ruling.TEST_WRONG, worked))
    assert seen[0]["cases"] == "@proves(R1)\ndef case_1():\n    assert add_1(9) == ...\n"
    assert RIGHT not in json.dumps(seen)
