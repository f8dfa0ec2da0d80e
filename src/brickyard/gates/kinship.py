"""What the classes of all sources say of each other: who is whose base, who overrides what."""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from brickyard.gates.honest.scopes import Scope, walk

Function = ast.FunctionDef | ast.AsyncFunctionDef

_WITHOUT_METHODS = {
    *("ABC", "Generic", "Protocol", "NamedTuple", "TypedDict", "namedtuple", "object"),
    *("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "BaseModel"),
}


@dataclass(frozen=True)
class Kin:
    """What a class has from its bases, and what its heirs make of it."""

    inherited: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Methods that bases in the package have too, and whether one of them does work."""
    overridden: frozenset[str] = frozenset()
    builtin: frozenset[str] = frozenset()
    """Bases of Python itself, whose methods are known."""
    is_unread: bool = False
    """A base cannot be read, so any method may be dictated by it."""
    is_foreign: bool = False
    """A base is of another package."""

    def dictates(self, name: str) -> bool:
        known = name in self.inherited or any(hasattr(_kind(each), name) for each in self.builtin)
        return known or self.is_unread or self.is_foreign


@dataclass
class _Bases:
    own: set[str] = field(default_factory=set[str])
    builtin: set[str] = field(default_factory=set[str])
    is_unread: bool = False
    is_foreign: bool = False


class Kinship:
    """Tables over the classes of several modules; classes of one name count as one."""

    def __init__(self, trees: Iterable[ast.Module], packages: frozenset[str] = frozenset()) -> None:
        self._packages = packages
        self._bases: dict[str, _Bases] = {}
        self._methods: dict[str, list[Function]] = {}
        for tree in trees:
            for node, scope in walk(tree):
                if isinstance(node, ast.ClassDef):
                    self._add(node, scope)

    def _add(self, node: ast.ClassDef, scope: Scope) -> None:
        own = [each for each in node.body if isinstance(each, Function)]
        self._methods.setdefault(node.name, []).extend(own)
        bases = self._bases.setdefault(node.name, _Bases())
        for base in node.bases:
            self._sort(dotted(base), scope, bases)

    def _sort(self, name: str, scope: Scope, into: _Bases) -> None:
        root, _, rest = name.partition(".")
        last = name.rpartition(".")[2]
        bound = scope.lookup(root)
        if bound is None and isinstance(getattr(builtins, root, None), type):
            into.builtin.add(root)
        for origin in [each for each, _ in bound or [("", scope)]]:
            if not isinstance(origin, str) or not last:
                into.is_unread = True
            elif not origin or origin.partition(".")[0] in ("", *self._packages):
                into.own.add(last if rest or not origin else origin.rpartition(".")[2])
            elif last not in _WITHOUT_METHODS | {*dir(builtins)}:
                into.is_foreign = True

    def of(self, node: ast.ClassDef | None) -> Kin:
        if node is None:
            return Kin()
        above = {*self._above(node.name)}
        known = [self._bases[each] for each in (node.name, *above) if each in self._bases]
        missing = above - {*self._bases} - {*dir(builtins)} - _WITHOUT_METHODS
        heirs = [each for each in self._bases if node.name in self._above(each)]
        return Kin(
            inherited=self._inherited(above),
            overridden=frozenset(m.name for each in heirs for m in self._methods[each]),
            builtin=frozenset(name for each in known for name in each.builtin),
            is_unread=bool(missing) or any(each.is_unread for each in known),
            is_foreign=any(each.is_foreign for each in known),
        )

    def _inherited(self, above: Iterable[str]) -> dict[str, bool]:
        methods = [method for each in above for method in self._methods.get(each, ())]
        working = {each.name for each in methods if _does_work(each)}
        return {each.name: each.name in working for each in methods}

    def _above(self, name: str) -> Iterator[str]:
        """The names of all bases of a class in the package, without its own."""
        waiting, seen = [name], {name}
        while waiting:
            known = self._bases.get(waiting.pop())
            for each in sorted(known.own - seen if known else ()):
                seen.add(each)
                waiting.append(each)
                yield each


def dotted(node: ast.expr) -> str:
    """`a.B` of `a.B`, `a.B[T]` and `a.B(...)`; nothing where it is something else."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        start = dotted(node.value)
        return f"{start}.{node.attr}" if start else ""
    return node.id if isinstance(node, ast.Name) else ""


def _does_work(node: Function) -> bool:
    """Neither abstract nor empty nor a refusal."""
    marks = {dotted(each).rpartition(".")[2] for each in node.decorator_list}
    idle = (ast.Pass, ast.Raise)
    return "abstractmethod" not in marks and not all(
        isinstance(each, idle)
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in node.body
    )


def _kind(name: str) -> object:
    kind = getattr(builtins, name)
    return None if kind is object else kind
