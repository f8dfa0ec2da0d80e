"""The meaning of an interface as canonical text, the same on every version of Python."""

import ast
import inspect
from functools import lru_cache
from typing import cast

from brickyard.interfaces.parsing import tree_of
from brickyard.interfaces.syntax import parsed_annotation

_LEFT_OUT = frozenset({"ctx", "kind", "type_comment", "type_ignores"})


@lru_cache(maxsize=1024)
def normalised(source: str) -> str:
    """Equal for equal meaning: formatting, comments and quotes do not count, docstrings do."""
    return canonical(tree_of(source))


def canonical(node: object, *, docstrings: bool = True) -> str:
    """A syntax node as text, without what is empty and without where it stood."""
    if isinstance(node, list):
        parts = [canonical(part, docstrings=docstrings) for part in cast("list[object]", node)]
        return f"[{', '.join(parts)}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Constant):
        return repr(node.value)
    fields = [
        f"{name}={_field(node, name, value, docstrings)}"
        for name, value in ast.iter_fields(node)
        if value is not None and value != [] and name not in _LEFT_OUT
    ]
    return f"{type(node).__name__}({', '.join(fields)})"


def _field(node: ast.AST, name: str, value: object, docstrings: bool) -> str:
    if name in ("annotation", "returns"):
        value = _unquoted(value)
    if name == "body" and isinstance(
        node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    ):
        text = ast.get_docstring(node, clean=False)
        if text is not None:
            rest = canonical(node.body[1:], docstrings=docstrings)
            return f"{inspect.cleandoc(text)!r}+{rest}" if docstrings else rest
    return canonical(value, docstrings=docstrings)


def _unquoted(value: object) -> object:
    """The annotation `"Money"` means the annotation `Money`."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return parsed_annotation(value.value) or value
    return value
