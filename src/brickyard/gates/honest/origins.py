"""What an expression stands for, as dotted names: aliases, `getattr` and look-ups hide nothing."""

import ast
import builtins
import sys
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.forbidden import GUARDED
from brickyard.gates.honest.scopes import Scope

Origins = frozenset[str]

NOTHING: Origins = frozenset()
ITEM = "[]"
_BUILTINS = frozenset(dir(builtins))
_SAME = {"posix": "os", "__builtins__": "builtins"}
_CORE = frozenset(("sys", "os", "gc", "builtins", "importlib", "inspect", "ctypes"))
_IMPORTERS = ("builtins.__import__", "importlib.import_module", "importlib.__import__")


def resolve(node: ast.expr | None, scope: Scope, seen: set[int] | None = None) -> Origins:
    """Every dotted name that the expression may stand for; none where that cannot be told."""
    seen = set[int]() if seen is None else seen
    if node is None or id(node) in seen:
        return NOTHING
    seen.add(id(node))
    return frozenset(plain(each) for each in _resolved(node, scope, seen))


def plain(origin: str) -> str:
    """`logging.sys._getframe` is `sys._getframe`: a module is itself wherever it is found."""
    parts = origin.split(".")
    hidden = GUARDED if parts[0] in sys.stdlib_module_names else _CORE
    at = max((at for at, part in enumerate(parts) if at and part in hidden), default=0)
    parts = parts[at:]
    return ".".join([_SAME.get(parts[0], parts[0]), *parts[1:]])


def _resolved(node: ast.expr, scope: Scope, seen: set[int]) -> Iterator[str]:
    match node:
        case ast.Name(id=name):
            yield from _named(name, scope, seen)
        case ast.Attribute(value=value, attr=attr):
            yield from (f"{base}.{attr}" for base in resolve(value, scope, seen))
        case ast.Subscript(value=value, slice=key):
            yield from _item(value, key, scope, seen)
        case ast.Call():
            yield from _called(node, scope, seen)
        case ast.IfExp(body=first, orelse=second):
            yield from resolve(first, scope, seen) | resolve(second, scope, seen)
        case ast.BoolOp(values=values):
            for each in values:
                yield from resolve(each, scope, seen)
        case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
            yield from resolve(value, scope, seen)
        case _:
            return


def _named(name: str, scope: Scope, seen: set[int]) -> Iterator[str]:
    bound = scope.lookup(name)
    if bound is None:
        if name in _BUILTINS or name == "__builtins__":
            yield "builtins" if name == "__builtins__" else f"builtins.{name}"
        return
    for each, where in bound:
        if isinstance(each, str):
            yield from filter(None, [each])
        else:
            yield from resolve(each, where, seen)


def _item(value: ast.expr, key: ast.expr, scope: Scope, seen: set[int]) -> Iterator[str]:
    if isinstance(value, ast.Tuple | ast.List):
        for each in value.elts:
            yield from resolve(each, scope, seen)
    elif isinstance(value, ast.Dict):
        for each in value.values:
            yield from resolve(each, scope, seen)
    for base in resolve(value, scope, seen):
        yield from _looked_up(base, fold(key, scope), scope, seen)


def _looked_up(base: str, key: str, scope: Scope, seen: set[int]) -> Iterator[str]:
    """What lies under a key of `sys.modules`, of a module's `__dict__` or of `globals()`."""
    known = UNKNOWN not in key
    if base == "sys.modules" and known:
        yield key
    elif base == "builtins.globals()" and known:
        yield from _named(key, scope.module, seen)
    elif base.endswith(".__dict__") and known:
        yield f"{base.removesuffix('.__dict__')}.{key}"
    else:
        yield f"{base}{ITEM}"


def _called(node: ast.Call, scope: Scope, seen: set[int]) -> Iterator[str]:
    first = node.args[0] if node.args else None
    second = node.args[1] if len(node.args) > 1 else None
    for function in resolve(node.func, scope, seen):
        if function in _IMPORTERS:
            name = fold(first, scope)
            yield name.partition(".")[0] if function == "builtins.__import__" else name
        elif function == "builtins.getattr":
            for base in resolve(first, scope, seen):
                yield f"{base}.{fold(second, scope)}"
        elif function == "builtins.vars" and first:
            yield from (f"{base}.__dict__" for base in resolve(first, scope, seen))
        elif function in ("sys.modules.get", "sys.modules.__getitem__", "sys.modules.pop"):
            yield from _looked_up("sys.modules", fold(first, scope), scope, seen)
        elif function.endswith((".__dict__.get", ".__dict__.__getitem__")):
            base = function.rpartition(".")[0]
            yield from _looked_up(base, fold(first, scope), scope, seen)
        else:
            yield f"{function}()"
