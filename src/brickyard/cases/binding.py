"""Names that statements bind, and where one of them may have no value yet."""

import ast
from collections.abc import Iterator, Sequence, Set

from brickyard.cases.expressions import Scope, bound

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def bindings(statements: Sequence[ast.stmt], scope: Scope) -> set[str]:
    """Every name that these statements bind, those of nested functions left out."""
    names: set[str] = set()
    for node in statements:
        match node:
            case ast.Assign():
                names |= {name for each in node.targets for name in bound_names(each, scope)}
            case ast.AnnAssign() | ast.AugAssign() | ast.For() | ast.AsyncFor():
                names |= bound_names(node.target, scope)
            case ast.With() | ast.AsyncWith():
                kept = [item.optional_vars for item in node.items if item.optional_vars]
                names |= {name for each in kept for name in bound_names(each, scope)}
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names |= bound(ast.Name(node.name, lineno=node.lineno), scope)
            case ast.Try():
                kept = [
                    ast.Name(each.name, lineno=each.lineno) for each in node.handlers if each.name
                ]
                names |= {name for each in kept for name in bound(each, scope)}
                names |= bindings([inner for each in node.handlers for inner in each.body], scope)
            case _:
                pass
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(node, _Function | ast.ClassDef):
                names |= bindings(getattr(node, part, ()), scope)
    return names


def too_early(
    statements: Sequence[ast.stmt], sure: Set[str], names: Set[str]
) -> Iterator[ast.Name]:
    """Where one of these names may have no value: a step is run by itself, not in a function."""
    for node in statements:
        inside: Sequence[ast.stmt] = ()
        match node:
            case ast.With() | ast.AsyncWith():
                parts: Sequence[ast.AST] = node.items
                bound = _named(*(item.optional_vars for item in node.items))
                inside = node.body
            case ast.For() | ast.AsyncFor():
                parts, bound, inside = [node.target, node.iter], _named(node.target), node.body
            case ast.Assign(targets=targets):
                parts, bound = [node], _named(*targets)
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                parts, bound = [node], _named(target)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                parts, bound = [node], {name}
            case _:
                parts, bound = [node], set[str]()
        for each in (each for part in parts for each in ast.walk(part)):
            if isinstance(each, ast.Name) and each.id in names:
                is_read = isinstance(each.ctx, ast.Load) and each.id not in sure
                if is_read or isinstance(each.ctx, ast.Del):
                    yield each
        yield from too_early(inside, sure | bound, names)
        sure = sure if isinstance(node, ast.For | ast.AsyncFor) else sure | bound


def _named(*targets: ast.expr | None) -> set[str]:
    """The names that these targets bind, and not those of a formula inside of one."""
    found: set[str] = set()
    for target in targets:
        match target:
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                found |= _named(*elts)
            case ast.Starred(value=value):
                found |= _named(value)
            case _:
                pass
    return found


def bound_names(target: ast.expr, scope: Scope) -> set[str]:
    """`x[0]` and `x.y` bind no name."""
    if isinstance(target, ast.Subscript | ast.Attribute):
        return set()
    if isinstance(target, ast.Tuple | ast.List):
        return {name for each in target.elts for name in bound_names(each, scope)}
    return bound(target, scope)
