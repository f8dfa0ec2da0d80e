"""The questions of today are those that the field trials were asked: their answers still fit.

A prompt that changes by a character makes every recorded answer worthless, here and with users.
"""

from pathlib import Path

import pytest

from brickyard.flow.estimates import analyze
from brickyard.settings import Settings

TRIALS = Path(__file__).parent.parent / "benchmarks" / "field-trials"
QUICKEST = "csvdiff"


def _names() -> list[object]:
    names = sorted(path.name for path in TRIALS.iterdir())
    return [
        name if name == QUICKEST else pytest.param(name, marks=pytest.mark.slow) for name in names
    ]


@pytest.mark.parametrize("name", _names())
def test_every_question_of_a_field_trial_finds_its_recorded_answer(
    name: str, tmp_path: Path
) -> None:
    found = analyze(
        TRIALS / name / "recipe", models=("replay",), settings=Settings(), home=tmp_path / "home"
    )
    unknown = [f"{one.task}: {one.about}" for one in found.analysis.askings if not one.known]
    assert not unknown
    assert found.analysis.askings
