"""Values of cases as Python text, in the type that the interface asks for."""

import ast
import builtins
import keyword
from typing import Any, cast

from brickyard.interfaces.syntax import last_name, parsed_annotation
from brickyard.proofs.data.expressions import OPERATORS, SIGNS, STANDARD, expression, is_expression
from brickyard.proofs.data.layout import Block, Doc, Pair, Text, flat, text
from brickyard.proofs.data.scope import Scope
from brickyard.proofs.data.targets import without_none

_FROM_TEXT = {
    "Path": "Path(",
    "Decimal": "Decimal(",
    "date": "date.fromisoformat(",
    "datetime": "datetime.fromisoformat(",
}
_BRACKETS = {"tuple": ("(", ")"), "set": ("{", "}"), "frozenset": ("frozenset({", "})")}
_TAKEN = frozenset(
    {
        "assert_same",
        "pytestmark",
        "support",
        "capsys",
        "caught",
        "empty_folder",
        "folder",
        "is_same",
        "is_same_number",
        "monkeypatch",
    }
    | {
        "printed",
        "pytest",
        "ran",
        "read",
        "run",
        "tmp_path",
        "write",
        "io",
        "sys",
        "math",
        "fields",
    }
    | {"StandIn", "stand_in", "threading", "json_of"}
    | {"Run", "Ran", "Callable", "dataclass", "is_dataclass", "item", *STANDARD, *keyword.kwlist}
    | set(dir(builtins))
)


class Names:
    """The names that one test file uses: imports with aliases where two would clash."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.imports: dict[str, set[tuple[str, str]]] = {}
        self.saved: dict[str, str] = {}

    def of_brick(self, brick: str, name: str) -> str:
        homes = [other for other, names in self._scope.names.items() if name in names]
        clash = len(homes) > 1 or name in _TAKEN or name.lower().startswith("test")
        local = f"{brick.replace('.', '_')}_{name}" if clash else name
        self.imports.setdefault(f"{self._scope.plan.package}.{brick}", set()).add((name, local))
        return local

    def standard(self, name: str) -> str:
        self.imports.setdefault(STANDARD[name], set()).add((name, name))
        return name

    def save(self, name: str) -> str:
        public = {known for names in self._scope.names.values() for known in names}
        clash = name in _TAKEN or name in public or name.startswith("test")
        self.saved[name] = f"saved_{name}" if clash else name
        return self.saved[name]

    def resolve(self, name: str) -> str:
        """A name as an expression of a case writes it, as it is called in the test file."""
        if name in self.saved:
            return self.saved[name]
        owners = self._scope.owners(name)
        if owners:
            return self.of_brick(owners[0], name)
        return self.standard(name) if name in STANDARD else name

    def is_brick(self, name: str) -> bool:
        return name in self._scope.names and name not in self.saved


def literal(value: Any, names: Names, annotation: Any = None) -> Doc:
    """JSON as Python; a list becomes a tuple or a set, a text a Path, where the type says so."""
    if is_expression(value):
        return _expression(expression(value), names)
    wanted = _wanted(annotation)
    base = last_name(wanted)
    if isinstance(value, dict):
        inner = _inner(wanted)
        items = cast("dict[str, Any]", value).items()
        pairs = [Pair(f"{text(key)}: ", literal(one, names, inner[-1])) for key, one in items]
        return Block("{", tuple(pairs), "}")
    if isinstance(value, (list, tuple)):
        return _sequence(list(cast("list[Any]", value)), names, base, _inner(wanted))
    if isinstance(value, str) and base in _FROM_TEXT:
        names.standard(base)
        return Block(_FROM_TEXT[base], (Text(value),), ")", is_call=True)
    return Text(value) if isinstance(value, str) else repr(value)


def _wanted(annotation: Any) -> ast.expr | None:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = parsed_annotation(annotation.value)
    return without_none(annotation) if isinstance(annotation, ast.expr) else None


def _inner(annotation: ast.expr | None) -> list[ast.expr | None]:
    """What is in the brackets of `list[int]` or `tuple[int, str]`; at least one entry."""
    match annotation:
        case ast.Subscript(slice=ast.Tuple(elts=parts)):
            return [*parts]
        case ast.Subscript(slice=part):
            return [part]
        case _:
            return [None]


def _sequence(value: list[Any], names: Names, base: str, inner: list[ast.expr | None]) -> Doc:
    fixed = base == "tuple" and len(inner) == len(value) and not _is_open(inner)
    kinds = inner if fixed else [inner[0]] * len(value)
    items = tuple(literal(one, names, kind) for one, kind in zip(value, kinds, strict=True))
    if not value and base in ("set", "frozenset"):
        return f"{base}()"
    opening, close = _BRACKETS.get(base, ("[", "]"))
    return Block(opening, items, close)


def _is_open(inner: list[ast.expr | None]) -> bool:
    return isinstance(inner[-1], ast.Constant) and inner[-1].value is ...


def _expression(node: ast.expr, names: Names) -> Doc:
    match node:
        case ast.Constant(value=str(value)):
            return Text(value)
        case ast.Constant(value=bytes(value)):
            return _bytes(value)
        case ast.Constant(value=value):
            return "..." if value is ... else repr(value)
        case ast.Name(id=name):
            return names.resolve(name)
        case ast.Attribute(value=ast.Name(id=brick), attr=name) if names.is_brick(brick):
            return names.of_brick(brick, name)
        case ast.Attribute(value=value, attr=name):
            return f"{flat(_expression(value, names))}.{name}"
        case ast.UnaryOp(op=operator, operand=operand):
            return f"{SIGNS[type(operator)]}{_nested(operand, names)}"
        case ast.BinOp(left=left, op=operator, right=right):
            sign = OPERATORS[type(operator)]
            return f"{_nested(left, names)} {sign} {_nested(right, names)}"
        case ast.Call(func=function, args=arguments, keywords=keywords):
            items: list[Doc] = [_expression(one, names) for one in arguments]
            items += [Pair(f"{one.arg}=", _expression(one.value, names)) for one in keywords]
            return Block(f"{flat(_expression(function, names))}(", tuple(items), ")", is_call=True)
        case ast.Dict(keys=keys, values=values):
            pairs = [
                Pair(
                    f"{flat(_expression(cast('ast.expr', key), names))}: ", _expression(one, names)
                )
                for key, one in zip(keys, values, strict=True)
            ]
            return Block("{", tuple(pairs), "}")
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            opening, close = {ast.List: "[]", ast.Tuple: "()", ast.Set: "{}"}[type(node)]
            return Block(opening, tuple(_expression(one, names) for one in elements), close)
        case _:
            raise ValueError(f"{ast.unparse(node)!r} cannot be written in a test")


def _nested(node: ast.expr, names: Names) -> str:
    shown = flat(_expression(node, names))
    return f"({shown})" if isinstance(node, (ast.BinOp, ast.UnaryOp)) else shown


def _bytes(value: bytes) -> str:
    shown = repr(value)
    return f'b"{shown[2:-1]}"' if shown[1] == "'" and '"' not in shown else shown
