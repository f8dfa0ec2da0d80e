"""A ruling on a convention, applied to the rows that nobody was asked about.

Where a judge puts a few rows of a table right in the same way (another type, another spelling,
another error, another comparison), the machine puts the rest right in that way. They are played
again, so that a convention which does not hold for a row changes nothing for it.
"""

import ast
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any

from brickyard.cases import Case, Cases

Way = Callable[[str], str | None]
"""How an expected value is written instead, if it can be."""

_KINDS = (str, int, float)


def put_right(ruled: Sequence[tuple[Cases, Cases]], row: Cases) -> Cases | None:
    """One row as its judge would have put it; None where no way is common to those that are shown.

    `ruled` are other rows of the same function, each as it was written and as it was put right.
    """
    pairs = [(_only(old), _only(new)) for old, new in ruled]
    cells = _cells(_only(row))
    if not pairs or cells is None or not all(_is_alike(new, cells) for _, new in pairs):
        return None
    columns = [*zip(*(_changes(old, new) for old, new in pairs), strict=True)]
    found = [_rewritten(cell, column) for cell, column in zip(cells, columns, strict=True)]
    table, (_, new) = _only(row).table, pairs[0]
    if table is None or any(text is None for text in found) or _steps_differ(pairs):
        return None
    rows = (tuple(text for text in found if text is not None),)
    case = _only(row).model_copy(
        update={"table": table.model_copy(update={"rows": rows}), "steps": new.steps}
    )
    return row.model_copy(update={"cases": (case,)})


def _only(cases: Cases) -> Case:
    (case,) = cases.cases
    return case


def _cells(case: Case) -> tuple[str, ...] | None:
    return case.table.rows[0] if case.table and len(case.table.rows) == 1 else None


def _is_alike(new: Case, cells: Sequence[str]) -> bool:
    given = _cells(new)
    return given is not None and len(given) == len(cells)


def _changes(old: Case, new: Case) -> list[tuple[str, str]]:
    return [*zip(_cells(old) or (), _cells(new) or (), strict=True)]


def _steps_differ(pairs: Sequence[tuple[Case, Case]]) -> bool:
    """Whether the judge wrote the function itself in more than one way."""
    bodies = {_body(new) for _, new in pairs}
    return len(bodies) > 1


def _body(case: Case) -> str:
    return "\n".join(step.model_dump_json(exclude={"line"}) for step in case.steps)


def _rewritten(cell: str, column: Sequence[tuple[str, str]]) -> str | None:
    changed = [(old, new) for old, new in column if old != new]
    if not changed:
        return cell
    for way in _ways(*changed[0]):
        fits = all(way(old) == new for old, new in changed) and len(changed) == len(column)
        if fits and (text := way(cell)) is not None:
            return text
    return None


def _ways(old: str, new: str) -> Iterable[Way]:
    """The ways in which this one may have become that one, the simplest first."""
    before, after = _tree(old), _tree(new)
    yield lambda text: new if text == old else None
    match after, before:
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]), _ if _same(inner, before):
            yield lambda text: f"{name}({text})"
        case _, ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if _same(inner, after):
            yield lambda text: _inside(text, name)
        case ast.Constant(value=str(to)), ast.Constant(value=str(of)):
            yield from (_replacing(a, b) for a, b in _replaced(of, to))
        case ast.Constant(value=to), ast.Constant(value=of) if type(to) is not type(of):
            yield from (_converting(kind) for kind in _KINDS if type(to) is kind)
        case _:
            pass


def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.dump(one) == ast.dump(other)


def _inside(text: str, name: str) -> str | None:
    match _tree(text):
        case ast.Call(func=ast.Name(id=called), args=[inner], keywords=[]) if called == name:
            return ast.unparse(inner)
        case _:
            return None


def _replaced(old: str, new: str) -> Iterable[tuple[str, str]]:
    """The one part of a text that is another now, alone and with what stands beside it."""
    parts = [part for part in SequenceMatcher(None, old, new).get_opcodes() if part[0] != "equal"]
    changed = {(old[a:b], new[c:d]) for _, a, b, c, d in parts}
    if len(changed) == 1:
        ((before, after),) = changed
        if before:
            yield before, after
        _, a, b, c, d = parts[0]
        yield from ((old[a - 1 : b], new[c - 1 : d]),) if a and c else ()
        yield from ((old[a : b + 1], new[c : d + 1]),) if b < len(old) and d < len(new) else ()


def _replacing(before: str, after: str) -> Way:
    def way(text: str) -> str | None:
        match _tree(text):
            case ast.Constant(value=str(value)) if before in value:
                return repr(value.replace(before, after))
            case _:
                return None

    return way


def _converting(kind: Callable[[Any], object]) -> Way:
    def way(text: str) -> str | None:
        match _tree(text):
            case ast.Constant(value=value):
                try:
                    return repr(kind(value))
                except (TypeError, ValueError):
                    return None
            case _:
                return None

    return way
