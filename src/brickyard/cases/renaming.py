"""Names of a file given other names, wherever they stand for what the file defines."""

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from brickyard.cases.kinds import expression, names_of
from brickyard.cases.model import Assign, Case, Delete, Derived, For, Helper, Step, inner

_TEXTS = ("target", "value", "items", "test", "error")
_LISTS = ("operands", "parts")
_BLOCKS = ("steps", "otherwise", "handler", "finally_")


def renamed(steps: Iterable[Step], names: Mapping[str, str], lines: int = 0) -> tuple[Step, ...]:
    """Steps with other names, and further down by so many lines."""
    return tuple(_renamed(step, names, lines) for step in steps)


def renamed_case(case: Case, names: Mapping[str, str], lines: int = 0) -> Case:
    columns = case.table.columns if case.table else ()
    table = case.table and case.table.model_copy(
        update={
            "rows": tuple(tuple(_text(cell, names) for cell in row) for row in case.table.rows),
            "computed": _text(case.table.computed, names),
        }
    )
    steps = renamed(case.steps, _left(names, columns, case.steps), lines)
    return case.model_copy(update={"line": case.line + lines, "table": table, "steps": steps})


def bindings(steps: Iterable[Step]) -> set[str]:
    """Every name that steps bind, those inside of callbacks left out."""
    found: set[str] = set()
    for step in steps:
        found |= {getattr(step, "name", "")} - {""}
        if isinstance(step, Assign | For | Delete):
            found |= names_of(step.target)
        if not isinstance(step, Helper | Derived):
            found |= bindings(inner(step))
    return found


def _left(
    names: Mapping[str, str], parameters: Iterable[str], steps: Iterable[Step]
) -> dict[str, str]:
    """What a function does not bind for itself."""
    own = {each.partition("=")[0].lstrip("*") for each in parameters} | bindings(steps)
    return {name: new for name, new in names.items() if name not in own}


def _renamed(step: Step, names: Mapping[str, str], lines: int) -> Step:
    update: dict[str, Any] = {"line": step.line + lines}
    around = names
    if isinstance(step, Helper):
        update["name"] = names.get(step.name, step.name)
        names = _left(names, step.parameters, step.steps)
    for field, value in step:
        if field == "decorators":
            update[field] = tuple(_text(each, around) for each in value)
        elif field in _TEXTS:
            update[field] = _text(value, names)
        elif field in _LISTS:
            update[field] = tuple(_text(each, names) for each in value)
        elif field in _BLOCKS:
            update[field] = renamed(value, names, lines)
        elif field == "step":
            update[field] = _renamed(value, names, lines)
    return step.model_copy(update=update)


def _text(text: str, names: Mapping[str, str]) -> str:
    if not names or not text:
        return text
    new = ast.unparse(_Names(names).visit(expression(text)))
    return new[1:-1] if new.startswith("(") and not text.startswith("(") else new


class _Names(ast.NodeTransformer):
    """Renames what an expression takes from around it."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def _without(self, own: set[str]) -> "_Names":
        return _Names({name: new for name, new in self.names.items() if name not in own})

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        own = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        node.body = self._without(own).visit(node.body)
        return node

    def _comprehension(self, node: Any) -> ast.AST:
        """Only the first of its sources is looked up outside of it."""
        first: ast.comprehension = node.generators[0]
        source, first.iter = self.visit(first.iter), ast.Constant(None)
        targets = [ast.walk(each.target) for each in node.generators]
        own = {each.id for target in targets for each in target if isinstance(each, ast.Name)}
        self._without(own).generic_visit(node)
        first.iter = source
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension  # noqa: N815
