"""comply: the matrix, computed from execution on a pristine copy, twice, in another order.

What is not met gets its next step.
"""

import asyncio
from collections.abc import Collection, Iterator, Sequence

from brickyard.context import Tools
from brickyard.coverage.gate import coverage, covered, covered_branches
from brickyard.disputes.court import DROPPED, UNSETTLED
from brickyard.disputes.late import module_of, run_on
from brickyard.events import StageEnded, StageStarted
from brickyard.evidence.failing import failing
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.flow.strengthen import noticed
from brickyard.gates import GateResult, base, weighed
from brickyard.holdouts.draw import Held
from brickyard.mutants.sensitive import Sensitivity
from brickyard.proofs.artefact import with_artefacts
from brickyard.proofs.kinds import judged
from brickyard.proofs.matrix import matrix
from brickyard.proofs.tests import Tests
from brickyard.recipe.parsing import REQUIREMENTS
from brickyard.red.batches import whole_batch
from brickyard.red.seen import roots
from brickyard.settings import Settings
from brickyard.values import (
    Dispute,
    Failure,
    Finding,
    Kind,
    Matrix,
    Plan,
    Proof,
    ProofLevel,
    Proven,
    Recipe,
    Row,
    Severity,
    Unmet,
    Value,
    Verdict,
    WrittenCase,
)

ORDERS = (1, 2)
MOST = 6
"""Mutants that are named where nobody can tell them from the code."""
_FELL = "Those that there were fell in disputes: see there."

_NOT_TRIED = Proven(
    state=Proof.NOT_APPLICABLE, detail="Hold-outs stay with the recipe, and are not tried here."
)


class Complied(Value):
    """The matrix, the gates that need a run of the tests, and what the mutants showed."""

    matrix: Matrix
    gates: tuple[GateResult, ...] = ()
    sensitivity: Sensitivity | None = None

    @property
    def met(self) -> bool:
        return self.matrix.met and all(gate.passed for gate in self.gates)


async def comply(
    recipe: Recipe,
    plan: Plan,
    tests: Tests,
    code: Files,
    context: Tools,
    *,
    held: Held | None = None,
    project: Files | None = None,
) -> Complied:
    """No model is asked: everything here can be done again by anyone. Without `held` there are no
    hold-outs to try, and no requirement needs that proof. `project`: its files, if it is there."""
    context.tell(StageStarted(stage="comply"))
    runs = await asyncio.gather(*(_green(seed, plan, tests, code, context) for seed in ORDERS))
    ids = [item.id for item in recipe.requirements]
    level = context.settings.proof
    shown = None
    if level is not ProofLevel.QUICK:
        shown = await noticed(recipe, plan, tests, _steady(runs), code, context)
    unsettled = {one.test for one in tests.disputes if one.settled == UNSETTLED}
    held_out = await _held(recipe, plan, code, context, held, unsettled)
    doubtful = {*unsettled, *tests.red.refused}
    fails = failing(runs, tests.modules, plan, roots(recipe), doubtful=doubtful)
    result = matrix(
        recipe,
        tests.modules,
        tests.red,
        runs,
        covered(runs[0], tests.modules, ids, roots(recipe)),
        level=level,
        sensitivity=shown,
        branches=covered_branches(runs[0], tests.modules, ids, roots(recipe)),
        held={id: proven for id, (proven, _) in held_out.items()},
        given=await judged(recipe, plan, tests, code, context),
        allowed=tests.allowed,
        failures=fails,
        held_failures={id: one for id, (_, one) in held_out.items() if one},
        unsettled=unsettled,
    )
    result = await with_artefacts(
        _reasoned(result, tests), recipe, plan, tests, code, context, project=project
    )
    context.tell(StageEnded(stage="comply", detail=result.summary))
    gates = tuple(_gates(runs[0], shown, code, plan, context)) if tests.modules else ()
    return Complied(matrix=result, gates=gates, sensitivity=shown)


