"""How large the values are that a case hands to its timed call, found without making them."""

import ast
from collections.abc import Iterable, Iterator

from brickyard.cases.words import BARE
from brickyard.values import Value

_AS_LARGE = frozenset({"list", "tuple", "bytes", "bytearray"})
_OF_DIFFERENT = frozenset({"set", "frozenset"})
_SMALL = _OF_DIFFERENT | {"bool", "complex", "dict", "float", "int", "str", *BARE}
"""What they make is not as large as what they are given."""


class Sizes(Value):
    """How many parts containers have, how many lines and characters texts; and whole arguments
    that are numbers. Digits within a text, such as those of a date, are no size."""

    parts: frozenset[int] = frozenset()
    lines: frozenset[int] = frozenset()
    characters: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()

    def __or__(self, other: "Sizes") -> "Sizes":
        names = type(self).model_fields
        return Sizes(**{name: getattr(self, name) | getattr(other, name) for name in names})


def joined(found: Iterable[Sizes]) -> Sizes:
    whole = Sizes()
    for one in found:
        whole |= one
    return whole


def sizes_of(text: str, call: str) -> Sizes:
    """Of what the timed call of a case is given: by itself, by the names that it uses, and by what
    else was done with those; and of every file that the case writes."""
    tree = ast.parse(text)
    own = {"write", *_names(tree, ast.Store)}
    own |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {"write", *_names(ast.parse(call))}
    found = Sizes()
    for statement in reversed(_statements(tree)):
        if used & (names := own & _names(statement)):
            used |= names
            found |= _given(statement)
    return found | _given(ast.parse(call))


def _statements(tree: ast.Module) -> list[ast.stmt]:
    """Of the case, after those of its helpers."""
    return [part for node in tree.body for part in (getattr(node, "body", None) or [node])]


def _names(tree: ast.AST, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    every = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {node.id for node in every if isinstance(node.ctx, context)}


def _given(tree: ast.AST) -> Sizes:
    """Of values that get a name, and of what is handed to calls."""
    kept = (ast.Assign, ast.Expr, ast.Return)
    values = [node.value for node in ast.walk(tree) if isinstance(node, kept) and node.value]
    return joined(map(_handed, values))


def _handed(node: ast.expr) -> Sizes:
    match node:
        case ast.Await(value=inner) | ast.ListComp(generators=[ast.comprehension(iter=inner)]):
            return _handed(inner)
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call() as inner]) if not _size(inner):
            return _handed(inner)
        case ast.Call(func=function, args=arguments, keywords=keywords) if not _makes(function):
            own = [function.value] if isinstance(function, ast.Attribute) else []
            each = (*arguments, *(one.value for one in keywords))
            return joined((*map(_sizes, own), *map(_argument, each)))
        case _:
            return _argument(node)


def _makes(function: ast.expr) -> bool:
    """Whether a call of it is a value of Python's own, which says itself how large it is."""
    return isinstance(function, ast.Name) and function.id in {*_SMALL, *_AS_LARGE, "range"}


def _argument(node: ast.expr) -> Sizes:
    """A whole argument may also be a number by itself, of a command as its digits."""
    match node:
        case ast.Constant(value=str(text)) if text.isdecimal():
            return Sizes(numbers=frozenset({int(text)}))
        case _ if (number := _number(node)) is not None:
            return Sizes(numbers=frozenset({number}))
        case _:
            return _sizes(node)


def _parts(count: int) -> Sizes:
    return Sizes(parts=frozenset({count}))


def _text(characters: int, lines: int) -> Sizes:
    return Sizes(characters=frozenset({characters}), lines=frozenset({lines}))


def _sizes(node: ast.expr) -> Sizes:
    if (size := _size(node)) is not None:
        return joined((size, *map(_sizes, _held(node)))) if any(_counts(size)) else size
    match node:
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords):
            return joined((_parts(len(keywords)), *(_sizes(one.value) for one in keywords)))
        case ast.Call(func=ast.Name(id=name)) if name in _SMALL:
            return Sizes()
        case ast.Call(args=arguments, keywords=keywords):
            return joined(map(_sizes, (*arguments, *(one.value for one in keywords))))
        case _:
            return Sizes()


def _counts(size: Sizes) -> Iterator[int]:
    yield from (*size.parts, *size.characters)


def _size(node: ast.expr) -> Sizes | None:
    """Of the text or container that it makes; None for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return _text(len(text), text.count("\n"))
        case ast.Constant(value=bytes(data)):
            return _text(len(data), data.count(b"\n"))
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
            return _parts(len(_held(node)))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _times(left, right) or _times(right, left)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _sum(_size(left), _size(right))
        case ast.Call(func=function, args=[*arguments], keywords=[]):
            return _made(function, arguments)
        case _:
            return None


def _held(node: ast.expr) -> list[ast.expr]:
    """The parts that are written out in what makes a container."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return parts
        case ast.Dict(values=values):
            return values
        case ast.BinOp(left=left, right=right):
            return [*_held(left), *_held(right)]
        case ast.Call(func=ast.Name(), args=arguments):
            return [part for one in arguments for part in _held(one)]
        case _:
            return []


def _made(function: ast.expr, arguments: list[ast.expr]) -> Sizes | None:
    match function, arguments:
        case ast.Name(id="range"), [*bounds]:
            count = _count([_number(bound) for bound in bounds])
            return None if count is None else _parts(count)
        case ast.Name(id="bytes" | "bytearray"), [ast.Constant(value=int(count))]:
            return _text(count, 0)
        case ast.Name(id=name), [inner] if name in _AS_LARGE:
            return _size(inner)
        case ast.Name(id=name), [inner] if name in _OF_DIFFERENT and _is_range(inner):
            return _size(inner)
        case ast.Attribute(attr="fromkeys"), [inner, *_] if _is_range(inner):
            return _size(inner)
        case _:
            return None


def _is_range(node: ast.expr) -> bool:
    """The same part many times is one in a set."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "range"


def _times(what: ast.expr, count: ast.expr) -> Sizes | None:
    one, number = _size(what), _number(count)
    if one is None or number is None:
        return None
    return Sizes(
        parts=frozenset(each * number for each in one.parts),
        lines=frozenset(each * number for each in one.lines),
        characters=frozenset(each * number for each in one.characters),
    )


def _sum(one: Sizes | None, other: Sizes | None) -> Sizes | None:
    if one is None or other is None:
        return None
    return Sizes(
        parts=_sums(one.parts, other.parts),
        lines=_sums(one.lines, other.lines),
        characters=_sums(one.characters, other.characters),
    )


def _sums(some: frozenset[int], others: frozenset[int]) -> frozenset[int]:
    return frozenset(one + other for one in some for other in others)


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return number
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            one, other = _number(left), _number(right)
            return None if one is None or other is None else one * other
        case _:
            return None


def _count(bounds: list[int | None]) -> int | None:
    """Of `range`; none where it has a step, which nobody needs here."""
    match bounds:
        case [int(stop)]:
            return max(0, stop)
        case [int(start), int(stop)]:
            return max(0, stop - start)
        case _:
            return None
