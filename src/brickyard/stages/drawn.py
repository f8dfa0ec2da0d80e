"""What somebody worked out for the same inputs, beside what a test expects and what code does."""

import ast
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from brickyard.cases import Cases, Names, alone, approx, filled, flow, same, single
from brickyard.cases.kinds import expression
from brickyard.cases.model import Check, For, Raises, Step, With, walk
from brickyard.cases.source import Writer, source
from brickyard.values import WrittenCase


def fits(anew: Cases, case: WrittenCase, names: Names) -> WrittenCase | str:
    """The case with the expectations that were worked out, or what is wrong with these."""
    asked = alone(case, names)
    if "..." in anew.model_dump_json():
        return "an expectation is still `...`"
    before, after = (flow(each.cases[0], each, names).script for each in (asked, anew))
    if before != after:
        return "its calls are not those of the case; change only what is expected"
    (old,), (new,) = asked.cases, anew.cases
    kept = new.model_copy(update={"name": old.name, "requirements": old.requirements})
    return single(anew.model_copy(update={"cases": (kept,)}))


def exact_only(case: WrittenCase, names: Names) -> WrittenCase | None:
    """Without what only asks for parts of a text; None where nothing is left of it."""
    cases = alone(case, names)
    (one,) = cases.cases
    steps = tuple(_exact(one.steps))
    if not any(isinstance(step, Check | Raises) for step in walk(steps)):
        return None
    return single(cases.model_copy(update={"cases": (one.model_copy(update={"steps": steps}),)}))


def _exact(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        if isinstance(step, Raises):
            yield step.model_copy(update={"parts": ()})
        elif isinstance(step, With | For):
            inside = tuple(_exact(step.steps))
            if inside:
                yield step.model_copy(update={"steps": inside})
        elif not (isinstance(step, Check) and _is_part(step)):
            yield step


def _is_part(step: Check) -> bool:
    return step.ops in (("in",), ("not in",)) and isinstance(_literal(step.operands[0]), str)


def excludes(anew: WrittenCase, case: WrittenCase, names: Names) -> bool:
    """What was worked out says all of a text, and a part that the test wants is not in it."""
    whole = {
        step.operands[0]: text
        for step in _checks(anew, names)
        if step.ops == ("==",) and isinstance(text := _literal(step.operands[1]), str)
    }
    return any(
        step.ops == ("in",)
        and step.operands[1] in whole
        and isinstance(part := _literal(step.operands[0]), str)
        and part not in whole[step.operands[1]]
        for step in _checks(case, names)
    )


def agrees(case: WrittenCase, anew: WrittenCase, names: Names) -> bool:
    """It expects the same: not only something that may be the same."""
    theirs = list(_wanted(anew, names))
    return all(any(_implies(other, one) for other in theirs) for one in _wanted(case, names))


class _Wanted(NamedTuple):
    """One expectation: the row, what is looked at, how, and the texts of what is wanted."""

    row: int
    about: str
    op: str
    texts: tuple[str, ...]


def _wanted(case: WrittenCase, names: Names) -> Iterator[_Wanted]:
    cases = alone(case, names)
    (one,) = cases.cases
    columns = one.table.columns if one.table else ()
    for row, cells in enumerate(one.table.rows if one.table else ((),)):
        held = dict(zip(columns, cells, strict=True))
        for step in walk(one.steps):
            if isinstance(step, Raises):
                about = filled(source((step.step,)), held)
                yield _Wanted(row, about, "raises", (step.error, *step.parts))
            elif isinstance(step, Check):
                texts = [filled(text, held) for text in step.operands]
                looked = 1 if _is_part(step) else 0
                about = texts.pop(looked)
                yield _Wanted(row, about, " ".join(step.ops), tuple(texts))


def _implies(anew: _Wanted, one: _Wanted) -> bool:
    """Whether whatever meets `anew` meets `one` as well."""
    if (anew.row, anew.about) != (one.row, one.about):
        return False
    wanted, given = _literal(one.texts[0]), _literal(anew.texts[0])
    match one.op, anew.op:
        case "raises", "raises":
            parts = [_literal(text) for text in anew.texts[1:]]
            return one.texts[0] == anew.texts[0] and (
                not parts or all(_is_in(_literal(text), parts) for text in one.texts[1:])
            )
        case "in", "==" | "in":
            return _is_in(wanted, [given])
        case "not in", "==":
            return isinstance(given, str) and not _is_in(wanted, [given])
        case (("==" | "is"), ("==" | "is")):
            return _same_value(anew.texts[0], one.texts[0])
        case _:
            return one.op == anew.op and one.texts == anew.texts


def _is_in(part: Any, texts: Sequence[Any]) -> bool:
    return any(isinstance(part, str) and isinstance(text, str) and part in text for text in texts)


def _same_value(got: str, expected: str) -> bool:
    first, second = _literal(got), _literal(expected)
    if first is _UNKNOWN or second is _UNKNOWN:
        return ast.dump(ast.parse(got)) == ast.dump(ast.parse(expected))
    return same(first, second) or same(second, first)


_UNKNOWN = object()


def _literal(text: str) -> Any:
    """The value of a text that is a literal, or a number within a distance."""
    match expression(text):
        case ast.Call(func=ast.Name(id="approx"), args=[value, within]):
            return approx(_literal(ast.unparse(value)), _literal(ast.unparse(within)))
        case _:
            pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return _UNKNOWN


def _checks(case: WrittenCase, names: Names) -> list[Check]:
    (one,) = alone(case, names).cases
    return [step for step in walk(one.steps) if isinstance(step, Check)]


def expectations(case: WrittenCase, names: Names) -> str:
    """What a case expects, on one line, for people."""
    cases = alone(case, names)
    (one,) = cases.cases
    told = [
        " ".join(line.strip() for line in Writer().block((step,), 0))
        for step in walk(one.steps)
        if isinstance(step, Check | Raises)
    ]
    rows = f" for {' · '.join(', '.join(row) for row in one.table.rows)}" if one.table else ""
    return "; ".join(told) + rows
