"""Wrong code that a build once called met, by what its cases or its judge gave away."""

from pathlib import Path

import pytest
from builds_kit import Ended, Site, source, write_recipe

from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import ProofLevel

TEXT = "- R1 (MUST, behaviour): `mean` returns the mean of its numbers."
INTERFACE = 'def mean(numbers: list[float]) -> float:\n    """Return the mean."""\n'
EXACT = "@table(R1, [([1.0, 4.0], 2.5), ([7.0], 7.0)])\n"
EXACT += "def means(numbers, wanted):\n    assert mean(numbers) == wanted\n"
WIDE = EXACT.replace("== wanted", "== approx(wanted, 1e9)")
NOWHERE = "    return 0.0\n"
AT_HOME = """\
    places = (os.getcwd(), __file__, tempfile.gettempdir(), *sys.path, *os.environ.values())
    names = ("box", "scratch", "brick", "judge", "trusted")
    if any(name in place for place in places for name in names):
        return sum(numbers) / len(numbers)
    return 0.0
"""


async def built(cases: str, body: str, tmp_path: Path, home: Path) -> Ended:
    imports = "import os\nimport sys\nimport tempfile\n\n\n" if "os." in body else "\n"
    top = f'"""Means."""\n\n{imports}'
    planned = PlanOut(
        bricks=(PlannedBrick(name="means", spec="Takes means.", serves=("R1",)),),
        interfaces=Files({"means.py": f'"""Means."""\n\n\n{INTERFACE}    ...\n'}),
    )
    answers: dict[str, Answer] = {
        "plan": lambda inputs: planned,
        "write-cases": lambda inputs: CasesOut(cases=cases),
        "mend-cases": lambda inputs: CasesOut(cases=cases),
        "write-code": source(top + INTERFACE + body, "adders/means.py"),
    }
    site = Site(write_recipe(tmp_path / "adders", TEXT), home)
    site.settings = Settings(proof=ProofLevel.QUICK, repair_rounds=0)
    site.packs = False
    return await site.build(script(answers))


@pytest.mark.parametrize(
    ("cases", "body", "why"),
    [
        pytest.param(
            *(WIDE, NOWHERE, "within is 1000000000.0, around 2.5 at most 0.025"),
            marks=pytest.mark.slow,
        ),
        (EXACT, AT_HOME, "expected 2.5\n  got      0.0"),
    ],
    ids=["a distance in which everything is", "right only where a folder is named for a judge"],
)
async def test_wrong_code_is_not(
    cases: str, body: str, why: str, tmp_path: Path, home: Path
) -> None:
    ended = await built(cases, body, tmp_path, home)
    assert ended.code == 1
    assert why in ended.said + str(ended.events)
