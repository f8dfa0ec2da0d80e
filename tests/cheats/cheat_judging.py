"""What each layer says of a cheating project: the gate, the tests in process, the judge outside."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from attack_columns import Column
from cheat_kit import PLAN, TESTS, Cheat

from brickyard.evidence import TestRun, run_tests, run_variants
from brickyard.evidence.proving import judge_modules
from brickyard.files import Files
from brickyard.gates import Allowed
from brickyard.gates.honesty import find_deceit
from brickyard.gates.security import find_risks
from brickyard.sandbox import Sandbox
from brickyard.values import Value

TAKEN_IN = "taken in"
"""What a layer is that took the cheat for right."""
NOT_ASKED = ""
_AT_ONCE = 2


class Seen(Value):
    """One row. A build asks outside only what passed in process; the page shows all layers."""

    gate: str
    in_process: str
    outside: str = NOT_ASKED


ALL_LAYERS = "all-layers"


class Judged(Protocol):
    """What was seen in a column, by the name of the cheat; as a build judges, or by all layers."""

    def __call__(self, column: Column, *more: str) -> dict[str, Seen]: ...


def gate(files: Files) -> str:
    """What that of honesty finds; code as text is found by that of security alone."""
    deceit = {each.rule for each in find_deceit(files, PLAN.package) if each.blocks}
    risks = {each.rule for each in find_risks(files, PLAN.package, Allowed()) if each.blocks}
    rules = deceit or risks & {"security.dynamic-code"}
    return ", ".join(sorted(rule.partition(".")[2] for rule in rules)) or TAKEN_IN


async def judge(sandbox: Sandbox, cheats: Sequence[Cheat], *, all_layers: bool) -> dict[str, Seen]:
    """As a build judges them; with `all_layers` each by itself, and outside in any case."""
    together = [] if all_layers else [each for each in cheats if each.can_share]
    shared = await _together(sandbox, together)
    turn = asyncio.Semaphore(_AT_ONCE)

    async def one(cheat: Cheat) -> tuple[str, Seen]:
        async with turn:
            run = shared.get(cheat.name) or await _alone(sandbox, cheat)
            asked = all_layers or run.passed
            outside = await _outside(sandbox, cheat) if asked else NOT_ASKED
        seen = Seen(gate=gate(cheat.files), in_process=_in_process(run), outside=outside)
        return cheat.name, seen

    return dict(await asyncio.gather(*map(one, cheats)))


async def _together(sandbox: Sandbox, cheats: Sequence[Cheat]) -> dict[str, TestRun]:
    """One sandbox and one warm process for all, which fork for each."""
    if not cheats:
        return {}
    variants = {f"v{at}": cheat.files for at, cheat in enumerate(cheats)}
    runs = await run_variants(sandbox, variants, TESTS, seconds=300)
    return {cheat.name: run for cheat, run in zip(cheats, runs.values(), strict=True)}


async def _alone(sandbox: Sandbox, cheat: Cheat) -> TestRun:
    return await run_tests(
        sandbox, cheat.files, cheat.tests, seconds=cheat.seconds, cover=cheat.has_coverage
    )


def _in_process(run: TestRun) -> str:
    if run.passed:
        return TAKEN_IN
    return run.problem.split(" (")[0].split(":")[0] or "tests fail"


async def _outside(sandbox: Sandbox, cheat: Cheat) -> str:
    judged = await judge_modules(sandbox, cheat.files, PLAN, cheat.tests, seconds=cheat.seconds)
    assert judged, "nothing was judged outside"
    return TAKEN_IN if all(each.passed for each in judged.values()) else "tests fail"
