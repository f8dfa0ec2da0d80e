"""Properties: what fails one is told as the smallest input that does, the same each time."""

from brickyard.evidence.runs import run_tests
from brickyard.files import Files
from brickyard.proofs.matrix import matrix
from brickyard.proofs.written import code_module
from brickyard.red.seen import Red
from brickyard.repair.climb import failures
from brickyard.sandbox import Sandbox
from brickyard.values import Kind, Level, Recipe, RecipeType, Requirement, TestModule

PROPERTY = """\
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sums.adding import total


@pytest.mark.requirement(id="R1")
@given(st.lists(st.integers()))
def test_the_total_is_the_sum(numbers: list[int]) -> None:
    assert total(numbers) == sum(numbers)


@pytest.mark.requirement(id="R1")
@given(st.integers(500, 5_000))
def test_a_long_story_is_told_short(number: int) -> None:
    assert total([number]) == number, "x" * 10_000
"""
PATH = "tests/acceptance/test_r1_property.py"
WRONG = Files(
    {
        "src/sums/__init__.py": "",
        "src/sums/adding.py": "def total(numbers):\n"
        "    return sum(number for number in numbers if number < 1000)\n",
    }
)
RECIPE = Recipe(
    name="sums",
    version="1",
    type=RecipeType.LIBRARY,
    requirements=(Requirement(id="R1", level=Level.MUST, kind=Kind.PROPERTY, text="It adds up."),),
)


async def test_the_smallest_counterexample_is_in_the_finding_and_in_the_matrix(
    sandbox: Sandbox,
) -> None:
    module = code_module(PATH, PROPERTY, package="sums", known=("R1",))
    assert isinstance(module, TestModule)
    runs = [await run_tests(sandbox, WRONG, [module], seconds=60, seed=seed) for seed in (1, 2)]
    told = sorted(failures(runs[0]), reverse=True)

    assert len(told) == 2
    assert "test_the_total_is_the_sum(\n    numbers=[1000],\n)" in told[0]
    assert "number=1000,\n)" in told[1]
    assert len(told[1]) < 5_000
    assert sorted(failures(runs[1]), reverse=True) == told
    (row,) = matrix(RECIPE, [module], Red(accepted=tuple(module.tests)), runs, {}).rows
    assert "numbers=[1000]" in row.reason
