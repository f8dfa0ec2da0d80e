"""What a step's `call` can lead to."""

import ast
import inspect
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from brickyard.interfaces.syntax import (
    ASYNC_GENERATORS,
    GENERATORS,
    Function,
    decorators,
    is_public,
    last_name,
    target_name,
)

TYPES: dict[str, type] = {
    known.__name__: known
    for known in (list, dict, str, set, tuple, int, float, bytes, frozenset, Path, Decimal)
} | {known.__name__: known for known in (date, datetime, timedelta)}
"""Types of Python whose objects a case may save and ask."""


class Unknown(LookupError):
    """A name in a case that leads nowhere; the message says what is there instead."""


@dataclass(frozen=True)
class Target:
    """What a step's `call` leads to. `name` is imported from `brick`; `path` is what is written."""

    path: str
    brick: str = ""
    name: str = ""
    node: Function | ast.ClassDef | None = None
    signature: inspect.Signature | None = None
    is_attribute: bool = False
    gives: str = ""
    """The type of what comes back: `brick.Class`, the name of a known type, or nothing."""

    @property
    def is_async(self) -> bool:
        return isinstance(self.node, ast.AsyncFunctionDef) and not self.iterates_async

    @property
    def _returns(self) -> str:
        return last_name(self.node.returns) if isinstance(self.node, Function) else ""

    @property
    def iterates(self) -> bool:
        return self._returns in GENERATORS

    @property
    def iterates_async(self) -> bool:
        return self._returns in ASYNC_GENERATORS

    @property
    def is_context(self) -> bool:
        node = self.node
        names = decorators(node) if isinstance(node, Function) else []
        return bool({"contextmanager", "asynccontextmanager"} & set(names))


def without_none(annotation: ast.expr | None) -> ast.expr | None:
    """`X` of `X | None` and of `Optional[X]`."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return left
        case ast.BinOp(left=ast.Constant(value=None), op=ast.BitOr(), right=right):
            return right
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inner):
            return inner
        case _:
            return annotation


def definitions(tree: ast.Module) -> dict[str, ast.stmt]:
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif target_name(node):
            found[target_name(node)] = node
    return found


def members(lineage: list[ast.ClassDef]) -> str:
    names = [
        member.name if isinstance(member, Function) else target_name(member)
        for owner in lineage
        for member in owner.body
    ]
    return ", ".join(dict.fromkeys(name for name in names if name and is_public(name))) or "nothing"
