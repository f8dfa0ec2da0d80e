"""Runs the gates: a table of names, each loaded when it is chosen."""

import asyncio
from collections.abc import Sequence
from importlib import import_module

from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.gates.allowed import NOTHING_MORE, Allowed
from brickyard.gates.base import Gate, GateResult
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan

GATES: dict[str, str] = {
    "syntax": "brickyard.gates.syntax:syntax",
    "placeholders": "brickyard.gates.placeholders:placeholders",
    "interface": "brickyard.gates.interface:interface",
    "honesty": "brickyard.gates.honesty:honesty",
    "security": "brickyard.gates.security:security",
    "dependencies": "brickyard.gates.dependencies:dependencies",
    "ruff": "brickyard.gates.ruff:ruff",
    "pyright": "brickyard.gates.types:pyright",
}


def gate(name: str) -> Gate:
    """The gate of this name, or BadInput that lists the names there are."""
    if name not in GATES:
        raise BadInput(f"There is no gate '{name}'.", hint=f"The gates are: {', '.join(GATES)}.")
    module, _, attribute = GATES[name].partition(":")
    return getattr(import_module(module), attribute)


async def run_gates(
    files: Files,
    plan: Plan,
    sandbox: Sandbox,
    only: Sequence[str] = (),
    allowed: Allowed = NOTHING_MORE,
) -> tuple[GateResult, ...]:
    """Every gate, or those in `only`, at the same time; results in the order of the table."""
    for name in only:
        gate(name)
    chosen = [gate(name) for name in GATES if not only or name in only]
    running = [asyncio.ensure_future(each(files, plan, sandbox, allowed)) for each in chosen]
    try:
        return tuple(await asyncio.gather(*running))
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
