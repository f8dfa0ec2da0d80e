"""The corpus is what it says it is, and the stage that decides tells right from wrong on it."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import programs
import pytest
import verdicts
from programs import Program

import disputes
from brickyard.cases import alone, flow, read, singles
from brickyard.red.question import CasesOut
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import WrittenCase

EVERY = programs.programs()
QUICK = ("csvsum", "lru", "retry", "roman")
"""A command, a class, a coroutine and a function: the other programs go the same way."""

EACH = [
    pytest.param(one, id=one.name, marks=() if one.name in QUICK else pytest.mark.slow)
    for one in EVERY
]


def test_there_are_twenty_programs_of_varied_shape() -> None:
    assert len(EVERY) >= 20
    interfaces = [brick.interface for one in EVERY for brick in one.plan.bricks]
    for shape in ("async def", "class ", "def main("):
        assert sum(shape in text for text in interfaces) >= 2


@pytest.mark.parametrize("program", EACH)
def test_a_program_has_ten_wrong_variants_and_tests_that_can_be_read(program: Program) -> None:
    assert len(program.wrong) == 10
    assert len({code.digest for code in (program.right, *program.wrong.values())}) == 11
    told = (program.folder / "misreadings.md").read_text("utf-8")
    assert all(f"- {slug}:" in told for slug in program.wrong)
    owners = {item.id for item in program.recipe.requirements}
    for cases in (program.cases, program.held_out, *program.weak.values()):
        assert {program.recipe.requirement(case.requirement).id for case in cases} == owners
        assert program.modules(cases)


@pytest.mark.slow
async def test_right_is_accepted_wrong_refused_and_weak_tests_for_being_weak(
    sandbox: Sandbox,
) -> None:
    (roman,) = programs.programs("roman")
    few = replace(roman, only=sorted(roman.wrong)[:3])
    line = await verdicts.judged(few, verdicts.Prover(sandbox, Settings()))
    assert line.right == ""
    assert all(line.wrong.values())
    assert all(line.weak.values())


RIGHT_RULINGS = disputes.Rates("a judge who does not err", tests=0.1, rulings=0.0)


def _seed(program: Program, wrong: int) -> int:
    """The first by which this many tests of the whole are wrong."""

    def count(seed: int) -> int:
        trial = disputes.Trial(program, seed, rates=RIGHT_RULINGS)
        asked: dict[str, Any] = {"level": "acceptance", "subject": "the whole package"}
        asked["ids"] = [item.id for item in program.recipe.requirements]
        drawn = trial.answers()["write-cases"](asked)
        assert isinstance(drawn, CasesOut)
        cases = singles(read(drawn.cases, program.names))
        return sum(case not in program.cases for case in cases)

    return next(seed for seed in range(1000) if count(seed) >= wrong)


@pytest.mark.slow
async def test_right_code_outlives_wrong_tests_and_wrong_code_does_not(tmp_path: Path) -> None:
    (roman,) = programs.programs("roman")
    seed, home = _seed(roman, 2), tmp_path / ".brickyard"
    ended = await disputes.run(disputes.Trial(roman, seed, rates=RIGHT_RULINGS), home)
    assert ended.accepted, ended.reason
    assert ended.disputes
    slug = sorted(roman.wrong)[0]
    ended = await disputes.run(disputes.Trial(roman, seed, slug, RIGHT_RULINGS), home)
    assert not ended.accepted
    assert ended.disputes


@pytest.mark.parametrize("program", EACH)
def test_a_wrong_test_expects_something_else_of_the_same_input(program: Program) -> None:
    def played(case: WrittenCase) -> object:
        cases = alone(case, program.names)
        return flow(cases.cases[0], cases, program.names).script

    for case in (*program.cases, *program.held_out):
        wrong = disputes.corrupted(case, program.names, random.Random(case.name))
        assert wrong != case
        assert played(wrong) == played(case)
