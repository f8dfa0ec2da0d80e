"""Cases that come after the code was accepted: sifted, tried on it, and settled where they fail."""

from collections.abc import Iterable, Sequence

from brickyard.evidence.functions import function_name
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.render import render
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.stages.amended import Amended, amend, named_in, proven
from brickyard.stages.batches import Batch, part_of
from brickyard.stages.cases import clashes, prove_red, valid_cases
from brickyard.stages.settle import Bench
from brickyard.stages.tests import Tests
from brickyard.stages.yard import Tools, Yard
from brickyard.values import Case, Dispute, Plan, Recipe, TestLevel, TestModule, Value


class Tried(Value):
    """Cases that hold on the code, those that stand against it, and what was disputed."""

    hold: tuple[Case, ...] = ()
    stand: tuple[Case, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    open: tuple[Case, ...] = ()
    """They fail, and nobody could settle it."""
    silent: tuple[str, ...] = ()
    """Ids of those that went because the requirement does not settle them."""


async def usable(
    cases: Sequence[Case],
    batch: Batch,
    recipe: Recipe,
    plan: Plan,
    yard: Yard,
    *,
    beside: Sequence[Case],
    known: Sequence[Case],
) -> tuple[list[Case], list[str]]:
    """The new cases that are valid, RED, consistent and do not repeat what is `known`, named apart
    from those `beside`; and what is wrong with the others."""
    valid, problems = valid_cases(cases, batch, recipe, plan)
    new = named_apart([case for case in valid if not _is_among(case, known)], beside)
    torn = clashes(new)
    problems += dict.fromkeys(torn.values())
    new = [case for case in new if case.id not in torn]
    if not new:
        return [], problems
    proof = await prove_red([module_of(new, batch, plan)], batch, recipe, plan, yard)
    weak = {test.split("::")[-1]: why for test, why in proof.refused.items()}
    problems += [
        f"Case '{case.id}': {weak[function_name(case)]}"
        for case in new
        if function_name(case) in weak
    ]
    return [case for case in new if function_name(case) not in weak], problems


def _is_among(case: Case, known: Sequence[Case]) -> bool:
    return any((case.files, case.steps) == (other.files, other.steps) for other in known)


def named_apart(cases: Sequence[Case], known: Sequence[Case]) -> list[Case]:
    """Ids that no other case has."""
    taken = {function_name(case) for case in known}
    found: list[Case] = []
    for case in cases:
        name, number = case.id, 2
        while function_name(case.model_copy(update={"id": name})) in taken:
            name, number = f"{case.id}_{number}", number + 1
        found.append(case.model_copy(update={"id": name}))
        taken.add(function_name(found[-1]))
    return found


def module_of(
    cases: Sequence[Case], batch: Batch, plan: Plan, name: str = "held out"
) -> TestModule:
    return render(cases, part_of(plan, batch.bricks), batch.level, batch.brick, name=name)


async def tried(
    cases: Sequence[Case], batch: Batch, recipe: Recipe, plan: Plan, code: Files, yard: Yard
) -> Tried:
    """Run them on the code; one that fails stands only if two who did not see the code agree."""
    if not cases:
        return Tried()
    run = await run_on(module_of(cases, batch, plan), plan, code, yard)
    reasons = failing(cases, run)
    disputed = [case for case in cases if case.id in reasons]
    held = tuple(case for case in cases if case.id not in reasons)
    claims = {
        id: f"The code, which passes its own tests, fails it: {reasons[id]}" for id in reasons
    }
    bench = Bench(batch, recipe, plan, code, yard, "prove")
    settled = await bench.settle(disputed, claims, agreed=True)
    replaced = [one.case for one in settled.values() if one.case and not one.stands]
    good = await _red(replaced, batch, recipe, plan, yard)
    blames = [one.case for one in settled.values() if one.case and one.blames]
    return Tried(
        hold=(*held, *(case for case in good if case not in blames)),
        stand=tuple(case for case in blames if case in good or case not in replaced),
        open=tuple(case for case in disputed if case.id not in settled),
        disputes=tuple(one.dispute for one in settled.values()),
        silent=tuple(id for id, one in settled.items() if one.silent),
    )


async def _red(
    cases: Sequence[Case], batch: Batch, recipe: Recipe, plan: Plan, yard: Yard
) -> list[Case]:
    """Those that prove something."""
    if not cases:
        return []
    proof = await prove_red([module_of(cases, batch, plan)], batch, recipe, plan, yard)
    weak = {test.split("::")[-1] for test in proof.refused}
    return [case for case in cases if function_name(case) not in weak]


async def run_on(module: TestModule, plan: Plan, code: Files, yard: Tools) -> TestRun:
    seconds = yard.settings.test_seconds
    return await prove_tests(yard.sandbox, code, plan, [module], seconds=seconds, thorough=True)


def failing(cases: Sequence[Case], run: TestRun) -> dict[str, str]:
    """Case id → why it does not hold; all of them where the run gave no report."""
    outcomes = {test.split("::")[-1]: outcome for test, outcome in run.outcomes.items()}
    found: dict[str, str] = {}
    for case in cases:
        outcome = outcomes.get(function_name(case))
        if run.problem or outcome is None or not outcome.passed:
            found[case.id] = run.problem or (outcome.reason if outcome else "it was not run")
    return found


async def joined_by(
    tests: Tests,
    cases: Iterable[Case],
    disputes: Iterable[Dispute],
    recipe: Recipe,
    plan: Plan,
    yard: Yard,
) -> Tests:
    """The acceptance tests with these cases among them, each in its requirement's file."""
    amended: dict[str, Amended] = {}
    told = list(disputes)
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(recipe.requirement(case.requirement).id, []).append(case)
    for module in tests.modules:
        if module.level is TestLevel.ACCEPTANCE and module.cases:
            owner = recipe.requirement(module.cases[0].requirement).id
            if owner in groups:
                more = [*module.cases, *named_apart(groups[owner], module.cases)]
                amended[module.path] = one = await proven(module, more, recipe, plan, yard)
                told = named_in(one.module, told) if one.module else told
    return amend(tests, amended, told, recipe)
