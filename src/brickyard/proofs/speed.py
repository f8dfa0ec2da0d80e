"""Speed, measured on the finished code: warmed up once, repeated, judged by the median.

Every repeat is a process of its own, so that what a call remembers does not help the next one.
Where the limit lies within the spread of the times, more repeats are made, up to a cap; what is
then still within it is not passed.
"""

from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from brickyard.cases.judging import SHARE
from brickyard.cases.timing import Took, timed
from brickyard.files import Files
from brickyard.proofs.machine import Machine, this_machine
from brickyard.proofs.measurement import MOST_REPEATS, Measurement
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, Proof, Proven, Value

ROOM = 4
"""How many times its limit one repeat may run before it is cut off."""


class Times(Value):
    """Seconds of each repeat by the clock and of the processor; `problem`: why there are none."""

    clock: tuple[float, ...] = ()
    processor: tuple[float, ...] = ()
    problem: str = ""

    @property
    def spread(self) -> tuple[float, float]:
        """The times between which four fifths of the repeats lie."""
        if len(self.clock) < 2:
            return (0.0, float("inf"))
        tenths = quantiles(self.clock, n=10, method="inclusive")
        return tenths[0], tenths[-1]

    @property
    def noise(self) -> float:
        """The spread as a part of the median."""
        low, high = self.spread
        return (high - low) / median(self.clock) if any(self.clock) else 0.0

    def within(self, limit: float) -> bool | None:
        """Fast enough, too slow, or None where the limit lies within the spread."""
        low, high = self.spread
        if low <= limit < high:
            return None
        return median(self.clock) <= limit


async def measure(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    measurement: Measurement,
    *,
    seconds: float,
    most: int = MOST_REPEATS,
) -> Times:
    """The times of the timed call; none where it did not do what it has to."""
    limit = measurement.limit

    def enough(took: Sequence[Took]) -> bool:
        is_clear = _times(took).within(limit.seconds) is not None
        return len(took) == most or (len(took) >= limit.repeats and is_clear)

    longest = max(seconds, SHARE * ROOM * limit.seconds)
    found = await timed(sandbox, package, measurement.file(plan), seconds=longest, enough=enough)
    return Times(problem=found) if isinstance(found, str) else _times(found)


def _times(took: Sequence[Took]) -> Times:
    return Times(clock=tuple(each[0] for each in took), processor=tuple(each[1] for each in took))


def proof_of(measurement: Measurement, times: Times, machine: Machine | None = None) -> Proven:
    """Passed only where the limit is clear of the spread; the numbers in words and as data."""
    if times.problem:
        detail = f"'{measurement.case.name}' could not be measured: {times.problem}."
        return Proven(state=Proof.FAILED, detail=detail)
    machine = machine or this_machine()
    low, high = times.spread
    name, limit = f"'{measurement.case.name}'", measurement.limit.seconds
    fast = times.within(limit)
    told = (
        f"median {_shown(median(times.clock))} of {len(times.clock)} repeats "
        f"({_shown(low)} to {_shown(high)}, processor {_shown(median(times.processor))}), "
        f"limit {_shown(limit)}, on {machine}"
    )
    detail = {
        True: told,
        False: f"{name} takes too long: {told}.",
        None: f"{name} is too noisy to judge, its limit lies in the spread: {told}.",
    }[fast]
    data: dict[str, Any] = {
        "measurement": measurement.case.name,
        "limit_seconds": limit,
        "median_seconds": median(times.clock),
        "spread_seconds": [low, high],
        "noise": round(times.noise, 3),
        "processor_seconds": median(times.processor),
        "repeats": len(times.clock),
        "machine": machine.model_dump(mode="json"),
    }
    return Proven(state=Proof.PASSED if fast else Proof.FAILED, detail=detail, data=data)


def all_of(proofs: list[Proven]) -> Proven:
    """One proof of several measurements: passed if all did, else the first that did not."""
    if not proofs:
        return Proven(state=Proof.MISSING, detail="Nothing measures it.")
    wrong = [each for each in proofs if each.state is not Proof.PASSED]
    if wrong or len(proofs) == 1:
        return (wrong or proofs)[0]
    return Proven(
        state=Proof.PASSED,
        detail="; ".join(each.detail for each in proofs),
        data={"measurements": [each.data for each in proofs]},
    )


def _shown(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
