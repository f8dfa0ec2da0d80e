"""Checks whose truth is an operation of the package's own objects: it is asked where they are.

`==` between dataclasses can be seen from outside, by class and fields. Other objects say
themselves what they equal, contain and come before; nobody else can.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from brickyard.cases.kinds import expression, names_of
from brickyard.cases.model import Assign
from brickyard.cases.reports import Report
from brickyard.cases.script import Judged, Loop, Outside, Play
from brickyard.cases.sheets import Sheet, references, tops
from brickyard.cases.syntax import reads

Values = Mapping[int, Sequence[Any]]
"""Number of a play to the values that were told of it, still encoded."""


def truths(sheet: Sheet, told: Iterable[Sequence[Report]]) -> set[int]:
    """The places of checks that must be asked, by what the objects of any row are."""
    values: dict[int, list[Any]] = {}
    for reports in told:
        _collect(sheet.flow.script.plays, reports, 1, values)
    asking = _Asking(sheet, values)
    if not any(_has(value, _is_apart) for each in values.values() for value in each):
        return set()
    judged = enumerate(_judged(sheet.flow.outside, {}))
    return {at for at, (step, about) in judged if asking.is_asked(step, about)}


def _collect(
    plays: Sequence[Play], reports: Sequence[Report], first: int, values: dict[int, list[Any]]
) -> None:
    for (number, play), report in zip(tops(plays, first), reports, strict=False):
        values.setdefault(number, []).append(report.value)
        values[number] += [report.entered] if report.entered is not None else []
        values[number] += [one.item for one in report.rounds or ()]
        for inside in (report.inside or (), *(one.inside for one in report.rounds or ())):
            _collect(play.inside, inside, number + 1, values)


def _judged(
    steps: Iterable[Outside], about: dict[str, set[int]]
) -> Iterator[tuple[Judged, list[set[int]]]]:
    """Each check with the plays that its operands are about."""

    def of(text: str) -> set[int]:
        names = [about.get(name, set[int]()) for name in reads(expression(text))]
        return references(text).union(*names)

    for step in steps:
        match step:
            case Judged():
                yield step, [of(operand.text) for operand in step.operands]
            case Assign():
                about |= dict.fromkeys(names_of(step.target), of(step.value))
            case Loop():
                about |= dict.fromkeys(names_of(step.target), {step.play} | of(step.items))
                yield from _judged(step.outside, about)
            case _:
                pass


class _Asking:
    """A value that is expected and plain is never asked for: the one equality sees it outside."""

    def __init__(self, sheet: Sheet, values: Values) -> None:
        self.sheet, self.values = sheet, values

    def is_asked(self, step: Judged, about: Sequence[set[int]]) -> bool:
        operands = [[one for play in plays for one in self.values.get(play, ())] for plays in about]
        flat = [value for each in operands for value in each]
        ops = set(step.ops)
        if not ops:
            return any(_is_object(value) and value[3] is True for value in flat)
        if "raises" in ops or ops <= {"is", "is not"}:
            return False
        if ops & {"<", "<=", ">", ">="}:
            return any(_has(value, _is_apart) for value in flat)
        if ops & {"in", "not in"} and any(map(_is_apart, operands[1])):
            return True
        made = [self.sheet.is_made(operand.text) for operand in step.operands]
        sides = zip(operands, made, strict=True)
        return any(_has(one, _decides) for one in flat) and all(
            is_made or any(_has(one, _is_object) for one in each) for each, is_made in sides
        )


def _is_object(value: Any) -> bool:
    parts = cast("list[Any]", value) if isinstance(value, list) else []
    return len(parts) > 3 and parts[0] == "o"


def _is_apart(value: Any) -> bool:
    """An object of the package, or one that cannot cross at all."""
    return _is_object(value) or (isinstance(value, list) and value[:1] == ["!"])


def _decides(value: Any) -> bool:
    """An object that is not equal by its fields alone."""
    return _is_object(value) and value[2] != "fields"


def _has(value: Any, what: Callable[[Any], bool]) -> bool:
    if not isinstance(value, list):
        return False
    return what(value) or any(_has(part, what) for part in cast("list[Any]", value))
