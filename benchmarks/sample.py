"""A recipe of n bricks with scripted answers: a library in which brick i adds i to a number."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brickyard.files import Files
from brickyard.tasks.cases import CasesOut
from brickyard.tasks.code import CodeOut
from brickyard.tasks.holdouts import ExpectOut, WorkedOut
from brickyard.tasks.judge import JudgeOut, Ruling
from brickyard.tasks.plan import PlannedBrick, PlanOut
from brickyard.testing import Answer

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
            cases="\n\n\n".join(_case(id, given) for id in inputs["ids"] for given in (2, 40))
        ),
        "draw-hold-outs": lambda inputs: CasesOut(
            cases="\n\n\n".join(_case(id, given) for id in inputs["ids"] for given in (-5, 77))
        ),
        "draw-expectations": lambda inputs: worked_out(
            inputs["cases"],
            lambda call: str(int(call.partition("(")[2][:-1]) + int(call[4:].partition("(")[0])),
        ),
        "judge": lambda inputs: JudgeOut(
            quote="its argument plus", reason="So it must be.", ruling=Ruling.CODE_WRONG
        ),
        "write-code": lambda inputs: CodeOut(code=_code(int(inputs["brick"].split("_")[1]))),
    }


def _all(bricks: int) -> range:
    return range(1, bricks + 1)


def _below(number: int) -> bool:
    return number % DEPTH != 1


def worked_out(cases: str, value: Callable[[str], str | None]) -> ExpectOut:
    """The functions with `value` of the call in place of each `...`; none where it is not known."""
    names = re.findall(r"^def (\w+)\(", cases, re.M)
    calls = re.findall(r"assert (.*) == \.\.\.$", cases, re.M)
    values = dict(zip(names, map(value, calls), strict=True))
    parts = re.split(r"\n\n\n(?=@)", cases.strip())
    filled = [
        part.replace("...", known)
        for name, part in zip(names, parts, strict=True)
        if (known := values[name]) is not None
    ]
    told = (WorkedOut(id=id, settled=one is not None, reason="") for id, one in values.items())
    return ExpectOut(worked_out=tuple(told), cases="\n\n\n".join(filled))


def _case(requirement: str, given: int) -> str:
    number = int(requirement[1:])
    name = f"adds_{number}_to_{given}".replace("-", "minus_")
    check = f"assert add_{number}({given}) == {given + number}"
    return f"@proves({requirement})\ndef {name}():\n    {check}\n"


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
