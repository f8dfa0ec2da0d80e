"""The gates stage: a tool that cannot judge is not the code's fault."""

import pytest

from brickyard.errors import ToolchainBroken
from brickyard.files import Files
from brickyard.gates.run import check_gates
from brickyard.sandbox import NO_FILES, Limits, Outcome
from brickyard.values import Brick, Plan

INTERFACE = 'def one() -> int:\n    """Return 1."""\n    ...\n'
PLAN = Plan(
    package="ones",
    bricks=(Brick(name="one", spec="one", serves=("R1",), interface=INTERFACE),),
)
CODE = Files(
    {
        "src/ones/__init__.py": "",
        "src/ones/one.py": 'def one() -> int:\n    """Return 1."""\n    return 1\n',
    }
)


class Broken:
    """A sandbox in which every tool dies of its own."""

    name = "broken"
    environment = "none"

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        return Outcome(exit=13, stdout=b"", stderr=b"cannot open its configuration")


async def test_a_tool_that_dies_ends_the_run_as_broken_not_the_code_as_wrong() -> None:
    with pytest.raises(ToolchainBroken, match="cannot open its configuration") as caught:
        await check_gates(CODE, PLAN, Broken(), only=("ruff",))
    assert caught.value.exit_code == 3


async def test_gates_that_need_no_tool_still_judge() -> None:
    results = await check_gates(CODE, PLAN, Broken(), only=("syntax", "placeholders", "interface"))
    assert all(result.passed for result in results)
