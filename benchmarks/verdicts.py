"""Does the evidence ever accept a wrong program? `python benchmarks/verdicts.py [NAME ...]`

For every program of the corpus: the right one and its wrong variants under good tests, and the
right one under weak tests. Who accepts or refuses is the stage that decides in a build. Weak tests
are refused for being weak at the level `full` alone: below it that is said, so `full` judges them
here. What a command may print besides is asked about in a build where tests do not notice it;
here nobody can answer, so under good tests all of it is allowed, which makes it easier for wrong
programs. With `--proof quick` no mutants are made: right and wrong are told apart all the same, but
whether tests are weak is not asked.
"""

import argparse
import asyncio
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from programs import Program, programs

from brickyard.context import Prover
from brickyard.events import silent
from brickyard.flow.comply import Complied, comply
from brickyard.mutants.sensitive import TELLS
from brickyard.proofs.tests import Tests, with_allowed
from brickyard.sandbox import choose
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.settings import Settings
from brickyard.values import AllowedOutput, Proof, ProofLevel, Row, Verdict


@dataclass(frozen=True)
class Line:
    """What became of one program."""

    program: str
    right: str
    """Nothing when it was accepted, else the reason."""
    wrong: dict[str, str]
    """Variant → the proof that refused it, or nothing when it was accepted."""
    weak: dict[str, str]
    """Set of weak tests → the proof that refused it, or nothing when it was accepted."""


async def judged(program: Program, tools: Prover) -> Line:
    good = free(program, await program.tests(program.cases, tools.sandbox, tools.settings))
    right = await comply(
        program.recipe, program.plan, good, program.right, tools, held=program.held
    )
    wrong: dict[str, str] = {}
    for slug, code in program.wrong.items():
        found = await comply(program.recipe, program.plan, good, code, tools, held=program.held)
        wrong[slug] = refused_by(found)
    asked = program.weak if tools.settings.proof is not ProofLevel.QUICK else ()
    weak = {name: await _weak(program, name, tools) for name in asked}
    return Line(program.name, reasons(right), wrong, weak)


async def _weak(program: Program, name: str, tools: Prover) -> str:
    """By its tests alone: hold-outs would be drawn by somebody else."""
    full = tools.settings.model_copy(update={"proof": ProofLevel.FULL})
    tests: Tests = await program.tests(program.weak[name], tools.sandbox, full)
    strict = Prover(tools.sandbox, full)
    found = await comply(program.recipe, program.plan, tests, program.right, strict, held=None)
    return refused_by(found)


def free(program: Program, tests: Tests) -> Tests:
    """The tests, with all that a command may print besides allowed."""
    every = [(item, what) for item in program.recipe.requirements for what in TELLS]
    return with_allowed(
        tests,
        [AllowedOutput(requirement=item.id, what=what, words=item.text) for item, what in every],
    )


def refused_by(found: Complied) -> str:
    """The first proof that failed, else a gate that did, else the first proof that is missing."""
    if found.met:
        return ""
    unmet = [row for row in found.matrix.rows if row.verdict is Verdict.NOT_MET]
    failed = [_named(row, Proof.FAILED) for row in unmet]
    gates = [f"gate {gate.gate}" for gate in found.gates if not gate.passed and gate.findings]
    missing = [_named(row, Proof.MISSING) for row in unmet]
    others = [f"gate {gate.gate}" for gate in found.gates if not gate.passed]
    return next(name for name in (*failed, *gates, *missing, *others) if name)


def _named(row: Row, state: Proof) -> str:
    return next((name for name, proven in row.proofs.items() if proven.state is state), "")


def reasons(found: Complied) -> str:
    rows = [f"{row.requirement}: {row.reason}" for row in found.matrix.rows if row.reason]
    gates = [
        f"{gate.gate}: {'; '.join(one.message for one in gate.findings) or gate.detail}"
        for gate in found.gates
        if not gate.passed
    ]
    return "; ".join([*rows, *gates]) if not found.met else ""


async def main(names: list[str], proof: ProofLevel) -> int:
    with tempfile.TemporaryDirectory(prefix="verdicts-") as folder:
        tools = await toolchain(default_cache(), ())
        sandbox = await choose("auto", tools, listener=silent)
        settings = Settings(cache=str(Path(folder)), proof=proof)
        lines = []
        print(f"{'program':12} {'right':8} {'wrong refused':>13} {'weak refused':>12}  by")
        for program in programs(*names):
            line = await judged(program, Prover(sandbox, settings))
            lines.append(line)
            show(line)
    return summary(lines)


def show(line: Line) -> None:
    caught = [by for by in line.wrong.values() if by]
    weak = [by for by in line.weak.values() if by]
    counts = {by: [*caught, *weak].count(by) for by in dict.fromkeys([*caught, *weak])}
    told = ", ".join(f"{by} {count}" for by, count in counts.items())
    right = "refused" if line.right else "accepted"
    print(
        f"{line.program:12} {right:8} {len(caught):>5} of {len(line.wrong):<5}"
        f" {len(weak):>4} of {len(line.weak):<5} {told}",
        flush=True,
    )
    for text in [
        *([f"right refused: {line.right}"] if line.right else []),
        *(f"WRONG ACCEPTED: {slug}" for slug, by in line.wrong.items() if not by),
        *(f"weak tests accepted: {name}" for name, by in line.weak.items() if not by),
    ]:
        print(f"    {text}", flush=True)


def summary(lines: list[Line]) -> int:
    wrong = [by for line in lines for by in line.wrong.values()]
    weak = [by for line in lines for by in line.weak.values()]
    refused = sum(bool(line.right) for line in lines)
    print(f"\n{len(lines)} programs")
    print(f"right ones refused    {refused:>4}                goal 0")
    print(f"wrong ones accepted   {wrong.count(''):>4} of {len(wrong):<5}       goal 0")
    print(f"weak tests accepted   {weak.count(''):>4} of {len(weak):<5}       goal 0")
    return int(bool(refused or wrong.count("") or weak.count("")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs; without any, all")
    parser.add_argument("--proof", type=ProofLevel, default=Settings().proof, help="quick, …")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.names, given.proof)))
