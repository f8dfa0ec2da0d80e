"""A test and code disagree: who decides, on what sight, and what a person is told."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from builds_kit import ADDER, Ended, Site, adder, case, cases, code, done, edit, hostile, refused
from sample import ruled

from brickyard.ask.views import SharedPlan
from brickyard.disputes.question import RuleOut, Ruling
from brickyard.drafts.question import Contested, RepairOut
from brickyard.files import Files
from brickyard.recipe.lock import read_lock
from brickyard.settings import Settings
from brickyard.testing import Answer
from brickyard.values import Dispute, ProofLevel

RIGHT = "return value + 1"
WRONG = "return value + 7"
OFF = "return value + 1 if value != 9 else 8"
GOOD = (case("two", 2, 3), case("forty", 40, 41))
NINE = case("nine", 9, 10)
BAD = case("nine", 9, 11)
"""It expects 11, and 9 plus 1 is 10."""

NOT_SETTLED = "R1 is not judged: Nobody settled whether it is right that"

Value = Callable[[str], str]


def right(call: str) -> str:
    return str(int(call[6:-1]) + 1)


def judge(ruling: Ruling, value: Value | None = None, clarification: str = "Say more.") -> Answer:
    """The same on all; `value` of a call is what it must give instead."""
    return lambda inputs: ruled(inputs["cases"], ruling, clarification, value)


def contests(inputs: dict[str, Any]) -> RepairOut:
    """Disputes all that is shown, and changes nothing."""
    named = (Contested(test=one["id"], reason="9 plus 1 is 10.") for one in inputs["checks"])
    return RepairOut(disputes=tuple(named))


def quick(site: Site, **more: Any) -> Site:
    site.settings = Settings(**{"proof": ProofLevel.QUICK, "repair_rounds": 2} | more)
    site.packs = False
    return site


def disputes(ended: Ended) -> Sequence[Dispute]:
    assert ended.result is not None, ended.said
    return ended.result.disputes


def settled(ended: Ended) -> dict[str, str]:
    return {one.test.split("::")[-1]: one.settled for one in disputes(ended)}


def accepted(ended: Ended) -> str:
    return (ended.out / "tests/acceptance/test_r1.py").read_text("utf-8")


def broken(id: str, expected: int) -> str:
    """What is said of `OFF`, which gives 8 for 9."""
    text = "".join(f"      {line}\n" for line in case(id, 9, expected).splitlines())
    return f"R1 is broken: test_{id} fails.\n{text}  expected {expected}\n  got      8\n"


def off(**more: Answer) -> dict[str, Answer]:
    """The code is wrong for 9, its author stands by it, and one test notices."""
    given: dict[str, Answer] = {
        "write_cases": cases(*GOOD, NINE),
        "write_code": code(OFF),
        "repair": contests,
    }
    return given | more


async def with_a_wrong_test(site: Site, rule: Answer, **more: Answer) -> Ended:
    """The code is right, one test is not, and the author says so."""
    given: dict[str, Answer] = {
        "write_cases": cases(*GOOD, BAD),
        "repair": contests,
        "rule_on_cases": rule,
    }
    return await quick(site).build(hostile(1, **(given | more)))


# ---------------------------------------------------------------- the author


@pytest.mark.slow
async def test_one_failed_candidate_is_no_dispute(site: Site) -> None:
    mended = edit(f"    {WRONG}", f"    {RIGHT}")
    ended = await quick(site).build(hostile(write_code=code(WRONG), repair=lambda inputs: mended))
    done(ended)
    assert (ended.asked("repair"), ended.asked("rule-on-cases")) == (1, 0)
    assert disputes(ended) == ()


async def test_an_author_who_answers_by_disputes_alone_is_heard_and_not_asked_again(
    site: Site,
) -> None:
    """Of an acceptance test that no right code can pass."""
    ended = await with_a_wrong_test(site, judge(Ruling.TEST_WRONG, right))
    done(ended)
    assert (ended.asked("repair"), ended.asked("rule-on-cases")) == (1, 1)
    (one,) = disputes(ended)
    assert one.claim == "Whoever wrote the code says: 9 plus 1 is 10."


@pytest.mark.slow
async def test_what_two_candidates_in_a_row_failed_is_judged_unasked(site: Site) -> None:
    again = f"# As it must be.\n{RIGHT}"
    ended = await with_a_wrong_test(
        site, judge(Ruling.TEST_WRONG, right), repair=lambda inputs: code(again)(inputs)
    )
    done(ended)
    (one,) = disputes(ended)
    assert one.claim.startswith("2 proposals in a row failed it: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "questions"),
    [
        (judge(Ruling.SILENT), 1),
        pytest.param(judge(Ruling.TEST_WRONG, right), 3, marks=pytest.mark.slow),
    ],
    ids=["silent", "wrong, each in its own way"],
)
async def test_who_contests_one_check_of_a_group_contests_the_cause(
    rule: Answer, questions: int, site: Site
) -> None:
    """Three are shown; what is ruled on them holds for all, but where each must be put right in a
    way of its own: then the others are asked about, twelve at a time."""
    wrong = [case(f"of_{n}", n, n + 2) for n in range(10, 30)]
    seen: list[dict[str, Any]] = []

    def first(inputs: dict[str, Any]) -> RepairOut:
        seen.append(inputs)
        (one, *_) = inputs["checks"]
        return RepairOut(disputes=(Contested(test=one["id"], reason="One more, not two."),))

    ended = await with_a_wrong_test(site, rule, repair=first, write_cases=cases(*GOOD, *wrong))
    done(ended)
    assert [len(one["checks"]) for one in seen] == [3]
    assert len(disputes(ended)) == 20
    claim = "Whoever wrote the code says: One more, not two."
    assert {one.claim for one in disputes(ended)} == {claim}
    assert ended.asked("rule-on-cases") == questions


@pytest.mark.slow
async def test_where_a_group_is_ruled_on_in_different_ways_the_rest_of_it_is_asked_about(
    site: Site,
) -> None:
    """Of six checks of one group the first is silent; none of the others stays open by that."""
    wrong = [case(f"of_{n}", n, n + 2) for n in range(10, 16)]

    def rule(inputs: dict[str, Any]) -> RuleOut:
        told = ruled(inputs["cases"], Ruling.TEST_WRONG, "Say more.", right)
        if "check_1_a" not in inputs["cases"]:
            return told
        (first, *rest) = told.rulings
        silent = first.model_copy(update={"ruling": Ruling.SILENT})
        return told.model_copy(update={"rulings": (silent, *rest)})

    ended = await with_a_wrong_test(site, rule, write_cases=cases(*GOOD, *wrong))
    done(ended)
    found = list(settled(ended).values())
    assert (found.count("test dropped"), found.count("test replaced")) == (1, 5)


@pytest.mark.slow
async def test_a_named_test_is_heard_even_if_an_earlier_candidate_passed_it(site: Site) -> None:
    """The draft passes the wrong test by chance; the repair is right, and then it is named."""

    def repair(inputs: dict[str, Any]) -> RepairOut:
        if inputs["tried"]:
            return contests(inputs)
        return RepairOut(code=Files({ADDER: adder(RIGHT)}))

    ended = await with_a_wrong_test(
        site,
        judge(Ruling.TEST_WRONG, right),
        write_code=code("return value + 2"),
        repair=repair,
    )
    done(ended)


# ---------------------------------------------------------------- a test that is ruled right


async def test_a_right_test_stands_and_the_repairer_reads_the_words_it_rests_on(
    site: Site,
) -> None:
    """They are in the very next question, beside that check, and nothing there speaks against."""
    seen: list[dict[str, Any]] = []

    def repair(inputs: dict[str, Any]) -> RepairOut:
        seen.append(inputs)
        if not inputs["tried"]:
            return contests(inputs)
        return edit(f"    {WRONG}", f"    {RIGHT}")

    given = hostile(write_code=code(WRONG), repair=repair)
    ended = await quick(site).build(given)
    done(ended)
    assert set(settled(ended).values()) == {"test stands"}
    before, after = ([check.get("rests_on", "") for check in one["checks"]] for one in seen)
    assert before == ["", ""]
    assert after == ["Counted twice. “its argument plus”"] * 2
    assert [one["problems"] for one in seen] == [[], []]


async def test_wrong_code_whose_author_disputes_right_tests_is_refused(site: Site) -> None:
    ended = await quick(site).build(hostile(write_code=code(WRONG), repair=contests))
    refused(ended, "R1 is broken: test_adds_1_to_2 fails")
    assert set(settled(ended).values()) == {"test stands"}
    assert ended.asked("rule-on-cases") == 1


@pytest.mark.slow
async def test_a_wrong_test_that_is_upheld_blocks_and_its_words_are_shown(site: Site) -> None:
    """One judge decides: one who errs so refuses right code, and says by which words."""
    ended = await with_a_wrong_test(site, judge(Ruling.CODE_WRONG))
    refused(ended, "R1 is broken: test_nine fails")
    assert settled(ended) == {"test_nine": "test stands"}
    assert "the judge (code wrong): Counted twice. “its argument plus”" in ended.said


TABLE = "@table(R1, [(2, 3), (9, 11), (40, 41), (50, 51)])\n"
TABLE += "def rows(given, wanted):\n    assert add_1(given) == wanted\n"


@pytest.mark.slow
async def test_rows_of_one_table_are_ruled_on_apart(site: Site) -> None:
    """The code is wrong for 50 and the test for 9: one row stands, the other is put right."""

    def rule(inputs: dict[str, Any]) -> RuleOut:
        stands = ruled(inputs["cases"], Ruling.CODE_WRONG).rulings
        falls = ruled(inputs["cases"], Ruling.TEST_WRONG).rulings
        (wrong,) = [
            part.split("(")[0]
            for part in inputs["cases"].split("def ")[1:]
            if f"{part.split('(')[0]}(given" in part and "(9, 11)" in _before(inputs["cases"], part)
        ]
        kept = [a if a.id != wrong else b for a, b in zip(stands, falls, strict=True)]
        anew = f"@proves(R1)\ndef {wrong}():\n    assert add_1(9) == 10\n"
        return RuleOut(rulings=tuple(kept), cases=anew)

    ended = await quick(site).build(
        hostile(
            write_cases=cases(TABLE),
            write_code=code("return value + 1 if value != 50 else 0"),
            repair=lambda inputs: (
                contests(inputs)
                if not inputs["tried"]
                else RepairOut(code=Files({ADDER: adder(RIGHT)}))
            ),
            rule_on_cases=rule,
        )
    )
    done(ended)
    assert "11" not in accepted(ended)
    assert "assert add_1(9) == 10" in accepted(ended)


def _before(text: str, part: str) -> str:
    """The line above a function."""
    return text[: text.index(f"def {part}")].splitlines()[-1]


# ---------------------------------------------------------------- a test that is ruled wrong


async def test_a_wrong_test_is_replaced_by_what_the_judge_wrote_and_the_build_goes_on(
    site: Site,
) -> None:
    ended = await with_a_wrong_test(site, judge(Ruling.TEST_WRONG, right))
    done(ended)
    (one,) = disputes(ended)
    assert one.test == "tests/acceptance/test_r1.py::test_nine"
    assert (one.requirement, one.ruling, one.expects) == ("R1", "test wrong", "11")
    assert one.settled == "test replaced"
    assert "assert add_1(9) == 10" in accepted(ended)
    assert "== 11" not in accepted(ended)
    assert "Disputed: test_nine of R1 → test replaced" in ended.said
    assert "the judge (test wrong): Counted twice. “its argument plus”" in ended.said


@pytest.mark.slow
async def test_what_was_settled_is_in_the_lock_and_asked_by_nobody_again(site: Site) -> None:
    done(await with_a_wrong_test(site, judge(Ruling.TEST_WRONG, right)))
    locked = read_lock(site.recipe).tests["acceptance/R1"].cases
    assert [one.text for one in locked if "add_1(9)" in one.text] == [case("nine_as_ruled", 9, 10)]

    def unheard(request: object) -> str:
        raise AssertionError(request)

    done(await site.build(unheard, force=True))


@pytest.mark.slow
async def test_what_the_judge_wrote_blocks_code_that_fails_it_too(site: Site) -> None:
    """The test says 11, the code 8, and 9 plus 1 is 10. That is settled: the author contests it
    again, and nobody is asked."""
    given = off(write_cases=cases(*GOOD, BAD), rule_on_cases=judge(Ruling.TEST_WRONG, right))
    ended = await quick(site).build(hostile(1, **given))
    refused(ended, broken("nine_as_ruled", expected=10))
    assert settled(ended) == {"test_nine": "test replaced"}
    assert ended.asked("rule-on-cases") == 1
    assert "Consider adding to the recipe" not in ended.said


@pytest.mark.slow
async def test_code_that_was_wrong_too_is_repaired_by_what_the_judge_wrote(site: Site) -> None:
    def repair(inputs: dict[str, Any]) -> RepairOut:
        if "== 10" not in inputs["cases"]:
            return contests(inputs)
        return edit(f"    {OFF}", f"    {RIGHT}")

    given = off(
        write_cases=cases(*GOOD, BAD),
        rule_on_cases=judge(Ruling.TEST_WRONG, right),
        repair=repair,
    )
    ended = await quick(site).build(hostile(1, **given))
    done(ended)
    assert "assert add_1(9) == 10" in accepted(ended)


@pytest.mark.slow
async def test_a_judge_who_blames_a_right_test_and_works_out_the_right_value_lets_nothing_pass(
    site: Site,
) -> None:
    ended = await quick(site).build(
        hostile(1, **off(rule_on_cases=judge(Ruling.TEST_WRONG, right)))
    )
    refused(ended, "R1 is broken: test_nine_as_ruled fails")


@pytest.mark.slow
async def test_a_judge_who_blames_a_right_test_and_works_out_another_value_lets_nothing_pass(
    site: Site,
) -> None:
    """Only what the code happens to give would pass."""
    ended = await quick(site).build(
        hostile(1, **off(rule_on_cases=judge(Ruling.TEST_WRONG, lambda call: "11")))
    )
    refused(ended, broken("nine_as_ruled", expected=11))


@pytest.mark.slow
async def test_what_the_judge_wrote_goes_if_it_proves_nothing(site: Site) -> None:
    def rule(inputs: dict[str, Any]) -> RuleOut:
        (one,) = ruled(inputs["cases"], Ruling.TEST_WRONG).rulings
        body = "    add_1(9)\n    assert not Path('x.txt').exists()\n"
        return RuleOut(rulings=(one,), cases=f"@proves(R1)\ndef {one.id}():\n{body}")

    ended = await with_a_wrong_test(site, rule)
    done(ended)
    assert settled(ended) == {"test_nine": "test dropped"}
    assert "x.txt" not in accepted(ended)


@pytest.mark.slow
async def test_what_the_judge_wrote_goes_if_it_contradicts_an_accepted_test(site: Site) -> None:
    beyond = "@proves(R1)\ndef beyond():\n    assert add_1(9) > 10\n"

    def rule(inputs: dict[str, Any]) -> RuleOut:
        (one,) = ruled(inputs["cases"], Ruling.TEST_WRONG).rulings
        return RuleOut(rulings=(one,), cases=case(one.id, 9, 12))

    ended = await with_a_wrong_test(site, rule, write_cases=cases(*GOOD, NINE, beyond))
    done(ended)
    assert settled(ended) == {"test_beyond": "test dropped"}
    assert "== 12" not in accepted(ended)


# ---------------------------------------------------------------- a requirement that is silent


async def test_a_silent_requirement_blocks_nobody_and_a_sentence_is_proposed(site: Site) -> None:
    rule = judge(Ruling.SILENT, clarification="Say what 9 gives.")
    ended = await with_a_wrong_test(site, rule)
    done(ended)
    assert settled(ended) == {"test_nine": "test dropped"}
    assert "Consider adding to the recipe: R1 is silent: Say what 9 gives." in ended.said
    assert "nine" not in accepted(ended)


async def test_a_requirement_whose_last_test_goes_has_no_proof_and_is_not_met(site: Site) -> None:
    """A judge who finds everything silent lets no code pass by it."""
    ended = await quick(site).build(
        hostile(write_code=code(WRONG), repair=contests, rule_on_cases=judge(Ruling.SILENT))
    )
    refused(ended, "R1 is not judged: No acceptance test carries its id.")
    assert set(settled(ended).values()) == {"test dropped"}


@pytest.mark.slow
async def test_at_quick_one_judge_who_errs_is_enough_and_a_person_is_told(site: Site) -> None:
    """What the proof costs at this level; the next test is the level above."""
    ended = await quick(site).build(hostile(1, **off(rule_on_cases=judge(Ruling.SILENT))))
    done(ended)
    assert settled(ended) == {"test_nine": "test dropped"}
    assert "Disputed: test_nine of R1 → test dropped" in ended.said
    assert "Consider adding to the recipe: R1 is silent: Say more." in ended.said


@pytest.mark.slow
async def test_what_one_judge_let_pass_is_judged_again_when_a_hold_out_finds_it(
    site: Site,
) -> None:
    """Who drew it knew neither the test nor the ruling; it is another question."""
    rulings = [Ruling.SILENT, Ruling.CODE_WRONG]

    def rule(inputs: dict[str, Any]) -> RuleOut:
        return ruled(inputs["cases"], rulings.pop(0), "Say more.")

    given = off(
        write_cases=cases(*GOOD, NINE, case("seven", 7, 8)),
        draw_hold_outs=cases(case("held_nine", 9, 10), case("held_ten", 10, 11)),
        rule_on_cases=rule,
    )
    ended = await quick(site, proof=ProofLevel.STANDARD).build(hostile(1, **given))
    refused(ended, "R1 is broken: test_held_nine fails")
    assert settled(ended)["test_held_nine"] == "test stands"
    assert rulings == []


# ---------------------------------------------------------------- no ruling


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (lambda inputs: "No idea.", "no line starts with"),
        (lambda inputs: RuleOut(rulings=()), "There is no ruling on check_1_a."),
        (
            lambda inputs: _quoting(inputs, "adds a fee of one"),
            "The quote for check_1_a stands neither in the recipe nor in an interface.",
        ),
        (lambda inputs: _quoting(inputs, ""), "The quote for check_1_a stands neither"),
    ],
    ids=["nonsense", "left out", "invented words", "no words"],
)
async def test_what_nobody_rules_on_is_sent_back_then_listed_as_not_settled_and_blocks(
    rule: Answer, why: str, site: Site
) -> None:
    ended = await with_a_wrong_test(site, rule)
    refused(ended, f"{NOT_SETTLED} test_nine fails.", "Disputed: test_nine of R1 → not settled")
    assert "nobody ruled on it" in ended.said
    sent = [one.data["reason"] for one in ended.events if one.kind == "answer.refused"]
    assert [why in text for text in sent] == [True] * 3, sent


def _quoting(inputs: dict[str, Any], quote: str) -> RuleOut:
    given = ruled(inputs["cases"], Ruling.CODE_WRONG).rulings
    return RuleOut(rulings=tuple(one.model_copy(update={"quote": quote}) for one in given))


@pytest.mark.slow
async def test_words_as_they_stand_there_are_taken_when_the_ruling_comes_back(site: Site) -> None:
    def rule(inputs: dict[str, Any]) -> RuleOut:
        return _quoting(inputs, "RETURNS its argument … 1" if inputs["attempt"] else "plus two")

    ended = await quick(site).build(hostile(1, **off(rule_on_cases=rule)))
    refused(ended, "R1 is broken: test_nine fails")
    assert settled(ended) == {"test_nine": "test stands"}
    assert ended.asked("rule-on-cases") == 2


@pytest.mark.slow
async def test_past_the_most_questions_the_rest_is_listed_and_blocks(site: Site) -> None:
    """Fifty causes: a question holds twelve of them, and one requirement has four questions."""
    wrong = [
        f"@proves(R1)\ndef of_{n}():\n    got = add_1({n})\n    assert got == {n + 2}\n"
        for n in range(100, 150)
    ]

    ended = await with_a_wrong_test(site, judge(Ruling.SILENT), write_cases=cases(*GOOD, *wrong))
    refused(ended, f"{NOT_SETTLED} test_of_1", "→ not settled")
    assert ended.asked("rule-on-cases") == 4
    found = list(settled(ended).values())
    assert (found.count("test dropped"), found.count("not settled")) == (48, 2)


# ---------------------------------------------------------------- what each one sees


async def test_the_judge_sees_recipe_and_test_and_never_the_code_or_what_it_did(
    site: Site,
) -> None:
    seen: list[dict[str, Any]] = []

    def rule(inputs: dict[str, Any]) -> RuleOut:
        seen.append(inputs)
        return ruled(inputs["cases"], Ruling.TEST_WRONG, value=right)

    done(await with_a_wrong_test(site, rule))
    (one,) = seen
    assert set(one) - {"attempt"} == {*SharedPlan.model_fields, "ids", "bricks", "command", "cases"}
    assert one["ids"] == ["R1"]
    assert one["cases"] == case("check_1_a", 9, 11)
    assert RIGHT not in json.dumps(seen)


@pytest.mark.slow
async def test_author_and_judge_read_the_same_lines_as_they_were_written(site: Site) -> None:
    """A text where the interface says int stays a text: nothing is put right on the way."""
    odd = "@proves(R1)\ndef odd():\n    with raises(TypeError):\n        add_1('2024-01-05')\n"
    read: dict[str, str] = {}

    def repair(inputs: dict[str, Any]) -> RepairOut:
        read["author"] = inputs["cases"].replace("check_1", "odd")
        return contests(inputs)

    def rule(inputs: dict[str, Any]) -> RuleOut:
        read["judge"] = inputs["cases"].replace("check_1_a", "odd")
        return ruled(inputs["cases"], Ruling.SILENT, "Say what a text gives.")

    done(
        await with_a_wrong_test(
            site,
            rule,
            repair=repair,
            write_code=code("return int(value) + 1 if isinstance(value, int) else 0"),
            write_cases=cases(*GOOD, odd),
        )
    )
    assert read == dict.fromkeys(("author", "judge"), odd.replace("'", '"'))
