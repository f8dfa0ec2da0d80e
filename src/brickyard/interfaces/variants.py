"""Interfaces filled with bodies that are wrong on purpose: the skeleton and the impostors."""

import ast
from functools import lru_cache

from brickyard.interfaces.parsing import tree_of
from brickyard.interfaces.syntax import (
    ASYNC_GENERATORS,
    GENERATORS,
    Function,
    bound_parameters,
    kind,
    last_name,
    operations,
)

IMPOSTORS = ("none", "zero", "empty", "list", "true", "first")
REACHED = "_BrickyardReached"
"""The name of the private exception; it is a BaseException, so `except Exception` lets it by."""

_VALUES = {"none": "None", "zero": "0", "empty": "''", "list": "[]", "true": "True"}
_SILENT = frozenset({"__init__", "__post_init__", "__exit__", "__aexit__", "__del__"})


@lru_cache(maxsize=1024)
def skeleton(source: str, brick: str) -> str:
    """The interface with operations that raise a private exception naming brick and operation.

    An `async def` that returns an AsyncIterator is taken for an async generator.
    """
    tree = tree_of(source)
    for name, node, _ in operations(tree):
        raised = f"raise {REACHED}({f'{brick}.{name}'!r})"
        iterates = isinstance(node, ast.AsyncFunctionDef) and _returns(node, ASYNC_GENERATORS)
        node.body = _statements(f"{raised}\nyield" if iterates else raised)
    reached = _statements(f"class {REACHED}(BaseException):\n    pass")
    tree.body[_after_future(tree) : _after_future(tree)] = reached
    return f"{ast.unparse(tree)}\n"


@lru_cache(maxsize=4096)
def impostor(source: str, kind: str) -> str:
    """The interface with operations that all return the same wrong thing.

    An operation that iterates yields that thing once; for `list` it yields nothing. What has no
    parameter returns None for `first`. `__init__` and `__exit__` do nothing.
    """
    tree = tree_of(source)
    for _, node, owner in operations(tree):
        node.body = _statements(_impostor_body(node, owner, kind))
    return f"{ast.unparse(_async_generators(tree))}\n"


def _impostor_body(node: Function, owner: ast.ClassDef | None, impostor: str) -> str:
    what = kind(node, owner)
    if node.name in _SILENT or what == "setter":
        return "return None"
    value = _VALUES.get(impostor) or _first(node, what)
    if _returns(node, GENERATORS | ASYNC_GENERATORS):
        return "return\nyield" if impostor == "list" else f"yield {value}"
    return f"return {value}"


def _returns(node: Function, names: frozenset[str]) -> bool:
    return last_name(node.returns) in names


def _first(node: Function, what: str) -> str:
    parameters = [*bound_parameters(node, what), *node.args.kwonlyargs]
    if parameters:
        return parameters[0].arg
    return node.args.vararg.arg if node.args.vararg else "None"


def _async_generators(tree: ast.Module) -> ast.Module:
    """`def f() -> AsyncIterator[int]` has to be an `async def` once its body yields."""

    def as_async(node: ast.stmt) -> ast.stmt:
        if isinstance(node, ast.ClassDef):
            node.body = [as_async(member) for member in node.body]
        if not isinstance(node, ast.FunctionDef) or not _returns(node, ASYNC_GENERATORS):
            return node
        if not any(isinstance(part, ast.Yield) for part in ast.walk(node)):
            return node
        return ast.copy_location(ast.AsyncFunctionDef(**dict(ast.iter_fields(node))), node)

    tree.body = [as_async(node) for node in tree.body]
    return tree


def _statements(text: str) -> list[ast.stmt]:
    lines = text.replace("\n", "\n    ")
    function = ast.parse(f"async def _():\n    {lines}").body[0]
    assert isinstance(function, ast.AsyncFunctionDef)
    return function.body


def _after_future(tree: ast.Module) -> int:
    """Where the first statement may stand: after the docstring and the future imports."""
    at = 1 if ast.get_docstring(tree, clean=False) is not None else 0
    while at < len(tree.body):
        node = tree.body[at]
        if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        at += 1
    return at
