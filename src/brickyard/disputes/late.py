"""Cases that come after the code was accepted: sifted, tried on it, and settled where they fail."""

from collections.abc import Iterable, Sequence

from brickyard.cases import named_apart, repeats
from brickyard.context import BuildContext, Tools
from brickyard.disputes.amended import Amended, amend, proven
from brickyard.disputes.court import settle
from brickyard.disputes.failing import cases_by_test, failing, passing
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.reports import TestRun
from brickyard.evidence.support import render, test_name
from brickyard.files import Files
from brickyard.proofs.tests import Tests
from brickyard.red.batches import Batch, part_of, whole_batch
from brickyard.red.cases import clashes, names_for, prove_red
from brickyard.values import (
    Dispute,
    Plan,
    Recipe,
    TestLevel,
    TestModule,
    Value,
    WrittenCase,
)


class TriedCases(Value):
    """Cases that hold on the code, those that stand against it, and what was disputed."""

    hold: tuple[WrittenCase, ...] = ()
    stand: tuple[WrittenCase, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    open: tuple[WrittenCase, ...] = ()
    """They fail, and nobody could settle it."""
    silent: tuple[str, ...] = ()
    """Ids of those that went because the requirement does not settle them."""


async def usable(
    cases: Sequence[WrittenCase],
    problems: Sequence[str],
    batch: Batch,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    *,
    beside: Sequence[WrittenCase],
    known: Sequence[WrittenCase],
) -> tuple[list[WrittenCase], list[str]]:
    """Of new cases those that are RED, consistent and do not repeat what is `known`, named apart
    from those `beside`; and what is wrong with the others, besides the `problems` there are."""
    found = list(problems)
    fresh = [case for case in cases if not repeats(case, known)]
    new = named_apart(fresh, (case.name for case in beside))
    torn = clashes(new, names_for(batch, plan))
    found += dict.fromkeys(torn.values())
    new = [case for case in new if case.name not in torn]
    if not new:
        return [], found
    proof = await prove_red([module_of(new, batch, plan)], batch, recipe, plan, context)
    weak = {test.split("::")[-1]: why for test, why in proof.refused.items()}
    found += [
        f"Case '{case.name}': {weak[test_name(case)]}" for case in new if test_name(case) in weak
    ]
    return [case for case in new if test_name(case) not in weak], found


def module_of(
    cases: Sequence[WrittenCase], batch: Batch, plan: Plan, name: str = "held out"
) -> TestModule:
    return render(cases, part_of(plan, batch.bricks), batch.level, batch.brick, name=name)


async def tried(
    cases: Sequence[WrittenCase], recipe: Recipe, plan: Plan, code: Files, context: BuildContext
) -> TriedCases:
    """Run them on the code; one that fails stands only if a judge, who sees no code, agrees: as if
    nobody had ruled on the same before, so that one ruling alone lets nothing pass."""
    if not cases:
        return TriedCases()
    batch = whole_batch(plan, ())
    module = module_of(cases, batch, plan)
    run = await run_on(module, plan, code, context)
    found = await failing(run, [module], recipe, plan, code, context)
    by_test = cases_by_test(module)
    claims = {one.test: f"The code fails it: {one.reason}" for one in found}
    settled = await settle(
        found, by_test, claims, recipe, plan, code, context, stage="prove", sample=1
    )
    names = {test: case.name for test, case in by_test.items()}
    held = tuple(case for test, case in by_test.items() if test not in settled)
    anew = [case for one in settled.values() for case in one.anew]
    good = await _red(named_apart(anew, names.values()), batch, recipe, plan, context)
    right = (
        await passing({case.name: case for case in good}, plan, code, context)
        if good
        else set[str]()
    )
    kept = [one.case for one in settled.values() if one.case and not one.stands and not one.is_open]
    return TriedCases(
        hold=(*held, *kept, *(case for case in good if case.name in right)),
        stand=(
            *(one.case for one in settled.values() if one.case and one.stands),
            *(case for case in good if case.name not in right),
        ),
        open=tuple(one.case for one in settled.values() if one.case and one.is_open),
        disputes=tuple(one.dispute for one in settled.values()),
        silent=tuple(names[test] for test, one in settled.items() if one.silent),
    )


async def _red(
    cases: Sequence[WrittenCase], batch: Batch, recipe: Recipe, plan: Plan, context: BuildContext
) -> list[WrittenCase]:
    """Those that prove something."""
    if not cases:
        return []
    proof = await prove_red([module_of(cases, batch, plan)], batch, recipe, plan, context)
    weak = {test.split("::")[-1] for test in proof.refused}
    return [case for case in cases if test_name(case) not in weak]


async def run_on(module: TestModule, plan: Plan, code: Files, context: Tools) -> TestRun:
    seconds = context.settings.test_seconds
    return await prove_tests(context.sandbox, code, plan, [module], seconds=seconds, thorough=True)


async def joined_by(
    tests: Tests,
    cases: Iterable[WrittenCase],
    disputes: Iterable[Dispute],
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
) -> Tests:
    """The acceptance tests with these cases among them, each in its requirement's file."""
    amended: dict[str, Amended] = {}
    told = list(disputes)
    groups: dict[str, list[WrittenCase]] = {}
    for case in cases:
        groups.setdefault(recipe.requirement(case.requirement).id, []).append(case)
    for module in tests.modules:
        if module.level is TestLevel.ACCEPTANCE and module.cases and not module.given:
            owner = recipe.requirement(module.cases[0].requirement).id
            if owner in groups:
                more = [
                    *module.cases,
                    *named_apart(groups[owner], (case.name for case in module.cases)),
                ]
                amended[module.path] = one = await proven(module, more, recipe, plan, context)
                told = [_placed(each, one.module) for each in told]
    return amend(tests, amended, told, recipe)


def _placed(dispute: Dispute, module: TestModule | None) -> Dispute:
    """With its test named as it is in this file, if it is there now."""
    places = {test.split("::")[-1]: test for test in module.tests} if module else {}
    place = places.get(dispute.test.split("::")[-1], dispute.test)
    return dispute.model_copy(update={"test": place})
