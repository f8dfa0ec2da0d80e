"""Exceptions that are several errors at once: they would pass for any of them."""

import ast
import builtins
from collections.abc import Iterator, Mapping

from brickyard.interfaces.blunt import Blunt
from brickyard.interfaces.syntax import target_name

_FOREIGN = ("Error", "Exception", "Warning", "Exit")
_ROOTS = frozenset({"Exception", "BaseException"})

Own = tuple[str, str]
"""A class of the package: its brick and its name."""


class Errors:
    """The classes of all bricks, and which errors each of them is."""

    def __init__(self, trees: Mapping[str, ast.Module], package: str) -> None:
        self._package = package
        self._bound = {brick: _bound(tree) for brick, tree in trees.items()}

    def broad(self, brick: str) -> Iterator[Blunt]:
        for name, node in self._bound[brick].items():
            if not isinstance(node, ast.ClassDef) or any(
                len(self._kinds(self._named(brick, base))) > 1 for base in node.bases
            ):
                continue
            several = sorted(self._kinds((brick, name)))
            if len(several) < 2:
                several = self._parents(brick, node)
            if len(several) > 1:
                listed = " and ".join(f"'{one}'" for one in several)
                message = f"exception '{name}' is {listed} at once: it passes for either"
                yield Blunt(node.lineno, message, "Derive it from one of them.")

    def _named(self, brick: str, base: ast.expr, seen: frozenset[str] = frozenset()) -> Own | str:
        """A class of the package, or the dotted name of one from elsewhere."""
        if isinstance(base, ast.Attribute):
            module = self._named(brick, base.value, seen)
            dotted = module if isinstance(module, str) else module[1]
            return f"{dotted}.{base.attr}".removeprefix("builtins.")
        if not isinstance(base, ast.Name) or base.id in seen:
            return ""
        match self._bound[brick].get(base.id):
            case ast.ClassDef():
                return brick, base.id
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                return self._named(brick, value, seen | {base.id})
            case str(dotted) if dotted.startswith(f"{self._package}."):
                sibling, _, name = dotted.removeprefix(f"{self._package}.").rpartition(".")
                if isinstance(self._bound.get(sibling, {}).get(name), ast.ClassDef):
                    return sibling, name
                return ""
            case str(dotted):
                return dotted
            case _:
                return base.id

    def _ancestors(self, own: Own, seen: frozenset[Own] = frozenset()) -> set[Own | str]:
        node = self._bound[own[0]][own[1]]
        found: set[Own | str] = {own}
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            named = self._named(own[0], base)
            found.add(named)
            if isinstance(named, tuple) and named not in seen:
                found |= self._ancestors(named, seen | {own})
        return found

    def _kinds(self, named: Own | str) -> set[str]:
        """The errors from elsewhere that it is, without those that others of them are anyway."""
        every = self._ancestors(named) if isinstance(named, tuple) else {named}
        errors = {one for one in every if isinstance(one, str) and _is_error(one)}
        return {
            one
            for one in errors
            if not any(_is_above(one, other) for other in errors if other != one)
        }

    def _parents(self, brick: str, node: ast.ClassDef) -> list[str]:
        """The package's own errors that it derives from, if none of them is another."""
        named = [self._named(brick, base) for base in node.bases]
        own = [one for one in named if isinstance(one, tuple) and self._kinds(one)]
        return [
            one[1]
            for one in own
            if not any(one in self._ancestors(other) for other in own if other != one)
        ]


def _bound(tree: ast.Module) -> dict[str, ast.stmt | str]:
    """Classes and assignments by name, and where imported names come from."""
    found: dict[str, ast.stmt | str] = {}
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found[name] = node
            case ast.Import(names=names):
                found |= {one.asname or one.name: one.name for one in names}
            case ast.ImportFrom(module=module, names=names):
                found |= {one.asname or one.name: f"{module}.{one.name}" for one in names}
            case _ if target_name(node):
                found[target_name(node)] = node
            case _:
                pass
    return found


def _builtin(name: str) -> type[BaseException] | None:
    found: object = getattr(builtins, name, None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def _is_error(name: str) -> bool:
    return _builtin(name) is not None or name.endswith(_FOREIGN)


def _is_above(one: str, other: str) -> bool:
    above, below = _builtin(one), _builtin(other)
    if above and below:
        return issubclass(below, above) and above is not below
    return one in _ROOTS
