"""What a step reads, names and changes: questions about one step or expression alone."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from brickyard.cases.kinds import expression, has_effect, names_of
from brickyard.cases.model import (
    Assign,
    Case,
    Check,
    Delete,
    Derived,
    Do,
    For,
    Helper,
    Raises,
    Step,
    With,
    walk,
)
from brickyard.cases.source import free_names, source
from brickyard.cases.syntax import reads

FIXED = (ast.Constant, ast.JoinedStr)
"""Values that nobody can change in place."""


def selections(node: ast.AST, known: set[str]) -> list[ast.AST]:
    """The parts of an expression that only pick something out of what is known."""
    if _picks(node, known):
        return [node]
    match node:
        case ast.Call(func=ast.Attribute(value=value)):
            parts = [value, *node.args, *node.keywords]
        case _:
            parts = [*ast.iter_child_nodes(node)]
    return [one for part in parts for one in selections(part, known)]


def _picks(node: ast.AST, known: set[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in known
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            return _picks(value, known)
        case ast.Call(func=ast.Attribute(value=value), args=[], keywords=[]):
            return _picks(value, known)
        case _:
            return False


class Filled(ast.NodeTransformer):
    """Puts what was played back in the place of its report."""

    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.given.get(node.id, node)


def raising(step: Raises) -> Step:
    """The statement that must raise; a name that it would give is never given."""
    inside = step.step
    if isinstance(inside, Assign) and names_of(inside.target) and not inside.op:
        return Do(line=inside.line, value=inside.value)
    return inside


def is_identity(step: Check) -> bool:
    return step.ops in (("is",), ("is not",))


def asks(node: ast.expr, objects: set[str]) -> bool:
    """An expected value that asks an object of this very play, or does something."""
    asking = (ast.Call, ast.Attribute, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return has_effect(node) or any(
        isinstance(each, asking) and objects & set(reads(each)) for each in ast.walk(node)
    )


def uses_of(step: Step) -> Iterator[tuple[str, set[str]]]:
    """Each name that a step gives a value, and the names that stand in it."""
    match step:
        case Assign():
            used = set(reads(expression(step.value)))
            yield from ((name, used) for name in names_of(step.target))
        case For():
            used = set(reads(expression(step.items)))
            yield from ((name, used) for name in names_of(step.target))
        case Helper():
            yield step.name, free_names(source((step,)))
        case _:
            pass


def changed_by(step: Assign | Do | Delete) -> set[str]:
    """The names of what a step may change where it is, rather than bind: `timer.advance(1)`."""
    match step:
        case Do():
            node = expression(step.value)
            node = node.value if isinstance(node, ast.Await) else node
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                return _root(node.func)
            given = [*node.args, *node.keywords] if isinstance(node, ast.Call) else []
            return {name for each in given for name in reads(each)}
        case Assign() if names_of(step.target):
            return set()
        case Assign() | Delete():
            return _root(expression(step.target))


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return set(reads(node))


def may_change(case: Case, at: int) -> bool:
    """Whether a column holds something that can be changed in place."""
    rows = case.table.rows if case.table else ()
    return any(not isinstance(expression(row[at]), FIXED) for row in rows)


def texts_of(steps: Iterable[Step]) -> list[str]:
    """The expressions that steps work out."""
    parts = ("value", "target", "items", "test")
    found = tuple(walk(tuple(steps)))
    marks = [
        mark for step in found if isinstance(step, Helper | Derived) for mark in step.decorators
    ]
    return [text for step in found for part in parts if (text := getattr(step, part, ""))] + marks


def steps_inside(step: Step) -> tuple[Step, ...]:
    return step.steps if isinstance(step, With | For) else ()
