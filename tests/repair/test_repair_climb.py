"""The climb of repair: bounded, never judging a state twice, keeping the best."""

from collections.abc import Iterator

import pytest

from brickyard.errors import AnswerRefused
from brickyard.repair.climb import STUBBORN, Candidate, climb

SCORES = {"draft": 1.0, "worse": 0.0, "better": 2.0, "good": 3.0}


class Work:
    """Judges states by their names and proposes those it is told."""

    def __init__(self, *proposals: str) -> None:
        self.proposals: Iterator[str] = iter(proposals)
        self.judged: list[str] = []
        self.asked_about: list[str] = []

    async def judge(self, state: str) -> Candidate[str]:
        self.judged.append(state)
        problems = () if state == "good" else (f"{state} is wrong",)
        return Candidate(state=state, problems=problems, score=SCORES.get(state, 0.0))

    async def propose(self, state: Candidate[str], tried: int) -> str:
        self.asked_about.append(state.state)
        return next(self.proposals)

    async def climb(self, rounds: int = 5) -> Candidate[str]:
        return await climb("draft", self.judge, self.propose, rounds=rounds)


async def test_what_is_good_is_not_repaired() -> None:
    work = Work()
    assert (await climb("good", work.judge, work.propose, rounds=5)).state == "good"
    assert work.asked_about == []


async def test_the_best_state_is_kept_though_work_goes_on_from_a_worse_one() -> None:
    work = Work("better", "worse", "also wrong")
    assert (await work.climb(rounds=3)).state == "better"
    assert work.asked_about == ["draft", "better", "worse"]


async def test_it_ends_when_the_rounds_are_used_up() -> None:
    work = Work(*(f"try {number}" for number in range(9)))
    result = await work.climb(rounds=5)
    assert result.problems
    assert len(work.asked_about) == 5


async def test_a_state_seen_before_is_not_judged_again() -> None:
    work = Work("worse", "draft", "good")
    assert (await work.climb()).state == "good"
    assert work.judged == ["draft", "worse", "good"]


async def test_who_stands_by_the_code_is_not_asked_in_vain() -> None:
    work = Work(*["draft"] * 5)
    assert (await work.climb()).state == "draft"
    assert len(work.asked_about) == STUBBORN


async def test_an_unusable_proposal_ends_it_with_its_reason() -> None:
    async def refuse(state: Candidate[str], tried: int) -> str:
        raise AnswerRefused("repair", ("no closing line",))

    result = await climb("draft", Work().judge, refuse, rounds=5)
    assert result.state == "draft"
    assert any("no closing line" in problem for problem in result.problems)


@pytest.mark.parametrize("rounds", [0, 1])
async def test_no_more_than_the_allowed_rounds(rounds: int) -> None:
    work = Work("worse", "better")
    await work.climb(rounds=rounds)
    assert len(work.asked_about) == rounds


async def escalated(
    work: Work, *stronger: str, rounds: int = 5
) -> tuple[Candidate[str], list[int]]:
    """What came of a climb with a stronger model, and the rounds that were its."""
    answers = iter(stronger)
    asked: list[int] = []

    async def propose(state: Candidate[str], tried: int) -> str:
        asked.append(tried)
        return next(answers)

    result = await climb("draft", work.judge, work.propose, rounds=rounds, stronger=propose)
    return result, asked


async def test_the_last_rounds_are_the_stronger_models() -> None:
    work = Work("try 1", "try 2", "try 3")
    result, asked = await escalated(work, "worse", "good")
    assert (result.state, asked) == ("good", [3, 4])


async def test_who_stands_by_the_code_is_relieved_by_the_stronger_model() -> None:
    result, asked = await escalated(Work("draft", "draft"), "good")
    assert (result.state, asked) == ("good", [2])


async def test_an_unusable_proposal_goes_to_the_stronger_model() -> None:
    async def refuse(state: Candidate[str], tried: int) -> str:
        raise AnswerRefused("repair", ("no closing line",))

    work = Work("good")
    result = await climb("draft", work.judge, refuse, rounds=5, stronger=work.propose)
    assert (result.state, result.problems) == ("good", ())


async def test_the_stronger_model_can_be_stubborn_too() -> None:
    result, asked = await escalated(Work("draft", "draft"), "draft", "draft", "draft")
    assert (result.state, len(asked)) == ("draft", STUBBORN)


async def test_a_single_round_is_the_usual_models() -> None:
    result, asked = await escalated(Work("good"), rounds=1)
    assert (result.state, asked) == ("good", [])
