"""How large the values of a case are, found without making them."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, cast

from brickyard.evidence.expressions import expression, is_expression

_AS_LARGE = frozenset({"list", "tuple", "set", "frozenset", "bytes", "bytearray", "str"})
Size = tuple[int, int]
"""How many parts or characters, and how many lines; both the value itself for a number."""


def sizes(value: Any) -> set[int]:
    """The whole numbers in it, and how many parts, characters or lines its parts have."""
    written = re.findall(r"\d[\d_]*", json.dumps(value))
    return {int(one.replace("_", "")) for one in written} | set(_sizes(value))


def text_sizes(source: str) -> set[int]:
    """The same of a Python expression."""
    return sizes({"$py": source})


def _sizes(value: Any) -> Iterator[int]:
    if is_expression(value):
        try:
            yield from _size(expression(value))
        except ValueError:
            return
    elif isinstance(value, str):
        yield from (len(value), len(value.splitlines()))
    elif isinstance(value, (list, tuple)):
        yield len(cast("list[Any]", value))
        for one in cast("list[Any]", value):
            yield from _sizes(one)
    elif isinstance(value, dict):
        for one in cast("dict[str, Any]", value).values():
            yield from _sizes(one)


def _size(node: ast.expr) -> Size:
    match node:
        case ast.Constant(value=str(text)):
            return len(text), text.count("\n")
        case ast.Constant(value=bytes(data)):
            return len(data), data.count(b"\n")
        case ast.Constant(value=int(number)):
            return number, number
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return len(parts), len(parts)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _combined(_size(left), _size(right), product=True)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _combined(_size(left), _size(right), product=False)
        case ast.Call(func=ast.Name(id="range"), args=[*bounds], keywords=[]):
            count = _count([_size(bound)[0] for bound in bounds])
            return count, count
        case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _AS_LARGE:
            return _size(inner)
        case _:
            return 0, 0


def _combined(one: Size, other: Size, *, product: bool) -> Size:
    if product:
        return one[0] * other[0], one[1] * other[1]
    return one[0] + other[0], one[1] + other[1]


def _count(bounds: list[int]) -> int:
    """Of `range`; none where it has a step, which nobody needs here."""
    start, stop = {1: (0, *bounds), 2: tuple(bounds)}.get(len(bounds), (0, 0))
    return max(0, stop - start)
