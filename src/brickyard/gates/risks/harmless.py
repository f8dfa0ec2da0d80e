"""Parts of a text that no value of a caller can become part of."""

import ast
from collections.abc import Sequence

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope

Nodes = Sequence[tuple[ast.AST, Scope]]

_NUMBERS = ("builtins.len()", "builtins.int()", "builtins.float()", "builtins.range()")
DEEPEST = 8


class Harmless:
    """Tells what is made of nothing but constants and numbers, for one module."""

    def __init__(self, nodes: Nodes) -> None:
        self.scopes = {id(node): scope for node, scope in nodes}
        self._returns: dict[str, list[ast.expr]] = {}
        self._parameters: dict[str, frozenset[str]] = {}
        for node, scope in nodes:
            if isinstance(node, ast.Return) and node.value:
                self._keep(node.value, scope)

    def _keep(self, value: ast.expr, scope: Scope) -> None:
        if isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = scope.node.args
            names = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            self._returns.setdefault(scope.node.name, []).append(value)
            self._parameters[scope.node.name] = frozenset(each.arg for each in names)

    def answers(self, node: ast.Call) -> list[ast.expr]:
        """What a function of the module that is called here returns."""
        return self._returns.get(called(node), [])

    def __call__(
        self, node: ast.expr, depth: int = DEEPEST, given: frozenset[str] = frozenset()
    ) -> bool:
        """`given` are names that are known to be harmless where the node stands."""
        scope = self.scopes.get(id(node))
        if not depth or scope is None:
            return False
        if UNKNOWN not in fold(node, scope) or resolve(node, scope) & {*_NUMBERS}:
            return True
        if isinstance(node, ast.Name):
            return node.id in given or self._name(node.id, scope, depth - 1, given)
        if isinstance(node, ast.Call):
            return self._call(node, depth - 1, given)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return any(_is_fixed(each) for each in (node.left, node.right))
        parts = _parts(node)
        return bool(parts) and all(self(each, depth - 1, given) for each in parts)

    def _name(self, name: str, scope: Scope, depth: int, given: frozenset[str]) -> bool:
        bound = scope.lookup(name) or []
        if any(is_filtered(name, where) for _, where in bound):
            return True
        more = [each for _, where in bound[:1] for each in added(name, where)]
        unknown = sum(isinstance(each, str) for each, _ in bound)
        known = [each for each, _ in bound if not isinstance(each, str)]
        return (
            bool(bound)
            and unknown <= len(more)
            and all(self(each, depth, given) for each in (*known, *more))
        )

    def _call(self, node: ast.Call, depth: int, given: frozenset[str]) -> bool:
        arguments = (*node.args, *(each.value for each in node.keywords))
        fixed = all(self(each, depth, given) for each in arguments)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "format"):
            return fixed and self(node.func.value, depth, given)
        known = self._parameters.get(called(node), frozenset()) if fixed else frozenset[str]()
        returned = self.answers(node)
        return bool(returned) and all(self(each, depth, known) for each in returned)


def called(node: ast.Call) -> str:
    """The function or method of the module that a call may be of."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            return name
        case _:
            return ""


def added(name: str, where: Scope) -> list[ast.expr]:
    """What `name += …` puts behind it."""
    return [
        each.value
        for each in ast.walk(where.node)
        if isinstance(each, ast.AugAssign)
        and isinstance(each.target, ast.Name)
        and each.target.id == name
    ]


def is_filtered(name: str, where: Scope) -> bool:
    """`name in COLUMNS` or `for name in COLUMNS`: it is one of what is written out."""
    for each in ast.walk(where.node):
        match each:
            case ast.Compare(left=ast.Name(id=left), ops=[ast.In() | ast.NotIn()]):
                if left == name and _is_constant(each.comparators[0]):
                    return True
            case (
                ast.comprehension(target=ast.Name(id=target), iter=items)
                | ast.For(target=ast.Name(id=target), iter=items)
            ):
                if target == name and _is_constant(items):
                    return True
            case _:
                pass
    return False


def _is_constant(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return all(isinstance(each, ast.Constant) for each in parts)
        case _:
            return False


def _parts(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part) | ast.FormattedValue(value=part):
            return [part]
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            return [left, right]
        case ast.JoinedStr(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            return parts
        case _:
            return []


def _is_fixed(node: ast.expr) -> bool:
    """A string, or a list of strings, that is written out: repeating it is harmless."""
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    return all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in parts)
