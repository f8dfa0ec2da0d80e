"""How the benchmark of the price holds what was asked against its goals."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from price import GROWTH, SHARED, Price, growth, lines, price

from brickyard.record.metrics import shared_prefix
from brickyard.values import ProofLevel

SMALL = Price(requirements=6, foreseen=5, questions=4, asked=100, answered=10, shared=0.7)


def test_what_grows_too_fast_or_shares_too_little_is_missed() -> None:
    steep = replace(SMALL, requirements=12, questions=6)
    flat = replace(SMALL, requirements=12, questions=5)
    apart = replace(flat, shared=SHARED - 0.01)
    assert growth(SMALL, flat) == GROWTH < growth(SMALL, steep)
    for after, said in ((steep, "missed"), (flat, "yes"), (apart, "missed")):
        first, second = lines([SMALL, after], "quick")
        assert first.endswith("| 70% | yes |")
        assert second.endswith(f"| {said} |")


@pytest.mark.parametrize(
    ("prompts", "share"),
    [([], 0.0), (["abcd"], 0.0), (["abcd", "abce"], 0.375), (["ab", "ab", "ab"], 0.667)],
)
def test_the_share_is_of_what_an_earlier_question_began_with(
    prompts: list[str], share: float
) -> None:
    assert shared_prefix(prompts) == share


@given(st.lists(st.text(max_size=20), max_size=12))
def test_the_first_question_shares_nothing(prompts: list[str]) -> None:
    length = sum(map(len, prompts))
    most = 1 - len(prompts[0]) / length if length else 0.0
    assert 0 <= shared_prefix(prompts) <= most + 0.001


@pytest.mark.slow
async def test_a_small_recipe_is_four_questions(tmp_path: Path) -> None:
    found = await price(2, ProofLevel.STANDARD, tmp_path)
    assert found.questions == 4
    assert found.asked > found.answered > 0
