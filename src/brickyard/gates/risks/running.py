"""Code that cannot be read because it is looked up, imported or loaded by a computed name."""

import ast
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.importing import Imports
from brickyard.gates.honest.origins import ITEM, resolve
from brickyard.gates.honest.scopes import Scope
from brickyard.gates.risks.names import DYNAMIC, PICKLE

_BUILTINS = "__builtins__"
_KEYED = ("get", "pop", "__getitem__", "setdefault")
_READERS = ("builtins.getattr", "builtins.object.__getattribute__")
_WATCHED = ("os", "builtins", "importlib", "subprocess", "socket", "ctypes")
_MAKERS = ("types.FunctionType", "types.CodeType", "types.LambdaType")
_TIMERS = ("timeit.timeit", "timeit.repeat", "timeit.Timer")
_MADE = "()"
_SAFE = ("SafeLoader", "BaseLoader")


class Running:
    """The rule for one package, whose own modules may be imported by computed names."""

    def __init__(self, package: str) -> None:
        self.imports = Imports(package, ())

    def __call__(self, node: ast.AST, scope: Scope) -> Iterator[Found]:
        match node:
            case ast.Name(id=name) if name == _BUILTINS and scope.lookup(name) is None:
                yield _back_door()
            case ast.Attribute(attr=attr) if attr == _BUILTINS:
                yield _back_door()
            case ast.Subscript():
                yield from _subscript(node, scope)
            case ast.Call():
                yield from self._call(node, scope)
            case _:
                return

    def _call(self, node: ast.Call, scope: Scope) -> Iterator[Found]:
        for found in self.imports(node, scope):
            if found.rule == "hidden":
                yield Found(DYNAMIC, found.message)
        origins = resolve(node.func, scope)
        for maker in sorted(origins & {*_MAKERS}):
            yield Found(DYNAMIC, f"'{maker}' makes code that is not written here")
        if origins & {*_READERS} and len(node.args) > 1:
            yield from _looked_up(node.args[0], fold(node.args[1], scope), scope)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _KEYED and node.args:
            yield from _key(fold(node.args[0], scope))
        yield from _loaded(node, origins, scope)
        if origins & {*_TIMERS}:
            yield from _timed(node, scope)
        if "logging.config.dictConfig" in origins and _MADE in _texts(scope.module.node):
            yield Found(DYNAMIC, f"'{_MADE}' in a configuration calls whatever it names")


def _timed(node: ast.Call, scope: Scope) -> Iterator[Found]:
    """`timeit` runs text; a function that is written here may be handed to it."""
    tree = ast.walk(scope.module.node)
    written = {each.name for each in tree if isinstance(each, ast.FunctionDef)}
    named = [each.value for each in node.keywords if each.arg in ("stmt", "setup")]
    for each in (*node.args[:2], *named):
        is_function = isinstance(each, ast.Lambda) or getattr(each, "id", "") in written
        if not is_function:
            yield Found(DYNAMIC, "'timeit' runs the text that it is given")


def _texts(tree: ast.AST) -> set[object]:
    return {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)}


def _subscript(node: ast.Subscript, scope: Scope) -> Iterator[Found]:
    yield from _key(fold(node.slice, scope))
    for origin in resolve(node, scope):
        if origin in (f"builtins{ITEM}", f"builtins.__dict__{ITEM}"):
            yield _unreadable("builtins")


def _key(text: str) -> Iterator[Found]:
    if text == _BUILTINS:
        yield _back_door()


def _looked_up(target: ast.expr, name: str, scope: Scope) -> Iterator[Found]:
    if name == _BUILTINS:
        yield _back_door()
    if UNKNOWN in name:
        for origin in sorted(resolve(target, scope) & {*_WATCHED}):
            yield _unreadable(origin)


def _loaded(node: ast.Call, origins: frozenset[str], scope: Scope) -> Iterator[Found]:
    """`yaml.load` without a safe loader, `numpy.load` that takes pickles."""
    given = {each.arg: each.value for each in node.keywords}
    if origins & {"yaml.load", "yaml.load_all"}:
        loader = given.get("Loader") or (node.args[1] if len(node.args) > 1 else None)
        loaders = resolve(loader, scope)
        if not loaders or not all(each.endswith(_SAFE) for each in loaders):
            yield Found(PICKLE, "'yaml.load' without a safe loader makes any object of its input")
    pickled = given.get("allow_pickle")
    if "numpy.load" in origins and pickled and fold(pickled, scope) != "False":
        yield Found(PICKLE, "'numpy.load' that takes pickles can run code of the data's writer")


def _back_door() -> Found:
    return Found(DYNAMIC, f"'{_BUILTINS}' is a back door to eval and exec")


def _unreadable(module: str) -> Found:
    return Found(DYNAMIC, f"which attribute of '{module}' is meant cannot be read here")