async def _green(seed: int, plan: Plan, tests: Tests, code: Files, context: Tools) -> TestRun:
    return await prove_tests(
        context.sandbox,
        code,
        plan,
        tests.modules,
        seconds=context.settings.test_seconds,
        seed=seed,
        cover=seed == ORDERS[0],
        thorough=True,
    )


def _steady(runs: Sequence[TestRun]) -> TestRun:
    """The first run, in which only those have passed that pass in every one."""
    first, *others = runs
    failed = {one.id: one for run in others for one in run.failures}
    problem = next((run.problem for run in runs if run.problem), "")
    return first.model_copy(update={"outcomes": {**first.outcomes, **failed}, "problem": problem})


def _gates(
    run: TestRun, shown: Sensitivity | None, code: Files, plan: Plan, context: Tools
) -> Iterator[GateResult]:
    """The gates that judge the tests of a project which has some; below `full` they only say."""
    level = context.settings.proof
    yield weighed(coverage(code, _executed(run), context.settings.coverage, plan), level)
    if shown is not None:
        yield weighed(mutation(shown, context.settings.mutation_score), level)


def _executed(run: TestRun) -> dict[str, set[int]]:
    """File → lines inside functions that some test executes."""
    found: dict[str, set[int]] = {}
    for files in run.lines.values():
        for file, lines in files.items():
            found.setdefault(file, set()).update(lines)
    return found


def mutation(shown: Sensitivity, least: float) -> GateResult:
    """What all tests together let pass, by module; only what was shown to differ can block."""
    if shown.problem:
        return GateResult(gate="mutants", passed=False, detail=shown.problem)
    return base.judged("mutants", [_passed_by(file, shown, least) for file in shown.weak(least)])


def _passed_by(file: str, shown: Sensitivity, least: float) -> Finding:
    differ, alike = (shown.let_pass(file, shown=known) for known in (True, False))
    advice: list[str] = []
    if differ:
        advice.append("Say in the recipe what must come of such input, and build again.")
    if alike:
        places = "; ".join(f"line {one.line}: {one.before} → {one.after}" for one in alike[:MOST])
        more = f"; and {len(alike) - MOST} more" if len(alike) > MOST else ""
        advice.append(f"No input was found that tells these from the code: {places}{more}.")
    held = shown.differs(file, least)
    return Finding(
        rule="mutants.differ" if held else "mutants.unnoticed",
        severity=Severity.ERROR if held else Severity.WARNING,
        message=shown.weak(least)[file],
        file=file,
        line=(*differ, *alike)[0].line,
        suggestion=" ".join(advice),
    )


HeldOut = tuple[Proven, Failure | None]


async def _held(
    recipe: Recipe,
    plan: Plan,
    code: Files,
    context: Tools,
    held: Held | None,
    unsettled: Collection[str],
) -> dict[str, HeldOut]:
    """Requirement → what its hold-outs show on the finished code, and the one that fails."""
    if held is None:
        return {item.id: (_NOT_TRIED, None) for item in recipe.requirements}
    ids = [item.id for item in recipe.requirements if item.kind is Kind.BEHAVIOUR]
    cases = held.of(ids)
    fails, problem = await _fails(cases, recipe, plan, code, context, unsettled)
    found: dict[str, HeldOut] = {}
    for id in ids:
        ours = [case for case in cases if recipe.requirement(case.requirement).id == id]
        shown = _shown(id, ours, fails.get(id), problem, held, unsettled)
        found[id] = shown, fails.get(id)
    return found


async def _fails(
    cases: Sequence[WrittenCase],
    recipe: Recipe,
    plan: Plan,
    code: Files,
    context: Tools,
    unsettled: Collection[str],
) -> tuple[dict[str, Failure], str]:
    """Requirement → the smallest of its hold-outs that fail; or why none of them was judged."""
    if not cases:
        return {}, ""
    module = module_of(cases, whole_batch(plan, ()), plan)
    run = await run_on(module, plan, code, context)
    found = failing([run], [module], plan, roots(recipe), doubtful=unsettled, held_out=True)
    return found, run.problem


