"""Cases for one batch: asked for, sifted, and sent back to their writer at most twice."""

from collections.abc import Iterable, Sequence

from pydantic import Field

from brickyard.errors import AnswerRefused
from brickyard.evidence.cases import validate
from brickyard.evidence.contradictions import contradictions
from brickyard.evidence.red import Red, red, roots
from brickyard.evidence.render import render
from brickyard.evidence.spelling import spelt_right
from brickyard.stages.batches import Batch, part_of, question
from brickyard.stages.yard import Yard
from brickyard.tasks.cases import MEND_CASES, WRITE_CASES, MendCasesIn
from brickyard.values import Case, Plan, Recipe, TestLevel, TestModule, Value

MENDS = 2


class Sifted(Value):
    """The cases that passed, and what is wrong with the rest, for their writer."""

    cases: tuple[Case, ...]
    problems: tuple[str, ...] = ()
    refused: dict[str, str] = Field(default_factory=dict)
    """Requirement → why no accepted case proves it."""
    proof: Red | None = None
    """What RED showed of exactly these cases; None when it was asked of others beside them."""


async def write_cases(batch: Batch, recipe: Recipe, plan: Plan, yard: Yard) -> Sifted:
    """Cases that passed the sieve; after two mends, what still fails is left out and said."""
    asked = question(batch, recipe, plan)
    about = f"{asked.subject} ({', '.join(batch.ids)})"
    cases = (await yard.asker.ask(WRITE_CASES, asked, about=about)).cases
    sifted = await _sift(cases, batch, recipe, plan, yard)
    for _ in range(MENDS):
        if not sifted.problems:
            break
        mend = MendCasesIn(**dict(asked), previous=cases, problems=sifted.problems)
        try:
            cases = (await yard.asker.ask(MEND_CASES, mend, about=about)).cases
        except AnswerRefused:
            break
        sifted = await _sift(cases, batch, recipe, plan, yard)
    if sifted.problems:
        said = f"Left out of the tests of {about}: {' '.join(sifted.problems)}"
        yard.tell("warning", "tests", batch.brick, message=said)
    return sifted


async def _sift(
    cases: Sequence[Case], batch: Batch, recipe: Recipe, plan: Plan, yard: Yard
) -> Sifted:
    """Keep what is valid, consistent and RED; say in sentences what is wrong with the rest."""
    valid, problems = valid_cases(cases, batch, recipe, plan)
    clashing = clashes(valid)
    consistent = [case for case in valid if case.id not in clashing]
    problems += dict.fromkeys(clashing.values())
    modules = modules_of(consistent, batch, recipe, plan)
    proof = await prove_red(modules, batch, recipe, plan, yard)
    weak = {case.id: why for case in consistent if (why := _weakness(case, proof))}
    problems += [f"Case '{id}': {why}" for id, why in weak.items()]
    kept = tuple(case for case in consistent if case.id not in weak)
    refused = _unproven(kept, proof, clashing, batch, recipe, valid)
    problems += [f"{id}: {why}" for id, why in refused.items()]
    exact = proof if len(kept) == len(consistent) else None
    return Sifted(cases=kept, problems=tuple(problems), refused=refused, proof=exact)


def valid_cases(
    cases: Sequence[Case], batch: Batch, recipe: Recipe, plan: Plan
) -> tuple[list[Case], list[str]]:
    part = part_of(plan, batch.bricks)
    good: list[Case] = []
    problems: list[str] = []
    for case in spelt_right(cases, part):
        found = validate([*good, case], part, batch.level, batch.brick, known=ids_of(batch, recipe))
        problems += [f"{finding.message} {finding.suggestion}".strip() for finding in found]
        good += [] if found else [case]
    return good, problems


def ids_of(batch: Batch, recipe: Recipe) -> frozenset[str]:
    """The ids that cases of this batch may name: requirements and their clauses."""
    found: set[str] = set()
    for id in batch.ids:
        owner = recipe.requirement(id)
        found.update((owner.id, *(clause.id for clause in owner.clauses)))
    return frozenset(found)


def clashes(cases: Sequence[Case]) -> dict[str, str]:
    """Case id → the contradiction that it is part of."""
    found: dict[str, str] = {}
    if not contradictions(cases):
        return found
    for number, case in enumerate(cases):
        for other in cases[:number]:
            for finding in contradictions([other, case]):
                found.setdefault(other.id, finding.message)
                found.setdefault(case.id, finding.message)
    return found


async def prove_red(
    modules: Sequence[TestModule], batch: Batch, recipe: Recipe, plan: Plan, yard: Yard
) -> Red:
    if not modules:
        return Red()
    part = part_of(plan, batch.bricks)
    seconds = yard.settings.test_seconds
    return await red(yard.sandbox, part, modules, seconds=seconds, roots=roots(recipe))


def modules_of(
    cases: Iterable[Case], batch: Batch, recipe: Recipe, plan: Plan
) -> tuple[TestModule, ...]:
    """One file a requirement for the whole, one file a brick below it."""
    part = part_of(plan, batch.bricks)
    if batch.level is TestLevel.BRICK:
        listed = list(cases)
        return (render(listed, part, batch.level, batch.brick),) if listed else ()
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(recipe.requirement(case.requirement).id, []).append(case)
    return tuple(
        render(group, part, batch.level, name=owner) for owner, group in sorted(groups.items())
    )


def _weakness(case: Case, proof: Red) -> str:
    """Why RED refused this case; the test of a case is named after it."""
    name = f"::test_{case.id.replace('-', '_')}"
    return next((why for test, why in proof.refused.items() if test.endswith(name)), "")


def _unproven(
    kept: Sequence[Case],
    proof: Red,
    clashing: dict[str, str],
    batch: Batch,
    recipe: Recipe,
    valid: Sequence[Case],
) -> dict[str, str]:
    """Every requirement of the batch that its kept cases do not prove, with the reason."""
    proven = {recipe.requirement(case.requirement).id for case in kept}
    torn = {
        recipe.requirement(case.requirement).id: clashing[case.id]
        for case in valid
        if case.id in clashing
    }
    found: dict[str, str] = {}
    for id in dict.fromkeys(recipe.requirement(id).id for id in batch.ids):
        if id in torn:
            found[id] = torn[id]
        elif id not in proven:
            found[id] = "No case proves it."
        elif id in proof.requirements:
            found[id] = proof.requirements[id]
    return found
