"""Functions that are handed around as values: whoever calls them dictates their parameters."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from brickyard.gates.honest.scopes import Scope, walk
from brickyard.gates.kinship import Function


@dataclass
class Handed:
    """Over several modules: functions by their nodes, and by name where another module has them."""

    nodes: set[int] = field(default_factory=set[int])
    names: set[str] = field(default_factory=set[str])
    methods: set[str] = field(default_factory=set[str])

    def has(self, node: Function, is_method: bool) -> bool:
        if is_method:
            return node.name in self.methods
        return id(node) in self.nodes or node.name in self.names


def handed_in(trees: Iterable[ast.Module], packages: frozenset[str]) -> Handed:
    handed = Handed()
    for tree in trees:
        nodes = walk(tree)
        defined = _defined(nodes)
        for node, scope in nodes:
            for value in _values(node):
                _note(value, scope, defined, packages, handed)
    return handed


_Defined = dict[tuple[int, str], list[int]]


def _defined(nodes: list[tuple[ast.AST, Scope]]) -> _Defined:
    found: _Defined = {}
    for node, scope in nodes:
        if isinstance(node, Function):
            found.setdefault((id(scope), node.name), []).append(id(node))
    return found


def _values(node: ast.AST) -> Iterator[ast.expr]:
    """What a node passes on, keeps or gives back."""
    match node:
        case ast.Call(args=args, keywords=keywords):
            yield from (*args, *(each.value for each in keywords))
        case ast.Dict(values=values):
            yield from values
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            yield from elements
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            yield value
        case ast.Return(value=ast.expr() as value):
            yield value
        case _:
            return


def _note(
    value: ast.expr, scope: Scope, defined: _Defined, packages: frozenset[str], handed: Handed
) -> None:
    match value:
        case ast.Name(id=name):
            for bound, where in scope.lookup(name) or []:
                if bound == "":
                    handed.nodes |= {*defined.get((id(where), name), ())}
                elif isinstance(bound, str) and _is_own(bound, packages):
                    handed.names.add(bound.rpartition(".")[2])
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=attr):
            handed.methods.add(attr)
        case ast.Attribute(value=ast.Name(id=name), attr=attr):
            bound = [each for each, _ in scope.lookup(name) or []]
            if any(isinstance(each, str) and each and _is_own(each, packages) for each in bound):
                handed.names.add(attr)
        case _:
            return


def _is_own(origin: str, packages: frozenset[str]) -> bool:
    return origin.partition(".")[0] in ("", *packages)
