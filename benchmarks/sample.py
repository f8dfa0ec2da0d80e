"""A recipe of n bricks with scripted answers: a library in which brick i adds i to a number."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brickyard.disputes.question import RuledOn, RuleOut, Ruling
from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
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


def answers(bricks: int, given: tuple[int, ...] = (2, 40)) -> dict[str, Answer]:
    """Right answers to every question that such a recipe brings; cases add to what is `given`."""

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
            cases="\n\n\n".join(_case(id, number) for id in inputs["ids"] for number in given)
        ),
        "draw-hold-outs": lambda inputs: CasesOut(
            cases="\n\n\n".join(_case(id, number) for id in inputs["ids"] for number in (-5, 77))
        ),
        "rule-on-cases": lambda inputs: ruled(inputs["cases"], Ruling.CODE_WRONG),
        "write-code": lambda inputs: CodeOut(
            code=Files(
                {
                    f"adders/{each['brick']}.py": _code(int(each["brick"].split("_")[1]))
                    for each in inputs["modules"]
                }
            )
        ),
    }


def _all(bricks: int) -> range:
    return range(1, bricks + 1)


def _below(number: int) -> bool:
    return number % DEPTH != 1


def ruled(
    cases: str, ruling: Ruling, clarification: str = "", value: Callable[[str], str] | None = None
) -> RuleOut:
    """The same ruling on every function; `value` of a call is what it must give instead."""
    names = re.findall(r"^def (\w+)\(", cases, re.M)
    told = (
        RuledOn(
            id=name,
            quote="its argument plus",
            reason="Counted twice.",
            ruling=ruling,
            clarification=clarification,
        )
        for name in names
    )
    put = re.compile(r"assert (.*) == .*$", re.M)
    anew = put.sub(lambda m: f"assert {m[1]} == {value(m[1])}", cases) if value else ""
    return RuleOut(rulings=tuple(told), cases=anew)


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
