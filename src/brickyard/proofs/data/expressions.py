"""Values that JSON cannot say: `{"$py": "Money(3, 'EUR')"}`, a small and safe part of Python."""

import ast
from collections.abc import Collection, Iterator
from typing import Any, cast

from brickyard.interfaces.syntax import last_name
from brickyard.proofs.data.scope import Scope

PY = "$py"
STANDARD = {
    "Decimal": "decimal",
    "Fraction": "fractions",
    "Path": "pathlib",
    "UTC": "datetime",
    "UUID": "uuid",
    "date": "datetime",
    "datetime": "datetime",
    "time": "datetime",
    "timedelta": "datetime",
    "timezone": "datetime",
}
"""Names that expressions may use, and where they come from."""

BUILTINS = frozenset(
    {"bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset"}
    | {"int", "list", "range", "set", "str", "tuple"}
)
_MAKERS = frozenset({"fromhex", "fromisoformat", "fromkeys", "fromordinal"})
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
}
SIGNS: dict[type[ast.unaryop], str] = {ast.USub: "-", ast.UAdd: "+", ast.Not: "not "}


def is_expression(value: Any) -> bool:
    return isinstance(value, dict) and list(cast("dict[str, Any]", value)) == [PY]


def expression(value: Any) -> ast.expr:
    """The expression in `{"$py": …}`; raises ValueError when it is not one."""
    source = value[PY]
    if not isinstance(source, str):
        raise ValueError("`$py` holds a Python expression as text")
    try:
        return ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{source!r} is not a Python expression") from error


def wrong_values(value: Any, scope: Scope, saved: Collection[str]) -> Iterator[str]:
    """What is wrong in a value of a case, wherever it is nested."""
    if is_expression(value):
        try:
            yield from _wrong(expression(value), scope, saved)
        except ValueError as error:
            yield str(error)
    elif isinstance(value, dict):
        for key, one in cast("dict[str, Any]", value).items():
            yield from wrong_values(key, scope, saved)
            yield from wrong_values(one, scope, saved)
    elif isinstance(value, (list, tuple)):
        for one in cast("list[Any]", value):
            yield from wrong_values(one, scope, saved)
    elif isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            yield f"{value[:20]!r} holds half of a surrogate pair, which no file can hold"
    elif isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        yield f'write {value} as {{"$py": "float(\'{value}\')"}}'
    elif value is not None and not isinstance(value, (bool, int, float)):
        yield f"{value!r} is not JSON"


def _wrong(node: ast.expr, scope: Scope, saved: Collection[str]) -> Iterator[str]:
    shown = ast.unparse(node)
    match node:
        case ast.Constant():
            return
        case ast.Name(id=name):
            yield from _wrong_name(name, scope, saved)
        case ast.Attribute(attr=name) if name.startswith("_"):
            yield f"'{shown}' reads a private name"
        case ast.Attribute(value=ast.Name(id=brick), attr=name) if (
            brick in scope.names and brick not in saved
        ):
            if brick not in scope.owners(name):
                yield f"brick '{brick}' declares no class or constant '{name}'"
        case ast.Attribute(value=value, attr=name):
            yield from _wrong(value, scope, saved)
            yield from _wrong_member(value, name, scope, saved)
        case ast.UnaryOp(op=operator, operand=operand) if type(operator) in SIGNS:
            yield from _wrong(operand, scope, saved)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            yield from _wrong(left, scope, saved)
            yield from _wrong(right, scope, saved)
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from _wrong(item, scope, saved)
        case ast.Dict(keys=keys, values=values) if None not in keys:
            for item in (*keys, *values):
                yield from _wrong(cast("ast.expr", item), scope, saved)
        case ast.Call(func=function, args=arguments, keywords=keywords):
            yield from _wrong_call(function, scope, saved)
            for keyword in keywords:
                if keyword.arg is None:
                    yield f"'{shown}' unpacks with **; write the arguments out"
            for item in (*arguments, *(keyword.value for keyword in keywords)):
                yield from _wrong(item, scope, saved)
        case _:
            yield (
                f"'{shown}' is more than an expression in a case may be: literals, containers, "
                "+ - * /, classes of the interfaces, and " + ", ".join(sorted(STANDARD))
            )


def _wrong_member(
    value: ast.expr, name: str, scope: Scope, saved: Collection[str]
) -> Iterator[str]:
    """A member that an enum does not have: no code could ever meet such a case."""
    owner = last_name(value)
    if isinstance(value, ast.Name) and owner in saved:
        return
    members = scope.enum_members(owner)
    if members and name not in (*members, "name", "value"):
        yield f"'{owner}' has no member '{name}'; it has {', '.join(members)}"


def _wrong_call(function: ast.expr, scope: Scope, saved: Collection[str]) -> Iterator[str]:
    match function:
        case ast.Name(id=name) if name not in saved:
            yield from _wrong_name(name, scope, saved)
        case ast.Attribute(value=ast.Name(id=name), attr=method) if (
            name in STANDARD or name in BUILTINS
        ) and method in _MAKERS:
            return
        case ast.Attribute(value=ast.Name(id=brick)) if brick in scope.names:
            yield from _wrong(function, scope, saved)
        case _:
            yield f"'{ast.unparse(function)}(…)' calls a method; make it a step of its own"


def _wrong_name(name: str, scope: Scope, saved: Collection[str]) -> Iterator[str]:
    if name in saved or name in STANDARD or name in BUILTINS:
        return
    owners = scope.owners(name)
    if len(owners) > 1:
        yield f"'{name}' is declared in {' and '.join(owners)}; write '{owners[0]}.{name}'"
    elif not owners:
        yield (
            f"'{name}' is neither saved by a step before, nor declared in an interface, "
            f"nor one of {', '.join(sorted(STANDARD))}"
        )
