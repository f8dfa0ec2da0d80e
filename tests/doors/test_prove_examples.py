"""A recipe's own examples on somebody's code: played word for word, ruled on by nobody."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prove_kit import CASES, TIMES, edit, mending, readers, write_code, write_recipe

from brickyard.flow.prove import prove, prove_code_again
from brickyard.flow.results import Result
from brickyard.models.scripted import Scripted
from brickyard.reports.proved import proved_text
from brickyard.settings import Settings
from brickyard.values import ProofLevel

EXAMPLES = """\
@proves(R2)
def example_1():
    assert later("23:55", 10) == "00:05"


@proves(R1)
def example_2():
    assert parse_time("{}") == 105
"""
HOLD, FAIL = EXAMPLES.format("01:45"), EXAMPLES.format("1:45")
"""The second asks for what the recipe's words and the drawn cases refuse."""


async def proven(folder: Path, model: Scripted, **about: Any) -> Result:
    return await prove(
        folder / "recipe",
        folder / "code",
        model=model,
        home=folder / "home",
        settings=Settings(proof=ProofLevel.QUICK),
        **about,
    )


def verdicts(result: Result) -> dict[str, str]:
    assert result.proved is not None
    return {row.requirement: row.said.value for row in result.proved.rows}


@pytest.fixture
def place(tmp_path: Path, executed: Callable[[Path], Path]) -> Path:
    write_recipe(tmp_path)
    write_code(tmp_path)
    executed(tmp_path / "home")
    return tmp_path


def show(place: Path, examples: str) -> None:
    (place / "recipe" / "examples.py").write_text(examples)


async def test_examples_that_hold_are_counted_and_prove_nothing_by_themselves(
    place: Path,
) -> None:
    show(place, HOLD)
    result = await proven(place, readers(cases=CASES[: CASES.index("@table(R2")], mended=""))
    assert result.proved is not None
    assert verdicts(result) == {"R1": "met", "R2": "not judged", "R3": "not judged"}
    assert "2 examples of the recipe hold, word for word." in proved_text(result, result.proved)


async def test_code_that_fails_an_example_is_wrong_and_nobody_rules_on_it(place: Path) -> None:
    show(place, FAIL)
    model = readers()
    result = await proven(place, model)
    assert result.proved is not None
    assert (verdicts(result), model.calls) == ({"R1": "wrong", "R2": "met", "R3": "met"}, 1)
    told = proved_text(result, result.proved)
    assert 'parse_time("1:45")' in told
    assert "which decides as it stands" in told
    assert "1 example of the recipe holds" in told


async def test_an_example_that_the_code_cannot_take_is_not_judged_and_told(place: Path) -> None:
    show(place, HOLD.replace("later(", "after("))
    result = await proven(place, readers())
    assert result.proved is not None
    assert verdicts(result) == {"R1": "met", "R2": "not judged", "R3": "met"}
    told = proved_text(result, result.proved)
    assert "Nobody settled 1 check that failed: example_1" in told
    assert "Note: examples.py, not played on this code: line 3 in example_1: nothing" in told


async def test_without_a_model_an_example_that_fails_now_is_lost(place: Path) -> None:
    show(place, HOLD)
    assert (await proven(place, readers())).exit_code == 0
    write_code(
        place, TIMES.replace("int(hours) * 60", "int(hours) * (60 if minutes != '45' else 61)")
    )
    again = await prove_code_again(place / "recipe", proof="quick")
    assert again
    assert [row.requirement for row in again.lost] == ["R1"]


async def test_who_mends_code_sees_the_example_that_fails(place: Path) -> None:
    """No drawn case tells what is wrong: the example alone does."""
    wrong = TIMES.replace("int(hours) * 60", "int(hours) * (60 if minutes != '45' else 61)")
    write_code(place, wrong)
    show(place, HOLD)
    seen: list[dict[str, Any]] = []

    def mend(inputs: dict[str, Any]) -> Any:
        seen.append(inputs)
        old = "(60 if minutes != '45' else 61)"
        line = f"    return int(hours) * {old} + int(minutes)"
        return mending({"clockwork/times.py": edit(line, line.replace(old, "60"))})(inputs)

    result = await proven(place, readers(mend=mend), repair=True, agree=lambda _: True)
    assert 'parse_time("01:45") == 105' in seen[0]["cases"]
    assert verdicts(result) == {"R1": "met", "R2": "met", "R3": "met"}
