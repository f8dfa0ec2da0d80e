"""Runs the gates: a table of them, each loaded when it is chosen."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from brickyard.errors import BadInput, ToolchainBroken
from brickyard.files import Files
from brickyard.gates.allowed import NOTHING_MORE, Allowed
from brickyard.gates.base import Gate, GateResult
from brickyard.gates.said import weighed
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, ProofLevel


@dataclass(frozen=True)
class Entry:
    """Where a gate is, as `module:function`, and when it is asked besides at the end.

    `first`: before tests are run, which say nothing without it. `drafts`: when a model tries what
    it is about to hand in. `others`: of code that somebody else wrote, where it is said only.
    """

    home: str
    first: bool = False
    drafts: bool = True
    others: bool = False


GATES: dict[str, Entry] = {
    "syntax": Entry("brickyard.gates.syntax:syntax", first=True),
    "placeholders": Entry("brickyard.gates.placeholders:placeholders", others=True),
    "interface": Entry("brickyard.gates.interface:interface", first=True),
    "honesty": Entry("brickyard.gates.honesty:honesty", others=True),
    "security": Entry("brickyard.gates.security:security", others=True),
    "dependencies": Entry("brickyard.gates.dependencies:dependencies"),
    "ruff": Entry("brickyard.gates.ruff:ruff"),
    "pyright": Entry("brickyard.gates.types:pyright", drafts=False),
}
FIRST = tuple(name for name, entry in GATES.items() if entry.first)
DRAFTS = tuple(name for name, entry in GATES.items() if entry.drafts)
OTHERS = tuple(name for name, entry in GATES.items() if entry.others)


def gate(name: str) -> Gate:
    """The gate of this name, or BadInput that lists the names there are."""
    if name not in GATES:
        raise BadInput(f"There is no gate '{name}'.", hint=f"The gates are: {', '.join(GATES)}.")
    module, _, attribute = GATES[name].home.partition(":")
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


async def check_gates(
    code: Files,
    plan: Plan,
    sandbox: Sandbox,
    only: Sequence[str] = (),
    allowed: Allowed = NOTHING_MORE,
    level: ProofLevel = ProofLevel.FULL,
) -> tuple[GateResult, ...]:
    """Every gate, or those in `only`; ToolchainBroken when one of them gave no verdict: a tool that
    cannot judge ends the run, not the code.

    Below the level `full` findings of style and deprecations are said, and block nothing.
    """
    results = await run_gates(code, plan, sandbox, only=only, allowed=allowed)
    for result in results:
        if any(finding.rule.endswith(".no-verdict") for finding in result.findings):
            raise ToolchainBroken(
                f"The gate {result.gate} could not judge the code: {result.findings[0].message}",
                hint="`brickyard doctor` shows what is there; run again to resume.",
            )
    return tuple(weighed(result, level) for result in results)
