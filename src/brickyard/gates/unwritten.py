"""Statements that say, in whatever words, that the work is still to be done."""

import ast
import re
from collections.abc import Iterator, Mapping

from brickyard.gates.bodies import Method, is_dunder
from brickyard.gates.honest.folding import fold
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope
from brickyard.gates.kinship import Function

Scopes = Mapping[int, Scope]
"""The scope of each `raise` of a module, by the id of its node."""

_NAME = "NotImplementedError"
_LATER = re.compile(
    r"\W*(?:(?:this|it|that)\s+is\s+)?(?:not\s+(?:yet\s+)?implemented|unimplemented"
    r"|to\s+be\s+implemented|todo|fixme|coming\s+soon)(?:\s+yet)?\W*",
    re.IGNORECASE,
)


def unwritten(method: Method, scopes: Scopes) -> Iterator[tuple[int, str]]:
    """Lines that stand in place of work, and what they do."""
    node = method.node
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    alone = body[0] if len(body) == 1 else None
    if isinstance(alone, ast.Raise) and method.is_overridden:
        return
    promised = _NAME in (ast.get_docstring(node) or "")
    for child in own_nodes(node):
        match child:
            case ast.Raise(exc=ast.expr() as raised):
                scope = scopes.get(id(child)) or Scope(child)
                if _is_it(raised, scope) and (child is alone or not promised):
                    yield child.lineno, f"raises {_NAME}"
                elif _says(raised, scope):
                    yield child.lineno, "raises an error that says so"
            case ast.Return(value=ast.Name(id="NotImplemented")):
                if child is alone and not is_dunder(node.name):
                    yield child.lineno, "returns NotImplemented"
            case ast.Assert(test=ast.Constant(value=False), msg=ast.Constant(value=str(text))):
                if _LATER.fullmatch(text):
                    yield child.lineno, "asserts that it is not there,"
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[ast.Constant() as text])):
                if child is alone and _LATER.fullmatch(str(text.value)):
                    yield child.lineno, "prints that it is not there,"
            case _:
                pass


def own_nodes(node: Function) -> Iterator[ast.AST]:
    """What lies in a function, but not in a function or class inside it."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        child = waiting.pop()
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting += ast.iter_child_nodes(child)


def _is_it(raised: ast.expr, scope: Scope) -> bool:
    """NotImplementedError by any name, or a class of the module that is one."""
    target = raised.func if isinstance(raised, ast.Call) else raised
    if f"builtins.{_NAME}" in resolve(target, scope):
        return True
    names = {target.id} if isinstance(target, ast.Name) else set[str]()
    return any(_is_kind(each, names, scope) for each in ast.walk(scope.module.node))


def _is_kind(node: ast.AST, names: set[str], scope: Scope) -> bool:
    return (
        isinstance(node, ast.ClassDef)
        and node.name in names
        and any(f"builtins.{_NAME}" in resolve(base, scope.module) for base in node.bases)
    )


def _says(raised: ast.expr, scope: Scope) -> bool:
    """`RuntimeError("not implemented yet")`: the message says nothing else."""
    if not isinstance(raised, ast.Call) or not raised.args:
        return False
    return bool(_LATER.fullmatch(fold(raised.args[0], scope)))
