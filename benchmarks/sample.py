"""A recipe of n bricks with scripted answers: a library in which brick i adds i to a number."""

import json
from pathlib import Path
from typing import Any

from brickyard.files import Files
from brickyard.tasks.cases import CasesOut
from brickyard.tasks.code import CodeOut
from brickyard.tasks.holdouts import Expected, ExpectOut
from brickyard.tasks.judge import JudgeOut, Ruling
from brickyard.tasks.plan import PlannedBrick, PlanOut
from brickyard.testing import Answer
from brickyard.values import Case, Expect, Step

DEPTH = 4
"""Every brick stands on the one before it, up to this depth; then a new row begins."""


def write_recipe(folder: Path, bricks: int) -> Path:
    lines = [
        f"- R{n} (MUST, behaviour): `add_{n}` returns its argument plus {n}." for n in _all(bricks)
    ]
    manifest = {"name": "adders", "version": "1.0.0", "type": "library"}
    folder.mkdir(parents=True, exist_ok=True)
    Files(
        {
            "requirements.md": "# Adders\n\n## Adding\n\n" + "\n".join(lines) + "\n",
            "design.md": "# Adders\n\nOne module a number, each on top of the one before.\n",
            "components.json": json.dumps(manifest),
        }
    ).write(folder)
    return folder


def answers(bricks: int) -> dict[str, Answer]:
    """Right answers to every question that such a recipe brings."""

    def plan(inputs: dict[str, Any]) -> PlanOut:
        return PlanOut(
            bricks=tuple(
                PlannedBrick(
                    name=f"adder_{n}",
                    spec=f"Adds {n} to a number.",
                    serves=(f"R{n}",),
                    depends=(f"adder_{n - 1}",) if _below(n) else (),
                )
                for n in _all(bricks)
            ),
            interfaces=Files({f"adder_{n}.py": _interface(n) for n in _all(bricks)}),
        )

    return {
        "plan": plan,
        "write-cases": lambda inputs: CasesOut(
            cases=tuple(case for item in inputs["requirements"] for case in _cases(item["id"]))
        ),
        "draw-hold-outs": lambda inputs: CasesOut(
            cases=tuple(
                case for item in inputs["requirements"] for case in _cases(item["id"], (-5, 77))
            )
        ),
        "draw-expectations": lambda inputs: ExpectOut(cases=tuple(map(_expected, inputs["cases"]))),
        "judge": lambda inputs: JudgeOut(
            quote="its argument plus", reason="So it must be.", ruling=Ruling.CODE_WRONG
        ),
        "write-code": lambda inputs: CodeOut(code=_code(int(inputs["brick"].split("_")[1]))),
    }


def _all(bricks: int) -> range:
    return range(1, bricks + 1)


def _below(number: int) -> bool:
    return number % DEPTH != 1


def _expected(case: dict[str, Any]) -> Expected:
    """What the requirement says of the same call."""
    do = case["steps"][0]["do"]
    value = do["args"][0] + int(do["call"].rpartition("_")[2])
    expect = Expect(value=value, has_value=True)
    return Expected(id=case["id"], settled=True, reason="It adds.", steps=(expect,))


def _cases(requirement: str, numbers: tuple[int, ...] = (2, 40)) -> list[Case]:
    number = int(requirement[1:])
    return [
        Case(
            id=f"adds_{number}_to_{given}".replace("-", "minus_"),
            requirement=requirement,
            title=f"Adds {number} to {given}.",
            steps=(
                Step(
                    call=f"adder_{number}.add_{number}",
                    args=(given,),
                    expect=Expect(value=given + number, has_value=True),
                ),
            ),
        )
        for given in numbers
    ]


def _interface(number: int) -> str:
    return (
        f'"""Adds {number}."""\n\n\ndef add_{number}(value: int) -> int:\n'
        f'    """Return `value` plus {number}."""\n    ...\n'
    )


def _code(number: int) -> str:
    head = f'"""Adds {number}."""\n\n'
    body = f"value + {number}"
    if _below(number):
        head += f"from adders.adder_{number - 1} import add_{number - 1}\n\n"
        body = f"add_{number - 1}(value) + 1"
    return (
        f"{head}\ndef add_{number}(value: int) -> int:\n"
        f'    """Return `value` plus {number}."""\n    return {body}\n'
    )
