"""SQL that is put together out of values, where a value could become part of the question."""

import ast
import re
from collections.abc import Iterator

from brickyard.gates.honest.folding import fold
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.scopes import Scope
from brickyard.gates.risks.harmless import DEEPEST, Harmless, Nodes, added

SQL = "sql"
_METHODS = ("execute", "executemany", "executescript")
_QUESTION = re.compile(
    r"\s*(select|with|insert|update|delete|replace|create|drop|alter)\b.*"
    r"\b(from|into|set|table|where|values|as|index|view|trigger)\b",
    re.IGNORECASE | re.DOTALL,
)
_SAME = ("format", "strip", "lstrip", "rstrip")


class Queries:
    """`execute(f"… {value}")` and its like; constants, numbers and lists of `?` are harmless."""

    def __init__(self, nodes: Nodes) -> None:
        self.harmless = Harmless(nodes)

    def __call__(self, node: ast.AST, scope: Scope) -> Iterator[Found]:
        match node:
            case ast.Call(func=ast.Attribute(attr=attr), args=[text, *_]) if attr in _METHODS:
                is_question = any(map(_QUESTION.match, self._texts(text, DEEPEST)))
                if is_question and not self.harmless(text):
                    yield Found(SQL, "a value is put into the text of an SQL statement")
            case _:
                return

    def _texts(self, node: ast.expr, depth: int) -> Iterator[str]:
        """What it may read, as far as that can be told."""
        scope = self.harmless.scopes.get(id(node))
        if not depth or scope is None:
            return
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _SAME:
                yield from self._texts(value, depth - 1)
            case ast.Call():
                for answer in (*self.harmless.answers(node), *node.args):
                    yield from self._texts(answer, depth - 1)
            case ast.BinOp(left=left, op=ast.Mod()):
                yield from self._texts(left, depth - 1)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                for start in self._texts(left, depth - 1):
                    yield start + fold(right, scope)
            case ast.IfExp(body=body, orelse=other):
                yield from (*self._texts(body, depth - 1), *self._texts(other, depth - 1))
            case ast.Name(id=name):
                yield from self._bound(name, scope, depth - 1)
            case _:
                yield fold(node, scope)

    def _bound(self, name: str, scope: Scope, depth: int) -> Iterator[str]:
        for bound, where in scope.lookup(name) or []:
            if not isinstance(bound, str):
                more = "".join(fold(each, where) for each in added(name, where))
                yield from (f"{text}{more}" for text in self._texts(bound, depth))
