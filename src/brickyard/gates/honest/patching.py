"""Changes to modules and classes that are not the package's own."""

import ast
import sys
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.forbidden import MACHINERY, MAY_BE_SET, words
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import ITEM, resolve
from brickyard.gates.honest.scopes import Scope

_FOREIGN = frozenset(sys.stdlib_module_names) | MACHINERY | {"builtins"}
_CHANGES = words(
    """append insert extend remove pop clear update setdefault __setitem__ __delitem__ sort
    reverse"""
)
_SETTERS = words(
    """builtins.setattr builtins.object.__setattr__ builtins.type.__setattr__
    builtins.delattr builtins.object.__delattr__ builtins.type.__delattr__"""
)


def patching(node: ast.AST, scope: Scope) -> Iterator[Found]:
    """Every assignment, deletion, `setattr` and change of a table that others share."""
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del(), value=value, attr=attr):
            yield from _set(value, attr, scope)
        case ast.Subscript(ctx=ast.Store() | ast.Del(), value=value, slice=key):
            yield from _set_item(value, fold(key, scope), scope)
        case ast.Call():
            yield from _called(node, scope)
        case _:
            return


def _called(node: ast.Call, scope: Scope) -> Iterator[Found]:
    if len(node.args) > 1 and resolve(node.func, scope) & _SETTERS:
        yield from _set(node.args[0], fold(node.args[1], scope), scope)
    if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
        yield from _changed(node.func.value, scope)


def _set(target: ast.expr, attr: str, scope: Scope) -> Iterator[Found]:
    shown = attr if UNKNOWN not in attr else "…"
    for origin in sorted(resolve(target, scope)):
        if _is_foreign(origin) and not {origin, f"{origin}.{attr}"} & MAY_BE_SET:
            yield Found("patches", f"'{origin}.{shown}' is not the package's own to change")
    if attr == "__class__" and not _is_self(target):
        yield Found("patches", "the class of an object is replaced")
    elif attr in ("__eq__", "__ne__", "__code__", "__globals__", "__instancecheck__"):
        yield Found("equality", f"'{attr}' is replaced after its definition")
    elif _is_class_of_another(target):
        yield Found("patches", f"'{shown}' is set on the class of an object from elsewhere")


def _set_item(value: ast.expr, key: str, scope: Scope) -> Iterator[Found]:
    for origin in sorted(resolve(value, scope)):
        inner = origin.removesuffix(".__dict__")
        if inner != origin and _is_foreign(inner):
            yield Found("patches", f"'{inner}' is not the package's own to change")
        elif origin == "builtins.globals()" and (key.startswith("__") or key == UNKNOWN):
            yield Found("patches", "a name that Python itself keeps in a module is replaced")
        elif origin in ("sys.path", f"sys.path{ITEM}"):
            yield Found("patches", "'sys.path' decides where every module comes from")


def _changed(value: ast.expr, scope: Scope) -> Iterator[Found]:
    for origin in sorted(resolve(value, scope)):
        inner = origin.removesuffix(".__dict__")
        if origin == "sys.path":
            yield Found("patches", "'sys.path' decides where every module comes from")
        elif inner != origin and _is_foreign(inner):
            yield Found("patches", f"'{inner}' is not the package's own to change")


def _is_foreign(origin: str) -> bool:
    """A module or class of the standard library or of what tests are run with."""
    return origin.partition(".")[0] in _FOREIGN and ITEM not in origin and "()" not in origin


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _is_class_of_another(node: ast.expr) -> bool:
    """`type(other)` and `other.__class__`, but not those of `self`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[inner]):
            return not _is_self(inner)
        case ast.Attribute(value=inner, attr="__class__"):
            return not _is_self(inner)
        case _:
            return False
