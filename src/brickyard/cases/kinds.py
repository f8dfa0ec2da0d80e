"""What an expression needs in order to be worked out: nothing, a report, the package, its state."""

import ast
import builtins
from collections.abc import Mapping
from enum import IntEnum
from importlib import import_module

from brickyard.cases.model import Cases, Derived, Helper, Names, walk
from brickyard.cases.syntax import reads
from brickyard.cases.words import ACTING, EFFECTS, MODULES


class Kind(IntEnum):
    """Ordered: what is made of several is as much as the greatest of them."""

    PLAIN = 0
    REPORTED = 1
    """Plain data that a played step has reported: worked on outside."""
    MADE = 2
    """A value that only the package's types can make; making it does nothing else."""
    LIVE = 3
    """It plays: an operation of the package, an effect, or an object that may have changed."""


_PLAIN_RESULTS = frozenset(
    {"ascii", "bool", "bytes", "callable", "complex", "float", "hasattr", "hash", "hex", "int"}
    | {"isinstance", "issubclass", "len", "ord", "repr", "str", "run", "read", "files", "mode"}
)
_MAKERS = frozenset({"Path", "object"})
_AROUND = frozenset(
    {"absolute", "cwd", "exists", "expanduser", "glob", "home", "is_dir", "is_file", "is_symlink"}
    | {"iterdir", "lstat", "owner", "read_bytes", "read_text", "readlink", "resolve", "rglob"}
    | {"samefile", "stat"}
)
"""What a path looks up where it is."""


class Kinds:
    """Kinds of expressions, by what the package offers and what the names in reach hold."""

    def __init__(self, names: Names, helpers: Mapping[str, Kind]) -> None:
        self.names, self.helpers = names, helpers

    def of(self, node: ast.AST, held: Mapping[str, Kind]) -> Kind:
        match node:
            case ast.Name(id=name):
                return self._named(name, held)
            case ast.Attribute(value=value):
                return Kind.LIVE if is_acting(node) else self.of(value, held)
            case ast.Call():
                return self._call(node, held)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._children(node, {**held, **self._bound(node, held)})
            case ast.Lambda():
                given = [each for each in ast.walk(node.args) if isinstance(each, ast.arg)]
                own = {each.arg: Kind.PLAIN for each in given}
                return self.of(node.body, {**held, **own})
            case _:
                return self._children(node, held)

    def _children(self, node: ast.AST, held: Mapping[str, Kind]) -> Kind:
        kinds = [self.of(child, held) for child in ast.iter_child_nodes(node)]
        return max(kinds, default=Kind.PLAIN)

    def _bound(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
        held: Mapping[str, Kind],
    ) -> dict[str, Kind]:
        own: dict[str, Kind] = {}
        for each in node.generators:
            kind = self.of(each.iter, {**held, **own})
            own |= {one.id: kind for one in ast.walk(each.target) if isinstance(one, ast.Name)}
        return own

    def _named(self, name: str, held: Mapping[str, Kind]) -> Kind:
        if name in held:
            return held[name]
        if name in self.helpers:
            return self.helpers[name]
        if name in self.names.offers:
            is_value = name in self.names.classes or name.isupper()
            return Kind.MADE if is_value else Kind.LIVE
        return Kind.LIVE if name in EFFECTS else Kind.MADE if name in _MAKERS else Kind.PLAIN

    def _call(self, node: ast.Call, held: Mapping[str, Kind]) -> Kind:
        parts = [each for each in (*node.args, *node.keywords) if not self.is_asked(node, each)]
        given = max((self.of(each, held) for each in parts), default=Kind.PLAIN)
        function = self.of(node.func, held)
        is_type = isinstance(node.func, ast.Name) and node.func.id not in held
        if function is Kind.MADE and not is_type:
            return Kind.LIVE
        return max(given, function)

    def is_asked(self, node: ast.Call, given: ast.AST) -> bool:
        """The classes in `isinstance(x, C)`: known by name wherever that is asked."""
        match node.func:
            case ast.Name(id="isinstance" | "issubclass") if given in node.args[1:]:
                each = given.elts if isinstance(given, ast.Tuple) else [given]
                return all(self._is_class(one) for one in each)
            case _:
                return False

    def _is_class(self, node: ast.AST) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self.names.classes or isinstance(getattr(builtins, name, 0), type)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if is_acting(node):
                return isinstance(getattr(import_module(module), name, None), type)
            case _:
                return False

    def gives_plain(self, node: ast.AST) -> bool:
        """Whether what it gives is plain data for certain, so that the rest happens outside."""
        match node:
            case ast.Await(value=value):
                return self.gives_plain(value)
            case ast.Call(func=ast.Name(id=name)):
                return name in (self.names.plain if name in self.names.offers else _PLAIN_RESULTS)
            case ast.Attribute(value=ast.Name(id="clock"), attr="now"):
                return "clock" not in self.names.offers
            case ast.Call(func=ast.Attribute(attr=name)) | ast.Attribute(attr=name):
                return name in self.names.plain or name == "__name__"
            case ast.JoinedStr() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return True
            case _:
                return False


def has_effect(node: ast.AST) -> bool:
    """Whether it does something besides calling the package."""
    return bool(EFFECTS & set(reads(node))) or any(
        is_acting(each) or _looks_around(each) for each in ast.walk(node)
    )


def helper_kinds(cases: Cases, names: Names) -> dict[str, Kind]:
    """A helper that calls methods of the package's objects, or its functions, plays."""
    found: dict[str, Kind] = {}
    before: dict[str, Kind] | None = None
    while found != before:
        before = dict(found)
        kinds = Kinds(names, before)
        found |= {each.target: kinds.of(expression(each.value), {}) for each in cases.constants}
        found |= {helper.name: _helper_kind(helper, kinds) for helper in cases.helpers}
    return found


def _helper_kind(helper: Helper, kinds: Kinds) -> Kind:
    held: dict[str, Kind] = {}
    highest = Kind.PLAIN
    for step in walk(helper.steps):
        texts = [
            getattr(step, part)
            for part in ("value", "items", "test", "error")
            if getattr(step, part, "")
        ]
        texts += getattr(step, "decorators", ())
        kind = max((kinds.of(expression(text), held) for text in texts), default=Kind.PLAIN)
        if isinstance(step, Derived) and any(isinstance(each, Helper) for each in step.steps):
            kind = Kind.LIVE
        target = getattr(step, "target", "")
        if target.isidentifier():
            held[target] = max(kind, held.get(target, Kind.PLAIN))
        highest = max(highest, kind)
    return highest


def expression(text: str) -> ast.expr:
    """The tree of text that was read before."""
    return ast.parse(text, mode="eval").body


def names_of(target: str) -> set[str]:
    """The names that an assignment or a loop binds."""
    tree = expression(target)
    parts = [tree] if isinstance(tree, ast.Name) else getattr(tree, "elts", [])
    return {each.id for part in parts for each in ast.walk(part) if isinstance(each, ast.Name)}


def _looks_around(node: ast.AST) -> bool:
    """`Path("a").absolute()`: what it gives depends on the folder that it is in."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name)):
            return name in _AROUND and "Path" in reads(value)
        case _:
            return False


def is_acting(node: ast.AST) -> bool:
    """`time.monotonic`: what a module does where it is."""
    match node:
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return module in ACTING and name in MODULES[module]
        case _:
            return False
