"""A recipe with a requirement of each kind that has no plain cases, and right answers to it."""

import json
from pathlib import Path
from typing import Any

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.proofs.artefact import ArtefactRulesOut, ArtefactsOut
from brickyard.proofs.external import ServiceCasesOut
from brickyard.proofs.files import ArtefactRule
from brickyard.proofs.measurement import Measurement
from brickyard.proofs.performance import MeasureOut
from brickyard.proofs.service import ADDRESS, Exchange, ServiceCase
from brickyard.testing import Answer
from brickyard.values import Expect, Step

REQUIREMENTS = """# Till

- R1 (MUST, performance): `total` adds up a list of 10,000 prices in at most 100 s.
- R2 (MUST, artefact): the project ships a CHANGELOG.md with a heading “Changes”.
- R3 (MUST, external): `rate` gets /rates/CODE from the API at a URL and returns its `rate`.
"""

SUMS = '''"""Adds up prices."""


def total(prices: list[int]) -> int:
    """Return the sum of `prices`."""
'''
RATES = '''"""Rates of exchange."""


def rate(url: str, code: str) -> float:
    """Return the rate of the currency `code`, asked of the service at `url`."""
'''
CODE = {
    "sums": SUMS + "    return sum(prices)\n",
    "rates": RATES.replace("\n\n\n", "\n\nimport json\nimport urllib.request\n\n\n", 1)
    + '    with urllib.request.urlopen(f"{url}/rates/{code}") as answer:  # noqa: S310\n'
    '        return float(json.load(answer)["rate"])\n',
}


def files(bricks: dict[str, str]) -> Files:
    return Files({f"till/{name}.py": text for name, text in bricks.items()})


def write_recipe(folder: Path) -> Path:
    folder.mkdir(parents=True)
    manifest = {"name": "till", "version": "1.0.0", "type": "library"}
    Files(
        {
            "requirements.md": REQUIREMENTS,
            "design.md": "# Till\n\n## Components\n\n- `sums`: adds up.\n- `rates`: asks.\n",
            "components.json": json.dumps(manifest),
        }
    ).write(folder)
    return folder


def answers(**changed: Answer) -> dict[str, Answer]:
    """Right answers, but for those that are given; `_` stands for `-`."""
    right: dict[str, Answer] = {
        "plan": _plan,
        "write-measurements": lambda inputs: MeasureOut(measurements=(measurement(),)),
        "write-artefact-rules": lambda inputs: ArtefactRulesOut(
            rules=(ArtefactRule(rule="has_heading", path="CHANGELOG.md", text="Changes"),)
        ),
        "write-artefacts": lambda inputs: ArtefactsOut(
            files=Files({"CHANGELOG.md": "# Changes\n\n- Adds up prices.\n"})
        ),
        "write-service-cases": lambda inputs: ServiceCasesOut(
            cases=(service_case("NOK", 11.5), service_case("SEK", 10.25))
        ),
        "write-code": lambda inputs: CodeOut(code=files(CODE)),
    }
    return right | {task.replace("_", "-"): answer for task, answer in changed.items()}


def _plan(inputs: dict[str, Any]) -> PlanOut:
    return PlanOut(
        bricks=(
            PlannedBrick(name="sums", spec="Adds up.", serves=("R1",), depends=()),
            PlannedBrick(name="rates", spec="Asks for rates.", serves=("R3",), depends=()),
        ),
        interfaces=Files({"sums.py": SUMS + "    ...\n", "rates.py": RATES + "    ...\n"}),
    )


def measurement(**changed: Any) -> Measurement:
    fields: dict[str, Any] = {
        "id": "adds_up_many",
        "requirement": "R1",
        "title": "Many prices are added up.",
        "steps": (
            Step(
                call="sums.total",
                args=({"$py": "[2, 3] * 5_000"},),
                expect=Expect(value=25_000, has_value=True),
            ),
        ),
        "measured": 1,
        "at_most_seconds": 100.0,
    }
    return Measurement(**fields | changed)


def service_case(code: str, rate: float) -> ServiceCase:
    return ServiceCase(
        id=f"rate_of_{code.lower()}",
        requirement="R3",
        title=f"The rate of {code} is {rate}.",
        service=(Exchange(method="GET", path=f"/rates/{code}", body={"rate": rate}),),
        steps=(
            Step(
                call="rates.rate",
                args=(ADDRESS, code),
                expect=Expect(value=rate, has_value=True),
            ),
        ),
    )
