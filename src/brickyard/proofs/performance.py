"""Performance: measurements from the requirement, seen RED, and made on the finished code."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import CasesText, Microtask
from brickyard.ask.views import SharedPlan
from brickyard.context import BuildContext, Tools
from brickyard.files import Files
from brickyard.proofs.base import KindOfProof, Site, ask_until_sound, dumped
from brickyard.proofs.measurement import Limit, Measurement, wrong_measurement
from brickyard.proofs.sizes import Sizes
from brickyard.proofs.speed import ROOM, all_of, measure, proof_of
from brickyard.proofs.tests import Kept, Tests
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.proposals import not_fast
from brickyard.red.question import FORMAT
from brickyard.red.seen import Red
from brickyard.values import (
    PlannedProof,
    Proof,
    Proven,
    Recipe,
    Requirement,
    TestModule,
    Value,
)


class MeasureIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    problems: tuple[str, ...] = ()


class MeasureOut(Value):
    cases: Annotated[str, CasesText] = Field(description="the cases, as one file; at least one")
    limits: tuple[Limit, ...] = Field(description="one for each case; all of them must hold")


_EXAMPLE = MeasureOut(
    cases="""\
@proves(R4)
def many_minutes_are_added_up():
    minutes = [1, 2] * 5_000
    assert total(minutes) == 15_000


@proves(R4)
def a_long_file_is_added_up():
    write("minutes.txt", "1\\n" * 10_000)
    done = run("--sum", "minutes.txt")
    assert done.stdout == "10000\\n" and done.exit == 0
""",
    limits=(
        Limit(case="many_minutes_are_added_up", at_most_seconds=0.05),
        Limit(case="a_long_file_is_added_up", at_most_seconds=0.05),
    ),
)

MEASURE = Microtask(
    name="write-measurements",
    called="measurements for",
    work="tests",
    instructions=f"""\
Say how the speed that the requirement asks for is measured, without seeing any code: against the
interfaces alone. Each measurement is a case of which the last call is timed: the last call of the
package, or the last run of the command. Calls before it prepare, and are not timed. Measure through
the command if the requirement speaks of it, else through the operations. `limits` says for each
case, by its name, what that call may take.
- The limit is in the requirement's own words: `at_most_seconds`, turned into seconds (50 ms is
  0.05), or `at_least_a_second` with `items`, the number of items that the timed call handles.
- Handle as much as the requirement says, no less. Make large values by expressions, not by hand,
  under a name of their own before the timed call: `numbers = list(range(10_000))`; and large files
  by `write("long.txt", "a line\\n" * 10_000)`.
- Of the timed call expect what only right code gives: a wrong result is never fast. Choose data
  whose result is short and can be worked out, such as a sum or a count.
- It is timed by the machine's own clock and repeated by the machine: use no `clock`, and leave
  `repeats` as it is unless the requirement names a number.
`problems`, if any, says what was wrong with an earlier try; write the whole set again.

{FORMAT}""",
    input=MeasureIn,
    output=MeasureOut,
    example=_EXAMPLE,
)


async def _performance(site: Site, context: BuildContext) -> Tests:
    """The measurements of the lock, or new ones; their tests show that what is fast is right."""
    locked = context.lock.tests_for(site.name, site.inputs)
    if locked:
        found = _read(locked.rules)
        why = " ".join(await _problems(found, site, context))
    else:

        async def judge(out: MeasureOut) -> list[str]:
            found, problems = _found(out, site)
            return problems or await _problems(found, site, context)

        question = measure_question(site)
        answer, why = await ask_until_sound(MEASURE, question, judge, context, site.item.id)
        found = _found(answer, site)[0] if answer else ()
    if why:
        return site.refused(why)
    module = _module(found, site)
    kept = dumped(found)
    return Tests(
        modules=(module,),
        red=Red(accepted=tuple(module.tests)),
        kept={site.item.id: kept},
        locked={site.name: LockedTests(inputs=site.inputs, rules=kept)},
    )


def measure_question(site: Site) -> MeasureIn:
    return MeasureIn(**site.shown)


def _read(kept: Kept) -> tuple[Measurement, ...]:
    return tuple(map(Measurement.model_validate, kept))


def _found(out: MeasureOut, site: Site) -> tuple[tuple[Measurement, ...], list[str]]:
    """Cases with their limits, and what cannot be put together."""
    cases, limits, problems = site.paired(out.cases, {one.case: one for one in out.limits})
    pairs = zip(cases, limits, strict=True)
    return tuple(Measurement(case=case, limit=limit) for case, limit in pairs), problems


async def _problems(found: Sequence[Measurement], site: Site, context: BuildContext) -> list[str]:
    wrong = [why for one in found for why in wrong_measurement(one, site.item, site.part, site.ids)]
    wrong = wrong or await _sizes(site, context).early(found)
    return wrong or await site.prove_red(_module(found, site), context)


def _sizes(site: Site, context: Tools) -> Sizes:
    """With more time than cases have: telling what is handed over takes longer."""
    seconds = ROOM * context.settings.test_seconds
    return Sizes(context.sandbox, site.item, site.part, seconds)


def _module(found: Sequence[Measurement], site: Site) -> TestModule:
    return site.module([one.case for one in found])


async def _judged(site: Site, kept: Kept, code: Files, context: Tools) -> Proven:
    """How fast the finished code is; one measurement at a time, so that none slows another."""
    found, proofs = _read(kept), list[Proven]()
    for one in found:
        seconds = context.settings.test_seconds
        times = await measure(context.sandbox, code, site.plan, one, seconds=seconds)
        proofs.append(proof_of(one, times))
    if small := await _sizes(site, context).late(found, code):
        proofs.append(Proven(state=Proof.FAILED, detail=" ".join(small)))
    return all_of(proofs)


def _doubts(site: Site, kept: Kept) -> Iterator[str]:
    for one in _read(kept):
        yield from wrong_measurement(one, site.item, site.part, site.ids)


def _not_taken(one: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return not_fast(item, one.words)


PERFORMANCE = KindOfProof(
    questions=(MEASURE,),
    write=_performance,
    judge=_judged,
    doubts=_doubts,
    not_taken=_not_taken,
)
