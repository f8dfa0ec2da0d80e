"""Modules that can run anything, handed around whole: what is used of them cannot be read."""

import ast
from collections.abc import Iterator

from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope
from brickyard.gates.risks.names import DYNAMIC

_WATCHED = frozenset(("os", "subprocess", "builtins", "importlib", "sys"))
_LOOKERS = frozenset(f"builtins.{name}" for name in ("getattr", "hasattr", "vars", "dir"))
"""What is looked up by these is followed, or refused where it cannot be."""

_GETTERS = ("__getattribute__", "__getattr__")


def whole_modules(node: ast.AST, scope: Scope) -> Iterator[Found]:
    for value in _handed(node, scope):
        for module in sorted(resolve(value, scope) & _WATCHED):
            yield Found(DYNAMIC, f"'{module}' is handed around: what is used of it cannot be read")


def _handed(node: ast.AST, scope: Scope) -> Iterator[ast.expr]:
    """What is passed, returned, or kept where no name of a function leads to it."""
    match node:
        case ast.Call(func=function, args=args, keywords=keywords):
            if not resolve(function, scope) & _LOOKERS:
                yield from (*args, *(each.value for each in keywords))
        case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
            yield value
        case ast.Assign(targets=targets, value=value):
            if not all(_is_followed(each, scope) for each in targets):
                yield value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            if not _is_followed(target, scope):
                yield value
        case ast.Dict(values=values):
            yield from values
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            yield from elements
        case ast.Lambda(body=value) | ast.ListComp(elt=value) | ast.GeneratorExp(elt=value):
            yield value
        case ast.Attribute(value=value, attr=attr) if attr in _GETTERS:
            yield value
        case _:
            return


def _is_followed(target: ast.expr, scope: Scope) -> bool:
    """A name that nothing but this module sees."""
    return isinstance(target, ast.Name) and not isinstance(scope.node, ast.ClassDef | ast.Module)
