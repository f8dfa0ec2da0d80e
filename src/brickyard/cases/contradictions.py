"""Cases that cannot both hold: the same calls, and expectations that exclude each other."""

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from brickyard.cases.equality import same
from brickyard.cases.flow import flow
from brickyard.cases.kinds import expression
from brickyard.cases.model import Assign, Cases, Names
from brickyard.cases.script import Flow, Judged
from brickyard.record.keys import digest

_NOT_KNOWN = object()


class Expectation(NamedTuple):
    """What is wanted of the last of some calls. `left`: what is looked at, with `_` for what the
    call gave; `value`: the value wanted of it, or the name of an exception."""

    raises: bool
    left: str
    value: Any
    shown: str


def situations(cases: Cases, names: Names) -> dict[str, list[Expectation]]:
    """For a file with one case: what was done up to some call, and what is wanted of it then.

    Only what is certain: values that are written out, in cases without blocks.
    """
    (case,) = cases.cases
    found = flow(case, cases, names)
    if any(play.inside for play in found.script.plays) or (case.table and case.table.computed):
        return {}
    rows = case.table.rows if case.table else ((),)
    columns = case.table.columns if case.table else ()
    result: dict[str, list[Expectation]] = {}
    for row in rows:
        for key, wanted in _row(found, dict(zip(columns, row, strict=True))):
            result.setdefault(key, []).append(wanted)
    return result


def contradiction(
    one: Mapping[str, Sequence[Expectation]], other: Mapping[str, Sequence[Expectation]]
) -> str:
    """Why two cases cannot both hold; nothing if they can, as far as one can tell."""
    for key in one.keys() & other.keys():
        for first in one[key]:
            for second in other[key]:
                if _exclude(first, second):
                    return f"one expects {first.shown} and the other {second.shown}"
    return ""


def _row(found: Flow, cells: Mapping[str, str]) -> Iterator[tuple[str, Expectation]]:
    plays = [filled(play.text, cells) for play in found.script.plays]
    held = dict(cells)
    for step in found.outside:
        if isinstance(step, Assign) and step.target.isidentifier() and not step.op:
            held[step.target] = filled(step.value, held)
        if isinstance(step, Judged):
            play = step.play or _last_play(step, held)
            wanted = _expectation(step, held, play)
            if play and wanted:
                yield digest([list(found.script.helpers), plays[:play]]), wanted


def _expectation(step: Judged, held: Mapping[str, str], play: int) -> Expectation | None:
    first = step.operands[0].text
    if step.ops == ("raises",):
        return Expectation(True, "_", first, first)
    if step.ops not in (("==",), ("is",)) or any(one.needs_package for one in step.operands):
        return None
    left = filled(first, held).replace(f"_{play}", "_")
    text = filled(step.operands[1].text, held)
    value = _literal(text)
    return None if value is _NOT_KNOWN else Expectation(False, left, value, text)


def _last_play(step: Judged, held: Mapping[str, str]) -> int:
    text = filled(step.operands[0].text, held)
    names = (node.id for node in ast.walk(expression(text)) if isinstance(node, ast.Name))
    return max(
        (int(name[1:]) for name in names if name[:1] == "_" and name[1:].isdigit()), default=0
    )


def _exclude(one: Expectation, other: Expectation) -> bool:
    if one.raises and other.raises:
        return _unrelated(one.value, other.value)
    if one.raises or other.raises:
        return True
    return one.left == other.left and not (
        same(one.value, other.value) or same(other.value, one.value)
    )


def _unrelated(one: str, other: str) -> bool:
    """Both are Python's own, and neither is a kind of the other."""
    first, second = getattr(builtins, one, None), getattr(builtins, other, None)
    if not isinstance(first, type) or not isinstance(second, type):
        return False
    return not issubclass(first, second) and not issubclass(second, first)


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return _NOT_KNOWN


def filled(text: str, held: Mapping[str, str]) -> str:
    """With what names stand for in their place."""
    tree = Filler(held).visit(ast.parse(text))
    return ast.unparse(tree)


_CONVERSIONS = {-1: str, ord("s"): str, ord("r"): repr, ord("a"): ascii}


class Filler(ast.NodeTransformer):
    def __init__(self, held: Mapping[str, str]) -> None:
        self.held = held

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.held:
            return expression(self.held[node.id])
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """A text where everything in it is known: not every value can stand in an f-string."""
        self.generic_visit(node)
        parts = [_formatted(part) for part in node.values]
        texts = [part.value for part in parts if isinstance(part, ast.Constant)]
        if len(texts) == len(parts):
            return ast.Constant("".join(map(str, texts)))
        joined = ast.Attribute(ast.Constant(""), "join", ast.Load())
        return ast.Call(joined, [ast.List(parts, ast.Load())], [])


def _formatted(part: ast.expr) -> ast.expr:
    """A field of an f-string as a text, if it is known, else as the call that makes it."""
    match part:
        case ast.FormattedValue(value=ast.Constant(value=value), format_spec=None):
            return ast.Constant(_CONVERSIONS[part.conversion](value))
        case ast.FormattedValue(value=value):
            names = {ord("r"): "repr", ord("a"): "ascii"}
            shown = ast.Call(ast.Name(names.get(part.conversion, "str")), [value], [])
            given = [value if part.conversion < 0 else shown, *filter(None, [part.format_spec])]
            return ast.Call(ast.Name("format"), given, [])
        case _:
            return part
