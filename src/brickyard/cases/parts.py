"""A file by its definitions: some of them, with what those need, are a file as well."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, pairwise

from brickyard.cases.source import free_names
from brickyard.interfaces.syntax import Function, target_name


class Parts:
    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        body = ast.parse(source).body
        self.title, self.imports = body[0], [one for one in body if _is_import(one)]
        self.names = {_name(node): node for node in body if _name(node)}
        self.docs = {_name(node): after for node, after in pairwise(body) if _is_text(after)}

    def text(self, wanted: Iterable[str]) -> str:
        """A file with these names of it."""
        chosen: set[str] = set()
        waiting = list(wanted)
        while waiting:
            name = waiting.pop()
            if name not in chosen:
                chosen.add(name)
                waiting += [used for used in _used(self.names[name]) if used in self.names]
        kept = [(name, node) for name, node in self.names.items() if name in chosen]
        used = {name for _, node in kept for name in _used(node)}
        head = [self._shown(self.title), *self._imports(used)]
        parts: list[str] = []
        for is_value, group in groupby(kept, lambda one: not hasattr(one[1], "body")):
            shown = [self._shown(node, self.docs.get(name)) for name, node in group]
            parts += ["\n".join(shown)] if is_value else shown
        begins_with_value = kept and not hasattr(kept[0][1], "body")
        parts = ["\n\n".join([*head, parts.pop(0)] if begins_with_value else head), *parts]
        return "\n\n\n".join(parts) + "\n"

    def _imports(self, used: set[str]) -> Iterator[str]:
        """In their groups; of `from x import a, b` only the names that are used."""
        group: list[str] = []
        last = 0
        for node in self.imports:
            if group and node.lineno > last + 1:
                yield "\n".join(group)
                group = []
            last = node.end_lineno or node.lineno
            group += [line for line in [_import(node, used)] if line]
        if group:
            yield "\n".join(group)

    def _shown(self, node: ast.stmt, doc: ast.stmt | None = None) -> str:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        return "\n".join(self.lines[first - 1 : (doc or node).end_lineno])


@cache
def parts(source: str) -> Parts:
    """Of a helper of ours: it is asked for with each set of tests."""
    return Parts(source)


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_text(node: ast.stmt) -> bool:
    """What is said about the value above it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _import(node: ast.stmt, used: set[str]) -> str:
    match node:
        case ast.Import(names=[alias]):
            return ast.unparse(node) if alias.name.split(".")[0] in used else ""
        case ast.ImportFrom(module=module, names=names):
            kept = ", ".join(alias.name for alias in names if alias.name in used)
            return f"from {module} import {kept}" if kept else ""
        case _:
            return ""


def _name(node: ast.stmt) -> str:
    named = isinstance(node, Function | ast.ClassDef)
    return node.name if named else target_name(node)


def _used(node: ast.stmt) -> set[str]:
    return free_names(ast.unparse(node))
