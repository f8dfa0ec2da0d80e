"""Rendered tests compare by plain `==`: where it would say something else than the one equality.

A list that stands for a declared tuple is written as that tuple. What may differ then, because a
type is not known, a value is not written out or a NaN is expected, is compared by `same`.
"""

import ast
from collections.abc import Iterator, Mapping

from brickyard.cases.declared import Types, parts_of, values_of
from brickyard.cases.kinds import expression
from brickyard.cases.model import (
    Assign,
    Case,
    Cases,
    Check,
    For,
    Give,
    Names,
    Raises,
    Step,
    With,
    walk,
)
from brickyard.cases.source import source

_LISTS = (ast.List, ast.ListComp)
_PLAIN = frozenset(
    {"int", "float", "complex", "Decimal", "Fraction", "bool", "str", "bytes", "None", "list"}
    | {"set", "frozenset", "dict", "datetime", "date", "time", "timedelta", "UUID", "Path"}
)
"""Types in which no tuple can be."""
Place = tuple[int, tuple[str, ...]]
"""A check by its line and its operands: `and` joins several on one line."""
_Held = Mapping[str, list[ast.expr]]
"""Name to what it may stand for, helpers by what they give."""


def place(step: Check) -> Place:
    return step.line, step.operands


def as_declared(cases: Cases, names: Names) -> Cases:
    """The same with tuples for lists, where a tuple is declared and the list is written out."""
    return cases.model_copy(
        update={"cases": tuple(_Declared(each, names).case() for each in cases.cases)}
    )


def differing(cases: Cases, names: Names) -> frozenset[Place]:
    """The checks of `as_declared(cases, names)` that plain Python may judge in another way."""
    found: set[Place] = set()
    for case in as_declared(cases, names).cases:
        types = Types(names)
        types.learn(case)
        expected = _Expected(_held(case, cases), case)
        found |= {
            place(step)
            for step in walk(case.steps)
            if isinstance(step, Check) and _may_differ(step, types, expected)
        }
    return frozenset(found)


class _Declared:
    """One case, written with the kinds that are declared."""

    def __init__(self, case: Case, names: Names) -> None:
        self.original, self.types = case, Types(names)
        self.types.learn(case)
        self.rows = [[*row] for row in case.table.rows] if case.table else []

    def case(self) -> Case:
        steps = tuple(self._step(step) for step in self.original.steps)
        rows = tuple(tuple(row) for row in self.rows)
        table = self.original.table
        table = table.model_copy(update={"rows": rows}) if table else None
        return self.original.model_copy(update={"steps": steps, "table": table})

    def _step(self, step: Step) -> Step:
        match step:
            case Check(ops=("==",)):
                return self._check(step)
            case Raises():
                return step.model_copy(update={"step": self._step(step.step)})
            case With() | For():
                return step.model_copy(update={"steps": tuple(map(self._step, step.steps))})
            case _:
                return step

    def _check(self, step: Check) -> Check:
        left, right = map(expression, step.operands)
        declared = self.types.of(left)
        if declared is None:
            return step
        self._column(right, declared)
        wanted = self._written(declared, right)
        if wanted is right:
            return step
        return step.model_copy(update={"operands": (step.operands[0], ast.unparse(wanted))})

    def _column(self, value: ast.expr, declared: ast.expr) -> None:
        """The cells of a column that nothing else uses."""
        columns = self.original.table.columns if self.original.table else ()
        name = value.id if isinstance(value, ast.Name) else ""
        used = ast.walk(ast.parse(source(self.original.steps)))
        if name not in columns or [getattr(node, "id", "") for node in used].count(name) != 1:
            return
        at = columns.index(name)
        for row in self.rows:
            cell = expression(row[at])
            wanted = self._written(declared, cell)
            row[at] = row[at] if wanted is cell else ast.unparse(wanted)

    def _written(self, declared: ast.expr, value: ast.expr) -> ast.expr:
        """The value as it is, or a new one with tuples in it."""
        parts = [part for part in parts_of(declared) if self.types.base(part) != "None"]
        if len(parts) != 1:
            return value
        (part,) = parts
        base = self.types.base(part)
        given = part.slice if isinstance(part, ast.Subscript) else None
        inner = given.elts if isinstance(given, ast.Tuple) else [given] if given else []
        match base, value:
            case "tuple", ast.List(elts=items) | ast.Tuple(elts=items):
                new = self._items(_each(inner, len(items)), items)
                is_new = isinstance(value, ast.List) or new is not items
                return ast.Tuple(new, ast.Load()) if is_new else value
            case "list", ast.List(elts=items) if inner:
                new = self._items(inner[:1] * len(items), items)
                return ast.List(new, ast.Load()) if new is not items else value
            case "dict", ast.Dict(values=items) if len(inner) == 2:
                new = self._items(inner[1:] * len(items), items)
                return ast.Dict(value.keys, new) if new is not items else value
            case _:
                return value

    def _items(self, declared: list[ast.expr], items: list[ast.expr]) -> list[ast.expr]:
        if len(declared) != len(items):
            return items
        new = [self._written(part, item) for part, item in zip(declared, items, strict=True)]
        return new if any(a is not b for a, b in zip(new, items, strict=True)) else items


