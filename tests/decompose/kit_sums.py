"""A recipe that is planned in parts, one of them in parts again, and right answers about it."""

import json
from pathlib import Path
from typing import Any

from brickyard.decompose.question import DividedPart, DivideOut
from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.testing import Answer

REQUIREMENTS = """# Sums

Numbers here are whole numbers of Python. Nothing is read from a file and nothing is written; the
functions are called from Python, by people who keep small accounts and trust no calculator. They
keep them on paper, in columns, and look at each sum twice: once when it is written down, and once
at the end of the year, when nobody remembers any more what it was for and what it should have been.

## Adding

- R1 (MUST, behaviour): `add_one` returns its number plus 1.
- R2 (MUST, behaviour): `add_two` returns its number plus 2, by adding one and one more, so that
  whoever reads the code of it sees at once that both of them are right or both are wrong together.

## Doubling

- R3 (MUST, behaviour): `twice` returns two times its number, as a whole number again, whatever the
  size of the number is that it was called with, and however often it was called before that.

## Reporting

- R4 (MUST, behaviour): `report` returns its number plus 1, times two, in square brackets: `[8]`.
- R5 (MUST, behaviour): `add_one`, `twice` and `report` raise ValueError for a negative number.
"""
DESIGN = """# Sums: design

## Components

- `ones`: adds
- `doubles`: doubles; uses `ones` for what is negative
- `report`: writes it down; uses `ones` and `doubles`
"""
MANIFEST = {"name": "sums", "version": "1.0.0", "type": "library"}

ONES = '''"""Adding."""


def add_one(number: int) -> int:
    """Return `number` plus 1; raise ValueError if it is negative."""
    {0}


def add_two(number: int) -> int:
    """Return `number` plus 2."""
    {1}
'''
DOUBLES = '''"""Doubling."""


def twice(number: int) -> int:
    """Return two times `number`; raise ValueError if it is negative."""
    {0}
'''
REPORT = '''"""Reports."""


def report(number: int) -> str:
    """Return `number` plus 1, doubled, in square brackets; ValueError if it is negative."""
    {0}
'''
NO = 'if number < 0:\n        raise ValueError("negative")\n    return '
IMPORTED = (
    "from sums.maths.doubling.doubles import twice\nfrom sums.maths.adding.ones import add_one\n"
)
INTERFACES = {
    "ones": ONES.format("...", "..."),
    "doubles": DOUBLES.format("..."),
    "report": REPORT.format("..."),
}
CODE = {
    "sums/maths/adding/ones.py": ONES.format(f"{NO}number + 1", "return number + 2"),
    "sums/maths/doubling/doubles.py": DOUBLES.format(f"{NO}number * 2"),
    "sums/reporting/report.py": REPORT.format('return f"[{twice(add_one(number))}]"').replace(
        "\n\n\n", f"\n\n{IMPORTED}\n\n", 1
    ),
}
CASES = {
    "R1": "assert add_one(1) == 2\n    assert add_one(7) == 8",
    "R2": "assert add_two(1) == 3\n    assert add_two(9) == 11",
    "R3": "assert twice(3) == 6\n    assert twice(5) == 10",
    "R4": 'assert report(3) == "[8]"\n    assert report(0) == "[2]"',
    "R5": "\n    ".join(
        f"with raises(ValueError):\n        {name}(-1)\n    with raises(ValueError):\n        "
        f"{name}(-7)"
        for name in ("add_one", "twice", "report")
    ),
    "R6": "assert add_three(1) == 4\n    assert add_three(4) == 7",
}
SPLIT = {
    "": DivideOut(
        parts=(
            DividedPart(
                name="maths",
                purpose="Adds and doubles.",
                ids=("R1", "R2", "R3"),
                components=("ones", "doubles"),
            ),
            DividedPart(
                name="reporting",
                purpose="Writes it down.",
                ids=("R4",),
                components=("report",),
                depends=("maths",),
            ),
        ),
        crossing=("R5",),
    ),
    "maths": DivideOut(
        parts=(
            DividedPart(name="adding", purpose="Adds.", ids=("R1", "R2"), components=("ones",)),
            DividedPart(
                name="doubling",
                purpose="Doubles.",
                ids=("R3",),
                components=("doubles",),
                depends=("adding",),
            ),
        )
    ),
}
BRICKS = {
    "maths.adding": PlannedBrick(name="ones", spec="Adds.", serves=("R1", "R2", "R5")),
    "maths.doubling": PlannedBrick(
        name="doubles", spec="Doubles.", serves=("R3", "R5"), depends=("maths.adding.ones",)
    ),
    "reporting": PlannedBrick(
        name="report",
        spec="Puts brackets around it.",
        serves=("R4", "R5"),
        depends=("maths.adding.ones", "maths.doubling.doubles"),
    ),
}


def write_recipe(folder: Path, requirements: str = REQUIREMENTS) -> Path:
    folder.mkdir(parents=True)
    texts = {"requirements.md": requirements, "design.md": DESIGN}
    Files({**texts, "components.json": json.dumps(MANIFEST)}).write(folder)
    return folder


def answers() -> dict[str, Answer]:
    return {
        "divide": lambda inputs: SPLIT[inputs["within"]],
        "plan-part": _part,
        "write-cases": lambda inputs: cases(inputs["ids"]),
        "draw-hold-outs": lambda inputs: cases(inputs["ids"]),
        "write-code": _code,
    }


def _part(inputs: dict[str, Any]) -> PlanOut:
    brick = BRICKS[inputs["part"]]
    return PlanOut(bricks=(brick,), interfaces=Files({f"{brick.name}.py": INTERFACES[brick.name]}))


def _code(inputs: dict[str, Any]) -> CodeOut:
    paths = [f"sums/{each['brick'].replace('.', '/')}.py" for each in inputs["modules"]]
    return CodeOut(code=Files({path: CODE[path] for path in paths}))


def cases(ids: list[str]) -> CasesOut:
    return CasesOut(
        cases="\n\n".join(
            f"@proves({id})\ndef shows_{id.lower()}():\n    {CASES[id]}" for id in ids
        )
    )
