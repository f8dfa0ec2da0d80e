"""Loops over rows that are written out become their rows."""

import ast
from collections.abc import Iterable, Iterator

from brickyard.cases.kinds import expression
from brickyard.cases.model import Assign, For, Step, With


def unrolled(steps: Iterable[Step]) -> Iterator[Step]:
    """Loops over rows that are written out, row by row, so that each name has its own value."""
    for step in steps:
        if isinstance(step, With | For):
            step = step.model_copy(update={"steps": tuple(unrolled(step.steps))})
        rows = _rows(step) if isinstance(step, For) else None
        if not isinstance(step, For) or rows is None:
            yield step
            continue
        for row in rows:
            for target, value in row:
                yield Assign(line=step.line, target=target, value=value)
            yield from step.steps


def _rows(step: For) -> list[list[tuple[str, str]]] | None:
    """What each name of the loop is in each row; None where that is not written out."""
    target, items = expression(step.target), expression(step.items)
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    if not isinstance(items, ast.List | ast.Tuple) or step.is_async:
        return None
    if any(isinstance(each, ast.Starred) for each in names):
        return None
    rows: list[list[tuple[str, str]]] = []
    for row in items.elts:
        cells = row.elts if isinstance(target, ast.Tuple) and isinstance(row, ast.Tuple) else [row]
        if len(cells) != len(names) or any(isinstance(each, ast.Starred) for each in cells):
            return None
        pairs = zip(names, cells, strict=True)
        rows.append([(ast.unparse(name), ast.unparse(cell)) for name, cell in pairs])
    return rows
