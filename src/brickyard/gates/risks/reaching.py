"""The network, other programs, native code, and code out of data: by any road to their names."""

import ast
import sys
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope
from brickyard.gates.risks.names import (
    DOES,
    DYNAMIC,
    HIDDEN_IN_OTHERS,
    LOOP,
    MODULES,
    NAMES,
    UNMISTAKABLE,
)
from brickyard.gates.shape import is_within
from brickyard.recipe.twins import canonical, well_known

_PICKERS = ("operator.attrgetter", "operator.methodcaller")
_LAST = frozenset(
    name.rpartition(".")[2] for name in NAMES if name.startswith(("os.", "builtins."))
)


class Reaching:
    """The rule for one module; the packages of the recipe are the person's own choice."""

    def __init__(self, tree: ast.Module, package: str, distributions: frozenset[str]) -> None:
        modules = {each for name in distributions for each in well_known().get(name, ())}
        self.chosen = distributions | modules | {canonical(package)}
        self.imported = {module for name in _written(tree) for module in _modules(name)}

    def __call__(self, node: ast.AST, scope: Scope) -> Iterator[Found]:
        match node:
            case ast.Import(names=names):
                for each in names:
                    yield from self._imported(each.name)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for each in names:
                    yield from self._from(module, each.name)
            case ast.Attribute(attr=attr) if attr in UNMISTAKABLE:
                yield _found(attr, LOOP[attr])
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call():
                yield from self._expression(node, scope)
            case _:
                return

    def _imported(self, name: str) -> Iterator[Found]:
        for module in _modules(name):
            if canonical(name.partition(".")[0]) not in self.chosen:
                yield _found(module, MODULES[module])

    def _from(self, module: str, name: str) -> Iterator[Found]:
        if name == "*":
            hidden = [each for each in NAMES if each.rpartition(".")[0] == module]
            yield from (_found(each, NAMES[each]) for each in hidden[:1])
        if _modules(module):
            yield from self._imported(module)
        else:
            yield from self._imported(f"{module}.{name}")

    def _expression(self, node: ast.expr, scope: Scope) -> Iterator[Found]:
        for origin in sorted(resolve(node, scope)):
            name = _plain(origin)
            if name in NAMES:
                yield _found(name, NAMES[name])
            elif name in MODULES and not isinstance(node, ast.Name) and name not in self.imported:
                yield from self._imported(name)
            elif name.startswith("asyncio.") and (method := name.rpartition(".")[2]) in LOOP:
                yield _found(method, LOOP[method])
        if isinstance(node, ast.Call):
            yield from _picked(node, scope)


def _written(tree: ast.Module) -> Iterator[str]:
    """What `import` statements import, each told of where it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            yield from (f"{start}{each.name}" for each in node.names)


def _modules(name: str) -> list[str]:
    """The modules of the table that an import of this name brings in."""
    return [module for module in MODULES if is_within(name, module)]


def _plain(origin: str) -> str:
    """`logging.handlers.socket` is `socket`, as `plain` says of other modules."""
    parts = origin.split(".")
    if origin in MODULES or parts[0] not in sys.stdlib_module_names:
        return origin
    at = max((at for at, part in enumerate(parts) if part in HIDDEN_IN_OTHERS), default=0)
    return ".".join(parts[at:])


def _picked(node: ast.Call, scope: Scope) -> Iterator[Found]:
    """`operator.attrgetter("system")`: a name picked by its text, of whatever it will be."""
    if resolve(node.func, scope) & {*_PICKERS}:
        name = fold(node.args[0] if node.args else None, scope)
        if UNKNOWN not in name and name.rpartition(".")[2] in _LAST:
            yield _found(name, DYNAMIC)


def _found(name: str, rule: str) -> Found:
    return Found(rule, f"'{name.removeprefix('builtins.')}' {DOES[rule]}")
