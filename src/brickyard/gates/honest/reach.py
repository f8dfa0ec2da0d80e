"""Names that walk frames, change the interpreter, end the process or hide what runs."""

import ast
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.forbidden import (
    ATTRIBUTES,
    FRAMES,
    GUARDED,
    HIDES,
    ORIGINS,
    PATCHES,
)
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope

_RULES = {FRAMES: "frames", PATCHES: "patches", HIDES: "hidden"}
_SELF = ("self", "cls")
_MADE = ("builtins.type()", "builtins.object", "builtins.BaseException", "builtins.Exception")
_LOADERS = ("pickle.loads", "_pickle.loads")
_READERS = ("builtins.getattr", "builtins.hasattr", "builtins.object.__getattribute__")


def reach(node: ast.AST, scope: Scope) -> Iterator[Found]:
    """Anything that stands for a forbidden name, however it got there."""
    if isinstance(node, ast.Attribute | ast.Name | ast.Call | ast.Subscript):
        for origin in sorted(resolve(node, scope)):
            if origin in ORIGINS:
                yield _forbidden(origin, ORIGINS[origin])
    match node:
        case ast.Attribute(value=value, attr=attr):
            yield from _attribute(value, attr, scope)
        case ast.Name(id="__builtins__"):
            yield _forbidden("__builtins__", PATCHES)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            for each in names:
                yield from _imported(module, each.name)
        case ast.MatchClass(kwd_attrs=names):
            yield from (_forbidden(each, ATTRIBUTES[each]) for each in names if each in ATTRIBUTES)
        case ast.Call():
            yield from _computed(node, scope)
            yield from _loaded(node, scope)
            yield from _ended(node, scope)
        case _:
            return


def _forbidden(name: str, why: str) -> Found:
    return Found(_RULES.get(why, "process"), f"'{name}' {why}")


def _attribute(value: ast.expr, attr: str, scope: Scope) -> Iterator[Found]:
    if attr in ATTRIBUTES:
        yield _forbidden(attr, ATTRIBUTES[attr])
    elif attr == "_exit" and not (isinstance(value, ast.Name) and value.id in _SELF):
        yield _forbidden("_exit", ORIGINS["os._exit"])
    elif attr == "__subclasses__" and resolve(value, scope) & {*_MADE}:
        yield Found("frames", "'__subclasses__' of a class of Python finds what others have made")


def _imported(module: str, name: str) -> Iterator[Found]:
    if name != "*":
        return
    hidden = sorted(each for each in ORIGINS if each.rpartition(".")[0] == module)
    if hidden:
        yield Found("hidden", f"'from {module} import *' takes in names such as '{hidden[0]}'")


def _computed(node: ast.Call, scope: Scope) -> Iterator[Found]:
    """`getattr(sys, name)`: which name it is must be readable where the module is a guarded one."""
    if not resolve(node.func, scope) & {*_READERS} or len(node.args) < 2:
        return
    name = fold(node.args[1], scope)
    if name in ATTRIBUTES:
        yield _forbidden(name, ATTRIBUTES[name])
    for origin in sorted(resolve(node.args[0], scope)):
        if UNKNOWN in name and (origin in GUARDED or UNKNOWN in origin):
            shown = origin.replace(UNKNOWN, "…")
            yield Found("hidden", f"which attribute of '{shown}' is meant cannot be read here")


def _loaded(node: ast.Call, scope: Scope) -> Iterator[Found]:
    """What loads code out of data that stands there; code as text is for the security gate."""
    data = fold(node.args[0] if node.args else None, scope)
    for origin in sorted(resolve(node.func, scope) & {*_LOADERS}):
        if UNKNOWN not in data:
            yield Found("hidden", f"'{origin}' of a constant {HIDES}")


def _ended(node: ast.Call, scope: Scope) -> Iterator[Found]:
    """`os.kill` of the own process, of its parent or of all."""
    if not resolve(node.func, scope) & {"os.kill"} or not node.args:
        return
    target = node.args[0]
    everyone = fold(target, scope) == "0" or isinstance(target, ast.UnaryOp)
    if everyone or resolve(target, scope) & {"os.getpid()", "os.getppid()", "os.getpgrp()"}:
        yield Found("process", "'os.kill' of the own process or its parent ends the run of tests")
