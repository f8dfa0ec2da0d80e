"""An expression in two: the calls that are played, and what is done with what they give."""

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from brickyard.cases.kinds import Kind, is_acting
from brickyard.cases.script import Play

if TYPE_CHECKING:
    from brickyard.cases.flow import Parting


@dataclass
class Splitter:
    flow: "Parting"
    plays: list[Play]

    def whole(self, node: ast.expr) -> ast.expr:
        """Split where everything that plays gives plain data; else played as one."""
        if self._kind(node) < Kind.MADE:
            return node
        if isinstance(node, ast.Tuple | ast.List):
            return type(node)([self.whole(each) for each in node.elts])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self.whole(node.operand))
        if not self._is_splittable(node):
            return self._played(node)
        return self._parts(node)

    def _kind(self, node: ast.AST) -> Kind:
        shared = dict.fromkeys(self.flow.shared, Kind.LIVE)
        return self.flow.kinds.of(node, {**self.flow.held, **shared})

    def _is_splittable(self, node: ast.AST) -> bool:
        if self._kind(node) < Kind.MADE or self.flow.kinds.gives_plain(node):
            return True
        match node:
            case _ if is_acting(node):
                return False
            case ast.Attribute() | ast.Subscript() | ast.BinOp():
                return all(self._is_splittable(each) for each in ast.iter_child_nodes(node))
            case ast.Call(func=ast.Attribute(value=value)) if not is_acting(node.func):
                given = (*node.args, *node.keywords)
                return self._is_splittable(value) and all(map(self._is_splittable, given))
            case _:
                return False

    def _parts(self, node: ast.expr) -> ast.expr:
        if self._kind(node) < Kind.MADE:
            return node
        if self.flow.kinds.gives_plain(node):
            return self._played(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, self._parts(value))
            elif isinstance(value, list):
                parts = cast("list[ast.AST]", value)
                setattr(node, name, [self._part(each) for each in parts])
        return node

    def _part(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.keyword):
            node.value = self._parts(node.value)
            return node
        return self._parts(node) if isinstance(node, ast.expr) else node

    def _played(self, node: ast.expr) -> ast.expr:
        self.plays.append(self.flow.play(ast.unparse(node)))
        return ast.Name(f"_{self.flow.count}")
