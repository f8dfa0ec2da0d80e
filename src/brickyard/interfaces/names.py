"""Which names an interface uses that nothing in it defines or imports."""

import ast
import builtins
from collections.abc import Iterator

from brickyard.interfaces.syntax import parsed_annotation

_ALWAYS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__", "__class__"}


def unresolved(tree: ast.Module) -> dict[str, int]:
    """Name → line of its first use. Lenient about scopes: a name bound anywhere counts."""
    bound = set(_bound(tree))
    found: dict[str, int] = {}
    for node in _loaded(tree):
        if node.id not in bound and node.id not in _ALWAYS:
            found.setdefault(node.id, node.lineno)
    return found


def _bound(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.split(".")[0]
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case _:
                pass


def _loaded(tree: ast.AST) -> Iterator[ast.Name]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node
        annotation = getattr(node, "annotation", None) or getattr(node, "returns", None)
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            quoted = parsed_annotation(annotation.value)
            for name in ast.walk(quoted) if quoted else ():
                if isinstance(name, ast.Name):
                    yield ast.copy_location(ast.Name(name.id, ast.Load()), annotation)
