"""Recipes that stand on each other: `plusone` below `plustwo`, and both below `plusthree`."""

import json
from pathlib import Path
from typing import Any

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.plans.delta import DeltaOut
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.testing import inputs_of, script

ADDS = {"plusone": 1, "plustwo": 2, "plusthree": 3}
BELOW = {"plusone": (), "plustwo": ("plusone",), "plusthree": ("plustwo", "plusone")}
BODIES = {
    "plusone": ("", "value + 1"),
    "plustwo": ("from plusone.adding import plusone\n\n", "plusone(plusone(value))"),
    "plusthree": (
        "from plusone.adding import plusone\nfrom plustwo.adding import plustwo\n\n",
        "plusone(plustwo(value))",
    ),
}


def write_recipes(folder: Path, *names: str) -> list[Path]:
    """Those, and nothing of what they stand on."""
    for name in names:
        number = ADDS[name]
        manifest = {"name": name, "version": "1.0.0", "type": "library"}
        Files(
            {
                "requirements.md": f"# Adding\n\n- R1 (MUST): `{name}` returns its argument plus "
                f"{number}.\n",
                "design.md": "# Adding\n\nOne module.\n",
                "components.json": json.dumps(manifest | {"dependencies": list(BELOW[name])}),
            }
        ).write(folder / name)
    return [folder / name for name in names]


def answer(request: Request) -> Any:
    """Right answers; what a recipe stands on is known from its question alone."""
    inputs = inputs_of(request.messages[0].text)
    name = inputs["package"]
    for below in BELOW[name]:
        assert f"def {below}(value: int) -> int:" in inputs["design"]
        assert f"{below}>=1.0" in inputs["packages"]
        assert "return value" not in inputs["design"]
    head, body = BODIES[name]
    interface = (
        f'"""Adds."""\n\n\ndef {name}(value: int) -> int:\n    """Return `value` plus more."""\n'
    )
    brick = PlannedBrick(name="adding", spec="Adds.", serves=("R1",))
    sign = interface.replace('"""Adds."""\n\n\n', f'"""Adds."""\n\n{head}\n')
    given = {
        "plan": PlanOut(bricks=(brick,), interfaces=Files({"adding.py": f"{interface}    ...\n"})),
        "delta": DeltaOut(),
        "write-code": CodeOut(code=Files({f"{name}/adding.py": f"{sign}    return {body}\n"})),
        "write-cases": CasesOut(cases="\n\n\n".join(_case(name, value) for value in (2, 40))),
        "draw-hold-outs": CasesOut(cases="\n\n\n".join(_case(name, value) for value in (-5, 77))),
    }
    return script({task: lambda inputs, out=out: out for task, out in given.items()})(request)


def _case(name: str, value: int) -> str:
    title = f"adds_to_{value}".replace("-", "minus_")
    return f"@proves(R1)\ndef {title}():\n    assert {name}({value}) == {value + ADDS[name]}\n"


def broken(request: Request) -> Any:
    """`plustwo` is never answered."""
    name = inputs_of(request.messages[0].text)["package"]
    return "No." if name == "plustwo" else answer(request)
