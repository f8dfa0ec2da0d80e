"""Small wrong versions of a module, one change each. Standard library only: it is copied into the
sandbox and runs there too.

Only what a body does is changed: no docstring, annotation, default, log text or message, and
nothing that compiles to the bytecode it had before.
"""

import ast
import copy
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, cast

CAP = 12
"""Mutants of one function at most."""

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_SPEAKERS = frozenset({
    "debug", "info", "warning", "warn", "error", "exception", "critical", "log",
    "add_argument", "ArgumentParser", "add_parser", "getLogger",
})  # fmt: skip
"""Calls whose texts are for people: changing those changes no behaviour that a test must see."""

_CAPTIONS = frozenset({"help", "description", "epilog", "usage", "metavar", "prog", "title"})
"""Keyword arguments that hold such texts."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """`code` is the changed function; `before` and `after` are the changed part as text."""

    function: str
    line: int
    before: str
    after: str
    code: CodeType

    @property
    def name(self) -> str:
        return f"{self.function}:{self.line}: {self.before} → {self.after}"


def mutants(source: str, filename: str, lines: Iterable[int], cap: int = CAP) -> list[Mutant]:
    """The mutants of the functions in `source` on these lines; the same ones every time."""
    tree = ast.parse(source)
    wanted = set(lines)
    originals = _functions(compile(tree, filename, "exec"))
    found: list[Mutant] = []
    for name, node in _outermost(tree):
        places = [one for one in _places(node) if one.line in wanted]
        random.Random(f"{filename}:{name}").shuffle(places)
        found += _changed(tree, filename, name, places, originals, cap)
    return sorted(found, key=lambda one: (one.line, one.name))


@dataclass(frozen=True)
class _Place:
    """Where to put `new`: as `field` of `parent`, at `index` if that is a list."""

    parent: ast.AST
    field: str
    index: int | None
    new: Any
    line: int


def _changed(
    tree: ast.Module,
    filename: str,
    name: str,
    places: list[_Place],
    originals: dict[str, CodeType],
    cap: int,
) -> Iterator[Mutant]:
    seen = {_signature(originals[name])}
    for place in places:
        if len(seen) > cap:
            return
        before = _put(place, place.new)
        try:
            code = _functions(compile(tree, filename, "exec"))[name]
        except (SyntaxError, ValueError):
            continue
        finally:
            _put(place, before)
        same_frame = code.co_freevars == originals[name].co_freevars
        if same_frame and (signature := _signature(code)) not in seen:
            seen.add(signature)
            yield Mutant(name, place.line, _text(before), _text(place.new), code)


def _put(place: _Place, value: Any) -> Any:
    """Put `value` there; what was there before."""
    holder = getattr(place.parent, place.field)
    if place.index is None:
        setattr(place.parent, place.field, value)
        return holder
    before = holder[place.index]
    holder[place.index] = value
    return before


def _signature(code: CodeType) -> tuple[Any, ...]:
    """What makes a difference when it runs: no line numbers, no names of variables."""
    constants = tuple(
        _signature(one) if isinstance(one, CodeType) else (type(one).__name__, repr(one))
        for one in code.co_consts
    )
    return (code.co_code, constants, code.co_names, code.co_freevars, code.co_exceptiontable)


def _functions(module: CodeType) -> dict[str, CodeType]:
    """Outermost functions by qualified name, those in classes too."""
    found: dict[str, CodeType] = {}

    def visit(code: CodeType) -> None:
        for one in code.co_consts:
            if isinstance(one, CodeType):
                if one.co_flags & 0x2:  # CO_NEWLOCALS: a function, not the body of a class
                    found[one.co_qualname] = one
                else:
                    visit(one)

    visit(module)
    return found


def _outermost(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _outermost(node, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            yield from _outermost(node, prefix)


def _places(function: Function) -> Iterator[_Place]:
    """Every change to the body of a function that changes one thing."""
    waiting: list[tuple[ast.AST, str, int | None, Any]] = [
        (function, "body", number, node) for number, node in enumerate(function.body)
    ]
    while waiting:
        parent, field, index, node = waiting.pop()
        if _is_text(parent, field, node):
            continue
        for new in _changes(node, parent):
            yield _Place(parent, field, index, new, _line(node))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "args", "type_params") and (
                not isinstance(node, ast.Call)
            ):
                continue
            if isinstance(value, list):
                each = enumerate(cast("list[Any]", value))
                waiting += [(node, name, number, one) for number, one in each if _is_node(one)]
            elif _is_node(value):
                waiting.append((node, name, None, value))


def _line(node: Any) -> int:
    return node.iter.lineno if isinstance(node, ast.comprehension) else getattr(node, "lineno", 0)


def _is_node(value: Any) -> bool:
    return isinstance(
        value, (ast.expr, ast.stmt, ast.ExceptHandler, ast.comprehension, ast.keyword)
    )


def _is_text(parent: ast.AST, field: str, node: Any) -> bool:
    """A docstring, what is raised or logged for people, and an assertion's message."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return isinstance(node.value.value, str)
    if isinstance(parent, ast.Raise) or (isinstance(parent, ast.Assert) and field == "msg"):
        return True
    if isinstance(node, ast.keyword) and node.arg in _CAPTIONS:
        return True
    if isinstance(parent, ast.FormattedValue) and field == "format_spec":
        return True
    return isinstance(node, ast.Call) and _called(node) in _SPEAKERS


def _called(node: ast.Call) -> str:
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def _changes(node: Any, parent: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _ARITHMETIC:
        yield _with(node, op=_ARITHMETIC[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node, parent)
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield _with(node, test=ast.UnaryOp(op=ast.Not(), operand=node.test))
    elif isinstance(node, ast.Return) and not _is_none(node.value):
        yield _with(node, value=ast.Constant(value=None))
    elif isinstance(node, ast.Break):
        yield ast.copy_location(ast.Continue(), node)
    elif isinstance(node, ast.Continue):
        yield ast.copy_location(ast.Break(), node)
    elif isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await)):
        yield ast.copy_location(ast.Pass(), node)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield _with(node, ifs=[])


def _compared(node: ast.Compare) -> Iterator[ast.AST]:
    for number, operator in enumerate(node.ops):
        operators = [*node.ops]
        operators[number] = _COMPARE[type(operator)]()
        yield _with(node, ops=operators)


def _constants(node: ast.Constant, parent: ast.AST) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(parent, ast.JoinedStr):
        return
    if isinstance(value, bool):
        yield _with(node, value=not value)
    elif isinstance(value, (int, float)):
        yield _with(node, value=value + 1)
    elif isinstance(value, str):
        yield _with(node, value="" if value else "x")
    elif isinstance(value, bytes):
        yield _with(node, value=b"" if value else b"x")


def _with(node: Any, **changes: Any) -> Any:
    new = copy.copy(node)
    for name, value in changes.items():
        setattr(new, name, value)
    return ast.fix_missing_locations(new)


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _text(node: Any) -> str:
    """The changed part as a person writes it, its first line only."""
    shown = copy.copy(node)
    for body in ("body", "orelse"):
        if isinstance(node, (ast.If, ast.While)) and hasattr(shown, body):
            setattr(shown, body, [ast.Pass()] if body == "body" else [])
    if isinstance(node, ast.comprehension):
        return "if " + " if ".join(map(ast.unparse, node.ifs)) if node.ifs else "no condition"
    return ast.unparse(shown).split("\n")[0].removesuffix(":")
