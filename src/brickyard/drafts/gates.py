"""gates: what all code must pass; a tool that cannot judge ends the run, not the code."""

from collections.abc import Sequence

from brickyard.errors import ToolchainBroken
from brickyard.files import Files
from brickyard.gates import NOTHING_MORE, Allowed, GateResult, run_gates, weighed
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, ProofLevel


async def check_gates(
    code: Files,
    plan: Plan,
    sandbox: Sandbox,
    only: Sequence[str] = (),
    allowed: Allowed = NOTHING_MORE,
    level: ProofLevel = ProofLevel.FULL,
) -> tuple[GateResult, ...]:
    """Every gate, or those in `only`; ToolchainBroken when one of them gave no verdict.

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
