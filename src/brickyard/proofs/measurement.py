"""How a requirement of speed is measured: a case of which the last call is timed, and its limit."""

import math
from collections.abc import Collection, Iterator

from pydantic import Field

from brickyard.cases import CaseFile, alone, offered_by
from brickyard.cases.timing import timed_call
from brickyard.recipe.measures import said, thresholds
from brickyard.values import Plan, Requirement, Value, WrittenCase

LEAST_REPEATS, MOST_REPEATS = 5, 25


class Limit(Value):
    """What the last call of a case may take."""

    case: str = Field(description="the name of the case")
    at_most_seconds: float = Field(default=0.0, description="how long its last call may take, or")
    at_least_a_second: float = Field(default=0.0, description="how many items it must handle")
    items: int = Field(default=0, description="with at_least_a_second: how many it handles here")
    repeats: int = Field(default=LEAST_REPEATS, description="from 5 to 25")

    @property
    def seconds(self) -> float:
        return self.at_most_seconds or self.items / self.at_least_a_second


class Measurement(Value):
    """A case of which the last call is timed, again and again, each time in its own process."""

    case: WrittenCase
    limit: Limit

    def file(self, plan: Plan) -> CaseFile:
        """ValueError if the package does not offer what the case names."""
        names = offered_by(plan)
        return CaseFile(path="measured.py", cases=alone(self.case, names), names=names)


def wrong_measurement(
    measurement: Measurement, requirement: Requirement, plan: Plan, known: Collection[str]
) -> list[str]:
    """What keeps it from being a proof, each as a sentence for its writer."""
    case = measurement.case
    reasons: list[str] = []
    if case.requirement not in known:
        reasons.append(f"it proves '{case.requirement}', which is none of {', '.join(known)}")
    try:
        timed_call(measurement.file(plan))
    except ValueError as error:
        reasons.append(str(error))
    else:
        reasons += _limit(measurement.limit, said(requirement))
    return [f"Measurement '{case.name}': {why}." for why in reasons]


def _limit(limit: Limit, text: str) -> Iterator[str]:
    time, rate = limit.at_most_seconds, limit.at_least_a_second
    allowed = thresholds(text)
    if (time > 0) == (rate > 0) or min(time, rate) < 0:
        yield "give exactly one of `at_most_seconds` and `at_least_a_second`, above 0"
    elif time and not _among(time, allowed.seconds):
        yield (
            f"the requirement names no time of {time:g} s; it names {_shown(allowed.seconds, 's')}"
        )
    elif rate and not _among(rate, allowed.a_second):
        shown = _shown(allowed.a_second, "a second")
        yield f"the requirement names no rate of {rate:g} a second; it names {shown}"
    if not LEAST_REPEATS <= limit.repeats <= MOST_REPEATS:
        yield f"`repeats` is a number from {LEAST_REPEATS} to {MOST_REPEATS}"


def _among(value: float, known: Collection[float]) -> bool:
    return any(math.isclose(value, one, rel_tol=1e-6) for one in known)


def _shown(values: Collection[float], unit: str) -> str:
    return ", ".join(f"{value:g} {unit}" for value in values) or "none"
