"""SQL that is put together out of values, where a value could become part of the question."""

import ast
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope

SQL = "sql"
_METHODS = ("execute", "executemany", "executescript")
_VERBS = ("select ", "insert ", "update ", "delete ", "replace ", "create ", "drop ", "alter ")
_HARMLESS = ("builtins.len()", "builtins.int()", "builtins.float()", "builtins.range()")
_DEEPEST = 8


def queries(node: ast.AST, scope: Scope) -> Iterator[Found]:
    """`execute(f"… {value}")` and its like; constants, numbers and lists of `?` are harmless."""
    match node:
        case ast.Call(func=ast.Attribute(attr=attr), args=[text, *_]) if attr in _METHODS:
            if _is_question(text, scope) and not _is_harmless(text, scope, _DEEPEST):
                yield Found(SQL, "a value is put into the text of an SQL statement")
        case _:
            return


def _is_question(text: ast.expr, scope: Scope) -> bool:
    """Whether its beginning, where that can be read, is SQL."""
    return any(part.lstrip().lower().startswith(_VERBS) for part in _beginnings(text, scope))


def _beginnings(node: ast.expr, scope: Scope) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            yield from _beginnings(value, scope)
        case ast.BinOp(left=left, op=ast.Mod()):
            yield from _beginnings(left, scope)
        case ast.Name(id=name):
            for bound, where in scope.lookup(name) or []:
                if isinstance(bound, ast.JoinedStr | ast.BinOp | ast.Call):
                    yield from _beginnings(bound, where)
        case _:
            yield fold(node, scope)


def _is_harmless(node: ast.expr, scope: Scope, depth: int) -> bool:
    """Made of nothing but constants and numbers, as far as it can be followed."""
    if not depth:
        return False
    if UNKNOWN not in fold(node, scope) or resolve(node, scope) & {*_HARMLESS}:
        return True
    match node:
        case ast.Name(id=name):
            bound = scope.lookup(name) or []
            return bool(bound) and all(
                not isinstance(each, str) and _is_harmless(each, where, depth - 1)
                for each, where in bound
            )
        case ast.Call(func=ast.Attribute(value=value, attr="join" | "format"), args=parts):
            return all(_is_harmless(each, scope, depth - 1) for each in (value, *parts))
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return any(_is_fixed(each) for each in (left, right))
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part) | ast.FormattedValue(value=part):
            return _is_harmless(part, scope, depth - 1)
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            return all(_is_harmless(each, scope, depth - 1) for each in (left, right))
        case ast.JoinedStr(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            return all(_is_harmless(each, scope, depth - 1) for each in parts)
        case _:
            return False


def _is_fixed(node: ast.expr) -> bool:
    """A string, or a list of strings, that is written out: repeating it is harmless."""
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    return all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in parts)
