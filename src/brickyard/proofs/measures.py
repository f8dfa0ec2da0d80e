"""Performance: measurements from the requirement, seen RED, and made on the finished code."""

from collections.abc import Sequence

from brickyard.context import Tools, Yard
from brickyard.files import Files
from brickyard.proofs.data.render import render_data
from brickyard.proofs.data.spelling import spelt_right
from brickyard.proofs.kinds import Given, Site, ask_until_sound, dumped
from brickyard.proofs.measurement import Measurement, wrong_measurement
from brickyard.proofs.performance_question import MEASURE, MeasureIn, MeasureOut
from brickyard.proofs.speed import all_of, measure, proof_of
from brickyard.recipe.lock import LockedTests
from brickyard.red.seen import Red
from brickyard.values import Plan, Proven, TestLevel, TestModule


async def performance(site: Site, yard: Yard) -> Given:
    """The measurements of the lock, or new ones; their tests show that what is fast is right."""
    locked = yard.lock.tests_for(site.name, site.inputs)
    if locked:
        found = tuple(Measurement.model_validate(one) for one in locked.measurements)
        problems = await _problems(found, site, yard)
        why = " ".join(problems)
    else:
        question = measure_question(site)

        async def judge(out: MeasureOut) -> list[str]:
            return await _problems(_spelt(out.measurements, site), site, yard)

        answer, why = await ask_until_sound(MEASURE, question, judge, yard, site.item.id)
        found = _spelt(answer.measurements, site) if answer else ()
    if why:
        return site.refused(why)
    module = _module(found, site)
    return Given(
        modules=(module,),
        red=Red(accepted=tuple(module.tests)),
        measurements={site.item.id: found},
        locked={site.name: LockedTests(inputs=site.inputs, measurements=dumped(found))},
    )


def measure_question(site: Site) -> MeasureIn:
    return MeasureIn(**site.shown)


def _spelt(found: Sequence[Measurement], site: Site) -> tuple[Measurement, ...]:
    return tuple(one for one in spelt_right(found, site.part) if isinstance(one, Measurement))


async def _problems(found: Sequence[Measurement], site: Site, yard: Yard) -> list[str]:
    if not found:
        return ["There is no measurement."]
    wrong = [why for one in found for why in wrong_measurement(one, site.item, site.part, site.ids)]
    names = [one.id for one in found]
    wrong += [f"The id '{name}' is there twice." for name in set(names) if names.count(name) > 1]
    return wrong or await site.prove_red(_module(found, site), yard)


def _module(found: Sequence[Measurement], site: Site) -> TestModule:
    """Judged in process here, because made files are not in a script; outside where it is timed."""
    cases = [one.case for one in found]
    return render_data(cases, site.part, TestLevel.ACCEPTANCE, name=site.item.id)


async def measured(
    measurements: dict[str, tuple[Measurement, ...]], code: Files, plan: Plan, yard: Tools
) -> dict[str, Proven]:
    """Requirement → how fast the finished code is; one at a time, so that none slows another."""
    found: dict[str, Proven] = {}
    for id, each in measurements.items():
        proofs: list[Proven] = []
        for one in each:
            seconds = yard.settings.test_seconds
            times = await measure(yard.sandbox, code, plan, one, seconds=seconds)
            proofs.append(proof_of(one, times))
        found[id] = all_of(proofs)
    return found
