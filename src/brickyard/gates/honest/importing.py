"""Imports of what tests are run with, however they are spelt, and look-ups of loaded modules."""

import ast
import re
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.forbidden import MACHINERY
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope

IMPORTS_TESTS = "imports-tests"
_IMPORTERS = {
    "builtins.__import__",
    "importlib.import_module",
    "importlib.__import__",
    "importlib.util.find_spec",
    "importlib.metadata.distribution",
    "importlib.metadata.version",
    "pkgutil.resolve_name",
    "pkgutil.find_loader",
    "pydoc.locate",
    "pydoc.safeimport",
}


class Imports:
    """The rule for one package: its own modules may be looked up, what tests run with may not."""

    def __init__(self, package: str, packages: tuple[str, ...]) -> None:
        self.own = package
        self.asked_for = {_name(each) for each in packages}
        self.fine: set[int] = set()
        """Nodes that stand for `sys.modules` where it serves to find the module itself."""

    def __call__(self, node: ast.AST, scope: Scope) -> Iterator[Found]:
        match node:
            case ast.Import(names=names):
                for each in names:
                    yield from self._module(each.name)
            case ast.ImportFrom(module=str(module), level=0):
                yield from self._module(module)
            case ast.Call():
                yield from self._call(node, scope)
            case ast.Subscript(value=value, slice=key, ctx=ast.Load()):
                if self._is_own(key, scope):
                    self.fine.add(id(value))
            case ast.Name() | ast.Attribute():
                if "sys.modules" in resolve(node, scope) and id(node) not in self.fine:
                    yield Found("patches", "'sys.modules' is for finding the own module alone")
            case _:
                return

    def _module(self, name: str) -> Iterator[Found]:
        top = name.partition(".")[0]
        if top not in MACHINERY or top == self.own:
            return
        if _name(top) in self.asked_for:
            message = f"'{top}' is a package of the recipe: tests in its process prove less"
            yield Found(IMPORTS_TESTS, message, is_allowed=True)
        else:
            yield Found(IMPORTS_TESTS, f"'{top}' is what tests are run with, not for the code")

    def _call(self, node: ast.Call, scope: Scope) -> Iterator[Found]:
        if not resolve(node.func, scope) & _IMPORTERS:
            return
        keyword = next((each.value for each in node.keywords if each.arg == "name"), None)
        name = node.args[0] if node.args else keyword
        folded = fold(name, scope)
        if UNKNOWN not in folded:
            yield from self._module(folded)
        elif not folded.startswith((f"{self.own}.", ".")) and not self._is_own(name, scope):
            yield Found("hidden", "which module is imported cannot be read here: import it by name")

    def _is_own(self, name: ast.expr | None, scope: Scope) -> bool:
        """`__name__`, `__package__`, what begins with one of them, or a module of the package."""
        if isinstance(name, ast.JoinedStr) and name.values:
            first = name.values[0]
            return isinstance(first, ast.FormattedValue) and self._is_own(first.value, scope)
        if isinstance(name, ast.BinOp):
            return self._is_own(name.left, scope)
        if isinstance(name, ast.Name) and name.id in ("__name__", "__package__"):
            return scope.lookup(name.id) is None
        return fold(name, scope).partition(".")[0] == self.own


def _name(requirement: str) -> str:
    """`pytest` of `pytest>=8`; `_pytest` is a part of pytest."""
    found = re.match(r"_?([A-Za-z0-9._-]+)", requirement)
    return found[1].lower().replace("-", "_") if found else ""
