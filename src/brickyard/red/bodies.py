"""The body of one operation, wrong on purpose: plain, async, iterating, of a class or property."""

import ast

from brickyard.interfaces.syntax import (
    ASYNC_GENERATORS,
    GENERATORS,
    Function,
    bound_parameters,
    decorators,
    is_dunder,
    kind,
    last_name,
    parsed_annotation,
)

STAND_INS = "_brickyard_stand_ins"
"""The module that lies beside the package of an impostor."""

_VALUES = {
    "none": "None",
    "zero": "0",
    "empty": "''",
    "list": "[]",
    "true": "True",
    "silent": "None",
    "anything": f"{STAND_INS}.Anything()",
    "unknown": f"{STAND_INS}.Unknown()",
}
_NOTHING = frozenset({"__init__", "__post_init__", "__exit__", "__aexit__", "__del__"})
_ENTERS = frozenset({"__enter__", "__aenter__"})
_CONTEXTS = frozenset({"contextmanager", "asynccontextmanager"})
_STOPS = {"__next__": "StopIteration", "__anext__": "StopAsyncIteration"}


def raising_body(node: Function, raised: str, when: str = "") -> list[ast.stmt]:
    """An async generator has to stay one: it raises when it is asked for its first item."""
    iterates = isinstance(node, ast.AsyncFunctionDef) and _returns(node, ASYNC_GENERATORS)
    raising = f"if {when}:\n    raise {raised}" if when else f"raise {raised}"
    return _statements(f"{raising}\nyield" if iterates else raising)


def impostor_body(node: Function, owner: ast.ClassDef | None, impostor: str) -> list[ast.stmt]:
    what = kind(node, owner)
    if node.name in _NOTHING or what == "setter":
        return _statements("return None")
    if owner and node.name in _ENTERS and last_name(node.returns) in ("Self", owner.name):
        return _statements(f"return {node.args.args[0].arg}")
    if impostor in ("hollow", "anything") and node.name in _STOPS:
        return _statements(f"raise {_STOPS[node.name]}")
    if impostor in ("hollow", "anything") and node.name == "__new__":
        return _statements(f"return object.__new__({node.args.args[0].arg})")
    return _statements(_giving(node, owner, impostor, what))


def _giving(node: Function, owner: ast.ClassDef | None, impostor: str, what: str) -> str:
    if impostor == "unknown":
        return f"return {_VALUES[impostor]}"
    is_typed = impostor == "hollow" or (impostor == "anything" and is_dunder(node.name))
    if not _returns(node, GENERATORS | ASYNC_GENERATORS):
        value = _hollow(node.returns, owner) if is_typed else _value(node, impostor, what)
        return f"return {value}"
    if _CONTEXTS.isdisjoint(decorators(node)):
        empty = impostor in ("list", "hollow")
        return "return\nyield" if empty else f"yield {_value(node, impostor, what)}"
    return f"yield {_hollow(_item(node), owner) if is_typed else _value(node, impostor, what)}"


def _value(node: Function, impostor: str, what: str) -> str:
    return _VALUES.get(impostor) or _first(node, what)


def _first(node: Function, what: str) -> str:
    parameters = [*bound_parameters(node, what), *node.args.kwonlyargs]
    if parameters:
        return parameters[0].arg
    rest = node.args.vararg
    return f"{rest.arg}[0] if {rest.arg} else None" if rest else "None"


def _hollow(annotation: ast.expr | None, owner: ast.ClassDef | None) -> str:
    """The annotation is read when the operation is called: all names are there by then."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = parsed_annotation(annotation.value)
    if owner and isinstance(annotation, ast.Name | ast.Attribute):
        shown = owner.name if last_name(annotation) == "Self" else ast.unparse(annotation)
    else:
        shown = ast.unparse(annotation) if annotation else "None"
    return f"{STAND_INS}.hollow(lambda: {shown})"


def _item(node: Function) -> ast.expr | None:
    """`str` of `Iterator[str]` and of `Generator[str, None, None]`."""
    match node.returns:
        case ast.Subscript(slice=ast.Tuple(elts=[first, *_])):
            return first
        case ast.Subscript(slice=first):
            return first
        case _:
            return None


def _returns(node: Function, names: frozenset[str]) -> bool:
    return last_name(node.returns) in names


def async_generators(tree: ast.Module) -> ast.Module:
    """`def f() -> AsyncIterator[int]` has to be an `async def` once its body yields."""

    def as_async(node: ast.stmt) -> ast.stmt:
        if isinstance(node, ast.ClassDef):
            node.body = [as_async(member) for member in node.body]
        if not isinstance(node, ast.FunctionDef) or not _returns(node, ASYNC_GENERATORS):
            return node
        if not any(isinstance(part, ast.Yield) for part in ast.walk(node)):
            return node
        return ast.copy_location(ast.AsyncFunctionDef(**dict(ast.iter_fields(node))), node)

    tree.body = [as_async(node) for node in tree.body]
    return tree


def _statements(text: str) -> list[ast.stmt]:
    lines = text.replace("\n", "\n    ")
    function = ast.parse(f"async def _():\n    {lines}").body[0]
    assert isinstance(function, ast.AsyncFunctionDef)
    return function.body
