"""Performance: measurements from the requirement, seen RED, and made on the finished code."""

from collections.abc import Iterator, Sequence

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan
from brickyard.context import BuildContext, Tools
from brickyard.files import Files
from brickyard.proofs.base import KindOfProof, Site, ask_until_sound, dumped
from brickyard.proofs.data.notation import FORMAT
from brickyard.proofs.data.render import render_data
from brickyard.proofs.data.spelling import spelt_right
from brickyard.proofs.measurement import Measurement, wrong_measurement
from brickyard.proofs.speed import all_of, measure, proof_of
from brickyard.proofs.tests import Kept, Tests
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.measures import Thresholds, said, thresholds
from brickyard.recipe.proposals import not_fast
from brickyard.red.seen import Red
from brickyard.values import (
    Expect,
    PlannedProof,
    Proven,
    Recipe,
    Requirement,
    Step,
    TestLevel,
    TestModule,
    Value,
)


class MeasureIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    command: str
    problems: tuple[str, ...] = ()


class MeasureOut(Value):
    measurements: tuple[Measurement, ...] = Field(description="all of them must hold; at least one")


_EXAMPLE = MeasureOut(
    measurements=(
        Measurement(
            id="adds_up_many_minutes",
            requirement="R4",
            title="A list of 10,000 minutes is added up in time.",
            steps=(
                Step(
                    call="clock.total",
                    args=({"$py": "[1, 2] * 5_000"},),
                    expect=Expect(value=15_000, has_value=True),
                ),
            ),
            measured=1,
            at_most_seconds=0.05,
        ),
        Measurement(
            id="reads_a_long_file",
            requirement="R4",
            title="A file of 10,000 lines is added up in time.",
            made_files={"minutes.txt": "'1\\n' * 10_000"},
            steps=(Step(run=("--sum", "minutes.txt"), expect=Expect(exit=0, stdout="10000\n")),),
            measured=1,
            at_most_seconds=0.05,
        ),
    )
)

MEASURE = Microtask(
    name="write-measurements",
    called="measurements for",
    work="tests",
    instructions=f"""\
Say how the speed that the requirement asks for is measured, without seeing any code: against the
interfaces alone. A measurement is a case of which one step is timed; `measured` is its number. The
steps before it prepare, and are not timed; nor is the making of its arguments. Measure through the
command if the requirement speaks of it, else through the operations.
- The limit is in the requirement's own words: `at_most_seconds`, turned into seconds (50 ms is
  0.05), or `at_least_a_second` with `items`, the number of items that the measured step handles.
- Handle as much as the requirement says, no less. Make large values by expressions, not by hand:
  {{"$py": "list(range(10_000))"}}, {{"$py": "'word ' * 5_000"}}; and large files by `made_files`,
  path to a Python expression of literals, + and *: "'a line\\n' * 10_000".
- The measured step expects what only right code gives: a wrong result is never fast. Choose data
  whose result is short and can be worked out, such as a sum or a count.
- It is repeated by the machine: leave `repeats` as it is unless the requirement names a number.
`problems`, if any, says what was wrong with an earlier try.

{FORMAT}""",
    input=MeasureIn,
    output=MeasureOut,
    example=_EXAMPLE,
)


async def _performance(site: Site, context: BuildContext) -> Tests:
    """The measurements of the lock, or new ones; their tests show that what is fast is right."""
    locked = context.lock.tests_for(site.name, site.inputs)
    if locked:
        found = _measurements(locked.measurements)
        problems = await _problems(found, site, context)
        why = " ".join(problems)
    else:
        question = measure_question(site)

        async def judge(out: MeasureOut) -> list[str]:
            return await _problems(_spelt(out.measurements, site), site, context)

        answer, why = await ask_until_sound(MEASURE, question, judge, context, site.item.id)
        found = _spelt(answer.measurements, site) if answer else ()
    if why:
        return site.refused(why)
    module = _module(found, site)
    return Tests(
        modules=(module,),
        red=Red(accepted=tuple(module.tests)),
        kept={site.item.id: dumped(found)},
        locked={site.name: LockedTests(inputs=site.inputs, measurements=dumped(found))},
    )


def _measurements(kept: Kept) -> tuple[Measurement, ...]:
    return tuple(map(Measurement.model_validate, kept))


def measure_question(site: Site) -> MeasureIn:
    return MeasureIn(**site.shown)


def _spelt(found: Sequence[Measurement], site: Site) -> tuple[Measurement, ...]:
    return tuple(one for one in spelt_right(found, site.part) if isinstance(one, Measurement))


async def _problems(found: Sequence[Measurement], site: Site, context: BuildContext) -> list[str]:
    if not found:
        return ["There is no measurement."]
    wrong = [why for one in found for why in wrong_measurement(one, site.item, site.part, site.ids)]
    names = [one.id for one in found]
    wrong += [f"The id '{name}' is there twice." for name in set(names) if names.count(name) > 1]
    return wrong or await site.prove_red(_module(found, site), context)


def _module(found: Sequence[Measurement], site: Site) -> TestModule:
    """Judged in process here, because made files are not in a script; outside where it is timed."""
    cases = [one.case for one in found]
    return render_data(cases, site.part, TestLevel.ACCEPTANCE, name=site.item.id)


async def _judged(site: Site, kept: Kept, code: Files, context: Tools) -> Proven:
    """How fast the finished code is; one measurement at a time, so that none slows another."""
    proofs: list[Proven] = []
    for one in _measurements(kept):
        seconds = context.settings.test_seconds
        times = await measure(context.sandbox, code, site.plan, one, seconds=seconds)
        proofs.append(proof_of(one, times))
    return all_of(proofs)


def _doubts(site: Site, kept: Kept) -> Iterator[str]:
    for one in _measurements(kept):
        yield from wrong_measurement(one, site.item, site.part, site.ids)


def _unprovable(item: Requirement) -> tuple[str, str] | None:
    if thresholds(said(item)) != Thresholds():
        return None
    return (
        "names no time and no rate that could be measured",
        "Say how much may take how long, with a unit: `… of 10,000 lines takes at most 2 s`, "
        "or `… reads at least 5,000 lines a second`.",
    )


def _not_taken(one: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return not_fast(item, one.words)


PERFORMANCE = KindOfProof(
    questions=(MEASURE,),
    write=_performance,
    judge=_judged,
    doubts=_doubts,
    unprovable=_unprovable,
    not_taken=_not_taken,
)
