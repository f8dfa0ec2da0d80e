"""Everything goes by one name alone: `from time import sleep` is `time.sleep` where it is used.

So what acts is played where the package is, however it was imported; `pathlib.Path` is `Path`.
`brick.name` is the name by which the package offers it.
"""

import ast
from collections.abc import Iterator, Mapping, Set

from brickyard.cases.model import Names
from brickyard.cases.syntax import Unreadable
from brickyard.cases.words import ACTING, BARE, BUILTINS, MODULES, WORDS


def acting(imported: Mapping[str, str]) -> dict[str, str]:
    """Local name to the one name for it, of the imports that do something where they are."""
    found = {name: origin.partition(":") for name, origin in imported.items() if ":" in origin}
    own = {
        name: f"{module}.{taken}"
        for name, (module, _, taken) in found.items()
        if module in ACTING or (module, taken) == ("pathlib", "Path")
    }
    return {name: "Path" if text == "pathlib.Path" else text for name, text in own.items()}


def by_one_name(
    node: ast.stmt, names: Mapping[str, str], offered: Names, taken: Set[str] = frozenset()
) -> ast.stmt:
    """The same with these names as they are known; Unreadable where something hides that."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return node
    own = dict(_bound(node))
    bound = {**dict.fromkeys(offered.offers, node.lineno), **own}
    others = {*own, *taken, *MODULES, *BUILTINS, *BARE, *WORDS}
    members = {part: name for part, name in offered.by_brick().items() if part[0] not in others}
    rewriting = _ByOneName(names, members)
    whole = rewriting.visit(node)
    hidden = rewriting.used | {name.partition(".")[0] for name in rewriting.used}
    for name in sorted(hidden & bound.keys()):
        found = f"`{name}` is something else here than what is imported"
        raise Unreadable(bound[name], found, "take another name, or use read(…) and clock")
    return whole


class _ByOneName(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str], members: Mapping[tuple[str, str], str]) -> None:
        self.names, self.members = names, members
        self.used: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        one = self.names.get(node.id, node.id)
        self.used |= {node.id, one} if node.id in self.names else set()
        return node if one == node.id else self._known(node, one)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(value=ast.Name(id="pathlib"), attr="Path", ctx=ast.Load()):
                self.used.add("Path")
                return self._known(node, "Path")
            case ast.Attribute(value=ast.Name(id=brick), attr=name, ctx=ast.Load()) if (
                one := self.members.get((brick, name))
            ):
                return self._known(node, one)
            case _:
                return self.generic_visit(node)

    def _known(self, node: ast.expr, name: str) -> ast.expr:
        whole = ast.parse(name, mode="eval").body
        for each in ast.walk(whole):
            ast.copy_location(each, node)
        return whole


def _bound(node: ast.stmt) -> Iterator[tuple[str, int]]:
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name, each.lineno
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.ExceptHandler(name=str(name))
            ):
                yield name, each.lineno
            case _:
                pass
