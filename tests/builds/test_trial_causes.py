"""Right code that was refused in field trials, or drowned in questions: each cause, built anew.

What else was found there: tests that are contested, with the words that all read alike, in
test_disputes; answers of the changed parts alone, in test_hostile_models; survivors that are shown
to nobody, in tests/flow/test_comply_gates.
"""

import re
from typing import Any

import pytest
from builds_kit import Ended, Site, case, hostile, source, write_recipe
from sample import answers, ruled

from brickyard.disputes.question import RuleOut, Ruling
from brickyard.drafts.question import Contested, RepairOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import Proof, Verdict

TEXT = "- R1 (MUST, behaviour): `steps` returns all multiples of 5 from 0 up to a limit."
INTERFACE = (
    '"""Steps."""\n\n\ndef steps(limit: int) -> {}:\n'
    '    """Return the multiples of 5 up to `limit`."""\n'
)
TABLE = "@table(R1, [{}])\ndef up_to(limit, wanted):\n    assert steps(limit) == wanted\n"


def table(begin: str, end: str, limits: range) -> CasesOut:
    """A row for each limit, with what is expected between these."""
    listed = [(limit, ", ".join(map(str, range(0, limit + 1, 5)))) for limit in limits]
    rows = (f"({limit}, {begin}{text}{end})" for limit, text in listed)
    return CasesOut(cases=TABLE.format(", ".join(rows)))


async def built(kind: str, value: str, listed: CasesOut, site: Site, **given: Answer) -> Ended:
    """`steps` gives this value of a kind, and these are its cases."""
    write_recipe(site.recipe, TEXT)
    interface = INTERFACE.format(kind)
    plan = PlanOut(
        bricks=(PlannedBrick(name="steps", spec="Counts.", serves=("R1",)),),
        interfaces=Files({"steps.py": f"{interface}    ...\n"}),
    )
    right: dict[str, Answer] = {
        "plan": lambda inputs: plan,
        "write-cases": lambda inputs: listed,
        "write-code": source(f"{interface}    return {value}\n", "adders/steps.py"),
    }
    site.packs = False
    return await site.build(
        script(right | {task.replace("_", "-"): answer for task, answer in given.items()})
    )


def contests(inputs: dict[str, Any]) -> RepairOut:
    named = (Contested(test=one["id"], reason="It says no such thing.") for one in inputs["checks"])
    return RepairOut(disputes=tuple(named))


@pytest.mark.slow
async def test_a_set_is_the_set_that_is_expected_however_its_kind_is_called(site: Site) -> None:
    """44 tests of right code failed, because `{0, 5}` was no `frozenset`."""
    value = "frozenset(range(0, limit + 1, 5))"
    ended = await built("frozenset[int]", value, table("{", "}", range(11)), site)
    assert ended.code == 0, ended.said
    assert ended.asked("repair") == 0


@pytest.mark.slow
async def test_one_cause_is_one_question_however_many_checks_fail_by_it(site: Site) -> None:
    """39 judges were asked the same, one for each test."""

    def rule(inputs: dict[str, Any]) -> RuleOut:
        """No blank behind a comma in what is expected."""
        told = ruled(inputs["cases"], Ruling.TEST_WRONG)
        anew = re.sub(r'"[^"]*"', lambda text: text[0].replace(" ", ""), inputs["cases"])
        return told.model_copy(update={"cases": anew})

    value = '",".join(map(str, range(0, limit + 1, 5)))'
    listed = table('"', '"', range(5, 20))
    ended = await built("str", value, listed, site, repair=contests, rule_on_cases=rule)
    assert ended.code == 0, ended.said
    assert (ended.asked("repair"), ended.asked("rule-on-cases")) == (1, 1)


@pytest.mark.slow
async def test_one_failing_test_costs_its_requirement_alone(pair: Site) -> None:
    """All 18 were not met once, because no mutant could be run beside one test that failed."""
    right = answers(2)["write-cases"]
    wrong = case("nine", 9, 11)

    def write(inputs: dict[str, Any]) -> CasesOut:
        given = right(inputs)
        assert isinstance(given, CasesOut)
        return CasesOut(cases=f"{given.cases}\n\n{wrong}")

    pair.settings = Settings(repair_rounds=1)
    pair.packs = False
    ended = await pair.build(hostile(2, write_cases=write, repair=contests))
    assert ended.code == 1
    assert ended.result is not None
    first, second = ended.result.matrix.rows
    assert first.verdict is Verdict.NOT_MET
    assert "test_nine fails" in first.reason
    assert second.verdict is Verdict.MET
    needed = ("traced", "red", "green", "covered", "sensitive", "held out")
    assert {second.proofs[name].state for name in needed} == {Proof.PASSED}
    assert all(gate.passed for gate in ended.result.gates)
