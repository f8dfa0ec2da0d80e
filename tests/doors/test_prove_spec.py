"""Code proven by another tool's spec: every scenario, and the lock beside the spec."""

from pathlib import Path

import pytest
from prove_kit import readers, write_code

from brickyard.flow.prove import prove, prove_code_again
from brickyard.settings import Settings
from brickyard.values import ProofLevel

SPEC = """\
### Requirement 1: Counting

**User Story:** As a traveller, I want the later time.

#### Acceptance Criteria

1. WHEN minutes are added to a time, THE clock SHALL give the later time
2. WHEN midnight is passed, THE clock SHALL go on at 00:00
"""
FIRST = """\
@table("R1.1", [("10:00", 75, "11:15"), ("12:00", 0, "12:00")])
def later_times(start, minutes, expected):
    assert later(start, minutes) == expected
"""
SECOND = """\
@table("R1.2", [("23:55", 10, "00:05"), ("00:00", 1439, "23:59")])
def past_midnight(start, minutes, expected):
    assert later(start, minutes) == expected
"""


@pytest.mark.slow
@pytest.mark.parametrize(("mended", "said"), [(SECOND, "met"), ("Nothing more.", "not judged")])
async def test_every_scenario_wants_a_case_of_its_own(
    tmp_path: Path, mended: str, said: str
) -> None:
    folder = tmp_path / ".kiro" / "specs" / "clockwork"
    folder.mkdir(parents=True)
    (folder / "requirements.md").write_text(SPEC, "utf-8")
    code, model = write_code(tmp_path), readers(FIRST, mended=mended)

    settings = Settings(proof=ProofLevel.QUICK)
    result = await prove(folder, code, model=model, home=tmp_path / "home", settings=settings)

    assert result.proved is not None
    (row,) = result.proved.rows
    assert (row.requirement, row.said.value) == ("R1", said)
    assert said == "met" or row.reason == "No case of its own proves R1.2."
    assert [path.name for path in folder.iterdir()] == ["requirements.md"]
    assert (tmp_path / "brickyard" / "clockwork" / "brickyard.lock").is_file()
    again = await prove_code_again(folder, settings=settings)
    assert again is not None
    assert [row.said.value for row in again.proved.rows] == [said]