def _shown(
    id: str,
    cases: Sequence[WrittenCase],
    failed: Failure | None,
    problem: str,
    held: Held,
    unsettled: Collection[str],
) -> Proven:
    if failed and failed.test in unsettled:
        why = f"Nobody settled whether it is right that the hold-out {failed.case} fails: "
        return Proven(state=Proof.MISSING, detail=why + failed.reason)
    if failed:
        why = f"The hold-out {failed.case} fails: {failed.reason}"
        return Proven(state=Proof.FAILED, detail=why)
    if cases and problem:
        return Proven(state=Proof.MISSING, detail=f"Hold-outs could not be judged: {problem}.")
    if cases:
        count = "1 hold-out passes" if len(cases) == 1 else f"{len(cases)} hold-outs pass"
        return Proven(state=Proof.PASSED, detail=count)
    if id in held.silent:
        why = "Every hold-out asked for what the requirement does not settle: see clarifications."
        return Proven(state=Proof.NOT_APPLICABLE, detail=why)
    why = held.problems.get(id, "No hold-out was drawn for it.")
    return Proven(state=Proof.MISSING, detail=why)


def _reasoned(result: Matrix, tests: Tests) -> Matrix:
    """What was refused for its own proof is not met by other tests; where none is left, say why."""
    fell = {one.requirement: _FELL for one in tests.disputes if one.settled == DROPPED}
    rows = tuple(
        _refused(row, why)
        if (why := tests.refused.get(row.requirement))
        else row.model_copy(update={"reason": f"{row.reason} {fell[row.requirement]}"})
        if row.requirement in fell and not row.tests
        else row
        for row in result.rows
    )
    return Matrix(rows=rows)


def _refused(row: Row, why: str) -> Row:
    if row.verdict is Verdict.NOT_MET:
        known = why in row.reason or bool(row.tests)
        return row if known else row.model_copy(update={"reason": f"{row.reason} {why}"})
    proofs = {**row.proofs, "red": Proven(state=Proof.FAILED, detail=why)}
    found = {"verdict": Verdict.NOT_MET, "unmet": Unmet.NOT_JUDGED, "reason": why}
    return row.model_copy(update={**found, "proofs": proofs})


BUILD = "brickyard build RECIPE"
"""How a build is ordered, before it is known how this one was."""


def advised(
    matrix: Matrix,
    disputes: Sequence[Dispute],
    settings: Settings,
    edited: Collection[str] = (),
    source: str = REQUIREMENTS,
) -> Matrix:
    """The matrix, and in each row that is not met what to do next; `edited` by a person is code
    that nobody else mends; `source` is the file that the recipe's requirements stand in."""
    sentences = {one.requirement: one.clarification for one in disputes if one.clarification}
    rows = (
        row.model_copy(update={"next": _step(row, sentences, settings, edited, source)})
        if row.verdict is Verdict.NOT_MET
        else row
        for row in matrix.rows
    )
    return Matrix(rows=tuple(rows))


def _step(
    row: Row,
    sentences: dict[str, str],
    settings: Settings,
    edited: Collection[str],
    source: str,
) -> str:
    """Broken code wants another author; what was not judged, other words or other cases."""
    if row.kind is Kind.ATTESTED:
        return f"name in {source} who attests {row.requirement}, and the day."
    if row.unmet is Unmet.NOT_JUDGED and row.requirement in sentences:
        return f"say it in {source}, in {row.requirement}: {sentences[row.requirement]}"
    if row.unmet is Unmet.BROKEN and edited:
        return f"mend your edit of {', '.join(sorted(edited))}, or take it back: {BUILD} --force"
    repaired = row.unmet is Unmet.BROKEN and row.failure and settings.repair_rounds
    if repaired and not settings.models.escalate:
        return f"name a stronger model to mend it: {BUILD} --escalate MODEL"
    return f"ask anew for what is about it: {BUILD} --again {row.requirement}"
