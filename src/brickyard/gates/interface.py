"""The interface gate: each brick's file offers what the plan says, no less."""

import ast

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import GateResult, error, judged, parse
from brickyard.interfaces import compare
from brickyard.sandbox.base import Sandbox
from brickyard.values import Brick, Finding, Plan


async def interface(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    return judged(
        "interface", [each for brick in plan.bricks for each in _differences(files, plan, brick)]
    )


def _differences(files: Files, plan: Plan, brick: Brick) -> tuple[Finding, ...]:
    file = f"src/{plan.path(brick.name)}"
    if file not in files:
        message = f"the file of brick '{brick.name}' is missing"
        return (error("interface.missing", message, file),)
    tree = parse(file, files[file])
    if not isinstance(tree, ast.Module):
        return (tree,)
    return compare(brick.interface, files[file], file)