def _each(inner: list[ast.expr], count: int) -> list[ast.expr]:
    """The type of each item of a tuple: `tuple[int, ...]` or one by one."""
    match inner:
        case [first, ast.Constant(value=value)] if value is ...:
            return [first] * count
        case _:
            return inner


class _Expected:
    """What an expected value may hold, as far as its names and helpers are written out."""

    def __init__(self, held: _Held, case: Case) -> None:
        self.held, self.case = held, case

    def tops(self, text: str) -> list[ast.expr]:
        """What the whole value is, or may be."""
        return [
            top for value in values_of(expression(text), self.case) for top in self._tops(value, ())
        ]

    def _tops(self, node: ast.expr, above: tuple[str, ...]) -> Iterator[ast.expr]:
        name = _name(node)
        if name in self.held and name not in above:
            for each in self.held[name]:
                yield from self._tops(each, (*above, name))
        elif isinstance(node, ast.BinOp):
            yield from self._tops(node.left, above)
            yield from self._tops(node.right, above)
        else:
            yield node

    def within(self, node: ast.AST) -> Iterator[ast.AST]:
        """Everything in a value, and in what its names stand for."""
        waiting = [*ast.iter_child_nodes(node)]
        seen: set[str] = set()
        while waiting:
            each = waiting.pop()
            yield each
            name = _name(each)
            if name in self.held and name not in seen:
                seen.add(name)
                waiting += self.held[name]
            waiting += ast.iter_child_nodes(each)

    def has_lists_inside(self, tops: list[ast.expr]) -> bool:
        return any(_is_list(each) for top in tops for each in self.within(top))

    def has_nan(self, tops: list[ast.expr]) -> bool:
        return any(_is_nan(each) for top in tops for each in (top, *self.within(top)))


def _may_differ(step: Check, types: Types, expected: _Expected) -> bool:
    if step.ops in (("in",), ("not in",)):
        tops = expected.tops(step.operands[0])
        return any(map(_is_list, tops)) or expected.has_nan(tops)
    if step.ops != ("==",):
        return False
    tops = expected.tops(step.operands[1])
    if expected.has_nan(tops):
        return True
    observed, inside = expression(step.operands[0]), expected.has_lists_inside(tops)
    if not inside and not any(map(_is_list, tops)):
        return False
    return _may_hold_tuples(observed, types, only_inside=not inside)


def _may_hold_tuples(observed: ast.expr, types: Types, *, only_inside: bool) -> bool:
    """Whether a tuple may come where a list is expected. `only_inside`: no list is in another."""
    match observed:
        case ast.Attribute(attr="json"):
            return False
        case ast.Call(func=ast.Attribute(attr="split" | "splitlines", value=value)) if isinstance(
            value, ast.Attribute
        ) and value.attr in ("stdout", "stderr"):
            return False
        case ast.Attribute(attr="calls") | ast.ListComp():
            return not only_inside
        case ast.Call(func=ast.Name(id="list" | "sorted")):
            return not only_inside
        case _:
            declared = types.of(observed)
    if declared is None:
        return True
    named = {node.id for node in ast.walk(declared) if isinstance(node, ast.Name)}
    bases = {types.base(part) for part in parts_of(declared)}
    is_list = only_inside and bases <= {"list", "None"}
    plain = _PLAIN | {"tuple"} if is_list else _PLAIN
    return not named <= plain - types.names.offers.keys()


def _held(case: Case, cases: Cases) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    given = [(each.target, each.value) for each in cases.constants]
    given += [
        (helper.name, step.value)
        for helper in cases.helpers
        for step in walk(helper.steps)
        if isinstance(step, Give | Assign) and step.value
    ]
    given += [(each.target, each.value) for each in walk(case.steps) if isinstance(each, Assign)]
    for name, text in given:
        found.setdefault(name, []).append(expression(text))
    return found


def _name(node: ast.AST) -> str:
    """What a name or the call of one stands for."""
    match node:
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            return name
        case _:
            return ""


def _is_list(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="list" | "sorted")):
            return True
        case _:
            return isinstance(node, _LISTS)


def _is_nan(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="nan"):
            return True
        case ast.Call(func=ast.Name(id="float" | "Decimal"), args=[ast.Constant(value=str(text))]):
            return text.strip().lower().lstrip("+-") in ("nan", "snan")
        case _:
            return False
