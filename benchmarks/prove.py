"""What `brickyard prove` takes beside its model: `python benchmarks/prove.py`.

The packages of the field trials in `tests/doors/trials`, with the cases of their locks: played on
the code (GREEN), on code that only pretends (RED), and on small changes of it (mutants). Then one
of them with half and a quarter of its cases, to see how it grows. No model is asked.
"""

import asyncio
import os
import time
from pathlib import Path

from brickyard import recipe as recipes
from brickyard.context import Prover
from brickyard.doors.prove import proofs
from brickyard.doors.prove.code import read_code
from brickyard.doors.prove.playing import Playing, most_mutants
from brickyard.doors.prove.proof import unlocked
from brickyard.doors.prove.surface import read_surface
from brickyard.events import silent
from brickyard.flow.check import check
from brickyard.recipe.lock import read_lock
from brickyard.sandbox import Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.settings import Settings

TRIALS = Path(__file__).parents[1] / "tests" / "doors" / "trials"
GOAL = 20.0
"""Seconds for a package of about 600 lines and 300 checks on two cores."""


async def measured(name: str, share: int, sandbox: Sandbox) -> str:
    recipe, _ = check(recipes.load_all([TRIALS / name / "recipe"]))
    code = read_code(TRIALS / name / "code")
    surface = read_surface(code)
    kept = unlocked(read_lock(TRIALS / name / "recipe").proved)
    work = Playing(recipe, code, surface, Prover(sandbox, Settings(), silent))
    tests = dict(work.tests(kept.cases[::share], kept.held_out[::share]))
    files = work.files(tests)
    start = time.perf_counter()
    green = await proofs.green(sandbox, code.files, files, 300)
    owners = {test: work.owner(case) for test, case in tests.items() if green[test].passed}
    after_green = time.perf_counter()
    await proofs.red(sandbox, code.files, files, owners, 300)
    after_red = time.perf_counter()
    changed, _ = await proofs.sensitive(
        sandbox, code.files, files, green, owners, seconds=300, most=most_mutants(len(work.ids))
    )
    end = time.perf_counter()
    lines = sum(text.count("\n") for path, text in code.files.items() if path.endswith(".py"))
    checks = sum(len(one.rows) for one in green.values())
    parts = (after_green - start, after_red - after_green, end - after_red, end - start)
    seconds = " | ".join(f"{part:.1f}" for part in parts)
    met = "yes" if end - start <= GOAL else "missed"
    return f"| {name} | {lines} | {checks} | {len(changed)} | {seconds} | ≤ {GOAL:g} | {met} |"


async def main() -> None:
    sandbox = await choose("auto", await toolchain(default_cache()), listener=silent)
    print(f"Load of the machine before: {os.getloadavg()[0]:.1f}; seconds\n")
    print("| package | lines | checks | mutants | GREEN | RED | mutants | all | goal | met |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    jobs = [("cronline", 1), ("ledger", 1), ("csvdiff", 1), ("cronline", 2), ("cronline", 4)]
    for name, share in jobs:
        print(await measured(name, share, sandbox), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
