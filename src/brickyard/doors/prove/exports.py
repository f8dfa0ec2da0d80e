"""Which public names a package has, where each is imported from, and where it is defined."""

import ast
import logging
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import griffe

from brickyard.doors.prove.declarations import of_name, sure
from brickyard.files import Files

logging.getLogger("griffe").setLevel(logging.CRITICAL)


@dataclass(frozen=True)
class Export:
    """A public name: the module to import it from, and the module and name that define it."""

    name: str
    module: str
    origin: str
    original: str
    line: int
    """Where the module brings the name in."""

    @property
    def rank(self) -> tuple[int, bool, str]:
        """The top-level package first, then the shortest path, then where it is defined."""
        return (self.module.count("."), self.module != self.origin, self.module)


@dataclass
class Exports:
    """All modules of a package, read without running any."""

    trees: Mapping[str, ast.Module]
    """Module to its syntax tree."""
    modules: dict[str, griffe.Module] = field(default_factory=dict[str, griffe.Module])
    notes: list[str] = field(default_factory=list[str])

    def read(self, package: str, texts: Files) -> None:
        with tempfile.TemporaryDirectory() as folder:
            texts.write(Path(folder))
            found = griffe.load(
                package,
                search_paths=[Path(folder).resolve()],
                try_relative_path=False,
                allow_inspection=False,
                resolve_aliases=True,
                resolve_implicit=True,
                resolve_external=False,
            )
        if isinstance(found, griffe.Module):
            self._gather(found)

    def _gather(self, module: griffe.Module) -> None:
        self.modules[module.path] = module
        for member in [*module.members.values()]:
            if isinstance(member, griffe.Module):
                self._gather(member)

    def public(self) -> list[Export]:
        """One for each name and what it means, from the place where users import it."""
        best: dict[tuple[str, str, str], Export] = {}
        for module in self.modules:
            if _is_public(module) and module in self.trees:
                for export in self._of(module):
                    key = (export.origin, export.original, export.name)
                    best[key] = min(best.get(key, export), export, key=lambda one: one.rank)
        return self._without_conflicts([*best.values()])

    def _without_conflicts(self, found: list[Export]) -> list[Export]:
        kept: dict[str, Export] = {}
        for export in sorted(found, key=lambda one: one.rank):
            first = kept.setdefault(export.name, export)
            if first is not export and not self._is_same(first, export):
                self.notes.append(
                    f"{export.name} is offered from {first.module}; "
                    f"another one in {export.module} is left out."
                )
        return [*kept.values()]

    def _is_same(self, one: Export, other: Export) -> bool:
        """Defined twice in the same words, as type variables often are."""
        mine, others = (self.nodes((each.origin, each.original)) for each in (one, other))
        return [*map(ast.unparse, mine)] == [*map(ast.unparse, others)]

    def _of(self, path: str) -> Iterator[Export]:
        module, tree = self.modules[path], self.trees[path]
        certain = sure(tree.body)
        listed = _listed(module)
        is_lazy = bool(of_name(tree.body, "__getattr__"))
        names = [*module.members] if listed is None else listed
        for name in dict.fromkeys(names):
            member = module.members.get(name)
            origin = self.origin(path, name)
            if name.startswith("_"):
                continue
            if member is None or origin is None:
                if listed is not None and not self._is_module(path, name):
                    self.notes.append(f"{path}.{name} is not defined in the package; left out.")
                continue
            is_own = origin == (path, name)
            if listed is None and not (is_own or module.is_init_module):
                continue
            if not member.runtime and not (listed is not None and is_lazy):
                continue
            is_given = isinstance(member, griffe.Alias) and member.wildcard_imported
            if listed is None and name not in certain and not is_given:
                self.notes.append(f"{path}.{name} is not there on every machine and is left out.")
                continue
            yield Export(name, path, *origin, _line(member))

    def _is_module(self, path: str, name: str) -> bool:
        target = self.modules[path].imports.get(name, "")
        return f"{path}.{name}" in self.modules or target in self.modules

    def origin(self, path: str, name: str, depth: int = 0) -> tuple[str, str] | None:
        """The module and name that define it; nothing where that is outside or a module."""
        module = self.modules.get(path)
        member = module.members.get(name) if module is not None else None
        if module is None or depth > 20:
            return None
        if member is not None and not member.is_alias and not isinstance(member, griffe.Module):
            return (path, name) if of_name(self._body(path), name) else None
        target = module.imports.get(name, "")
        if isinstance(member, griffe.Alias):
            target = target or member.target_path
        parent, _, last = target.rpartition(".")
        return self.origin(parent, last, depth + 1) if (parent, last) != (path, name) else None

    def nodes(self, origin: tuple[str, str]) -> list[ast.stmt]:
        return of_name(self._body(origin[0]), origin[1])

    def _body(self, path: str) -> list[ast.stmt]:
        tree = self.trees.get(path)
        return tree.body if tree is not None else []


def _is_public(module: str) -> bool:
    return not any(part.startswith("_") for part in module.split(".")[1:])


def _listed(module: griffe.Module) -> list[str] | None:
    """What `__all__` lists, if there is one that could be read."""
    if module.exports is None:
        return None
    return [each if isinstance(each, str) else each.name for each in module.exports]


def _line(member: griffe.Object | griffe.Alias) -> int:
    line = member.alias_lineno if isinstance(member, griffe.Alias) else member.lineno
    return line or 0
