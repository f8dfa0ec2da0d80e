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
from brickyard.proofs.measurement import Limit
from brickyard.proofs.performance import MeasureOut
from brickyard.proofs.service import ADDRESS, Exchange, Service
from brickyard.testing import Answer

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
        "write-measurements": lambda inputs: measured(),
        "write-artefact-rules": lambda inputs: ArtefactRulesOut(
            rules=(ArtefactRule(rule="has_heading", path="CHANGELOG.md", text="Changes"),)
        ),
        "write-artefacts": lambda inputs: ArtefactsOut(
            files=Files({"CHANGELOG.md": "# Changes\n\n- Adds up prices.\n"})
        ),
        "write-service-cases": lambda inputs: served(nok=11.5, sek=10.25),
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


def measured(text: str = "assert total(prices) == 25_000", **changed: Any) -> MeasureOut:
    """`changed`: fields of its limit."""
    cases = f"@proves(R1)\ndef adds_up_many():\n    prices = [2, 3] * 5_000\n    {text}\n"
    fields: dict[str, Any] = {"case": "adds_up_many", "at_most_seconds": 100.0}
    return MeasureOut(cases=cases, limits=(Limit(**fields | changed),))


def served(**rates: float) -> ServiceCasesOut:
    text = "\n\n".join(
        f"@proves(R3)\ndef rate_of_{code}():\n"
        f"    assert rate('{ADDRESS}', '{code.upper()}') == {value}\n"
        for code, value in rates.items()
    )
    services = tuple(
        Service(
            case=f"rate_of_{code}",
            exchanges=(
                Exchange(method="GET", path=f"/rates/{code.upper()}", body={"rate": value}),
            ),
        )
        for code, value in rates.items()
    )
    return ServiceCasesOut(cases=text, services=services)
