"""How a requirement of speed is measured: a case, the step to time, and the limit it names."""

import ast
import math
import re
from collections.abc import Collection, Iterator

from pydantic import Field

from brickyard.files import Files
from brickyard.proofs.data.cases import validate
from brickyard.proofs.data.expressions import PY
from brickyard.proofs.data.sizes import Sizes, argument_sizes, joined, sizes
from brickyard.recipe.measures import amounts, said, thresholds
from brickyard.values import Case, Expect, Plan, Requirement, Step, TestLevel

LEAST_REPEATS, MOST_REPEATS = 5, 25
_LINES = re.compile(r"\b(lines?|rows?)\b", re.IGNORECASE)
_LENGTHS = re.compile(r"\b(characters?|letters?|digits?|bytes?)\b", re.IGNORECASE)


class Measurement(Case):
    """A case of which one step is timed, again and again, each time in a process of its own."""

    measured: int = Field(description="the number of the step that is timed, from 1")
    made_files: dict[str, str] = Field(
        default_factory=dict, description="path to a Python expression that gives its text, before"
    )
    at_most_seconds: float = Field(default=0.0, description="how long the step may take, or")
    at_least_a_second: float = Field(default=0.0, description="how many items it must handle")
    items: int = Field(default=0, description="with at_least_a_second: how many it handles here")
    repeats: int = Field(default=LEAST_REPEATS, description="from 5 to 25")

    @property
    def limit(self) -> float:
        """Seconds that the measured step may take."""
        return self.at_most_seconds or self.items / self.at_least_a_second

    @property
    def case(self) -> Case:
        """As a plain case, which a test can be rendered from; made files are expressions there."""
        fields = {name: getattr(self, name) for name in Case.model_fields}
        made = {path: {PY: source} for path, source in self.made_files.items()}
        return Case(**fields).model_copy(update={"files": {**self.files, **made}})


def wrong_measurement(
    measurement: Measurement, requirement: Requirement, plan: Plan, known: Collection[str]
) -> list[str]:
    """What keeps it from being a proof, each as a sentence for its writer."""
    plain = measurement.case.model_copy(update={"files": measurement.files})
    found = [one.message for one in validate([plain], plan, TestLevel.ACCEPTANCE, known=known)]
    reasons = [
        *_step(measurement),
        *_made(measurement),
        *_limit(measurement, said(requirement)),
        *_amount(measurement, said(requirement)),
    ]
    return [*found, *(f"Measurement '{measurement.id}': {why}." for why in reasons)]


def _step(measurement: Measurement) -> Iterator[str]:
    if not 1 <= measurement.measured <= len(measurement.steps):
        yield f"`measured` is no number of a step; it has {len(measurement.steps)}"
    elif measurement.steps[measurement.measured - 1].expect == Expect():
        yield "the measured step expects nothing; a wrong result must not count as fast"
    if not LEAST_REPEATS <= measurement.repeats <= MOST_REPEATS:
        yield f"`repeats` is a number from {LEAST_REPEATS} to {MOST_REPEATS}"


def _made(measurement: Measurement) -> Iterator[str]:
    for path, source in measurement.made_files.items():
        try:
            Files({path: ""})
            tree = ast.parse(source.strip(), mode="eval")
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            yield f"made_files: '{path}' is no path in its folder, or {source!r} no expression"
            continue
        if path in measurement.files or not _is_text(tree.body):
            yield (
                f"made_files: '{path}' is given once, as text made of literals, + and *: "
                "\"'a line\\n' * 1000\""
            )


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_text(left) and _is_text(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int())):
            return _is_text(left)
        case _:
            return False


def _limit(measurement: Measurement, text: str) -> Iterator[str]:
    time, rate = measurement.at_most_seconds, measurement.at_least_a_second
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
    elif rate and measurement.items not in _handled(measurement, text) - {0}:
        yield "`items` is how many the measured step handles: a number that its data shows"


def _among(value: float, known: Collection[float]) -> bool:
    return any(math.isclose(value, one, rel_tol=1e-6) for one in known)


def _shown(values: Collection[float], unit: str) -> str:
    return ", ".join(f"{value:g} {unit}" for value in values) or "none"


def _amount(measurement: Measurement, text: str) -> Iterator[str]:
    """Less than the requirement speaks of would be faster, and prove nothing.

    A number by itself could be a year or an id: it counts where it is just that amount.
    """
    found = _sizes(measurement)
    for amount in amounts(text):
        large = any(size >= amount for size in _counted(found, text))
        if not large and amount not in found.numbers:
            yield f"the requirement speaks of {amount:,}, and nothing here is of that size"


def _handled(measurement: Measurement, text: str) -> frozenset[int]:
    """How many items the measured step can be said to handle."""
    found = _sizes(measurement)
    return _counted(found, text) | found.numbers


def _counted(found: Sizes, text: str) -> frozenset[int]:
    """Where the requirement speaks of lines, a long line is still one."""
    counted = found.parts | found.lines
    by_length = _LENGTHS.search(text) or not _LINES.search(text)
    return counted | found.characters if by_length else counted


def _sizes(measurement: Measurement) -> Sizes:
    """Of the files, of what the measured step is given, and of what that was made from."""
    made = ({PY: source} for source in measurement.made_files.values())
    found = joined(map(sizes, (*measurement.files.values(), *made)))
    steps = measurement.steps[: max(0, measurement.measured)]
    saved = {step.save for step in steps if step.save}
    used: set[str] = set()
    for step in reversed(steps):
        names = saved & {step.save, *_words(step)}
        if step is steps[-1] or used & names:
            used |= names
            found |= _given(step)
    return found


def _given(step: Step) -> Sizes:
    arguments = (*step.args, *step.kwargs.values(), *(step.run or ()))
    return joined((sizes(step.stdin), *map(argument_sizes, arguments)))


def _words(step: Step) -> list[str]:
    """Among them the names of saved values that it uses or changes."""
    return re.findall(r"\w+", f"{step.call} {step.args} {step.kwargs}")
