"""Expectations that no value of the declared type can meet: told when a case comes in.

Only what is certain is told. What is not declared, or may be anything, is let through.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress

from brickyard.cases.equality import approx
from brickyard.cases.kinds import expression
from brickyard.cases.model import Assign, Case, Check, Names, walk
from brickyard.cases.renaming import bindings
from brickyard.cases.syntax import Unreadable, say

_NUMBERS = frozenset({"int", "float"})
_MEETS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("int", "float", "complex"), _NUMBERS | {"bool"}),
    **dict.fromkeys(("Decimal", "Fraction"), _NUMBERS),
    **{name: frozenset({name}) for name in ("bool", "str", "bytes", "None", "list", "set")},
    **{name: frozenset({name}) for name in ("dict", "datetime", "time", "timedelta")},
    **{name: frozenset({name}) for name in ("UUID", "Path")},
    "tuple": frozenset({"list", "tuple"}),
    "frozenset": frozenset({"set", "frozenset"}),
    "date": frozenset({"date", "datetime"}),
}
"""Declared types, and the kinds of expected values that one of theirs can be the same as."""
_BELOW: dict[str, tuple[str, ...]] = {
    "int": ("bool",),
    "float": ("int", "bool"),
    "complex": ("float", "int", "bool"),
    "date": ("datetime",),
}
"""Types whose values are also of the declared one."""
_CALLS = {name: name for name in _MEETS} | {"Decimal": "int", "Fraction": "int"}
_LITERALS: dict[type[ast.expr], str] = {
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.JoinedStr: "str",
    ast.List: "list",
    ast.ListComp: "list",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Tuple: "tuple",
}


def impossible(case: Case, names: Names) -> Iterator[Unreadable]:
    """Each check of a case that no code as declared can pass."""
    types = Types(names)
    types.learn(case)
    for step in walk(case.steps):
        if isinstance(step, Check) and "approx" not in names.offers:
            yield from _too_wide(step, case)
        if isinstance(step, Check) and step.ops in (("==",), ("is",)):
            yield from _checked(step, case, types)


def _checked(step: Check, case: Case, types: "Types") -> Iterator[Unreadable]:
    left, right = map(expression, step.operands)
    for observed, expected in ((left, right), (right, left)):
        match observed:
            case ast.Call(func=ast.Name(id="type"), args=[value]):
                declared = types.of(value)
                if declared is not None and not types.may_be(declared, expected):
                    yield _told(step, value, declared, f"a `{say(expected)}`")
            case _:
                declared = types.of(observed)
                for value in values_of(expected, case) if declared is not None else ():
                    if declared is not None and not types.may_equal(declared, value):
                        yield _told(step, observed, declared, f"`{say(value)}`")


def _too_wide(step: Check, case: Case) -> Iterator[Unreadable]:
    """Distances that `approx` does not allow, where number and distance are written out."""
    calls = [
        node
        for text in step.operands
        for node in ast.walk(expression(text))
        if isinstance(node, ast.Call) and say(node.func) == "approx"
    ]
    for call in calls:
        given = {each.arg: each.value for each in call.keywords}
        given |= dict(zip(("value", "within"), call.args, strict=False))
        if len(given) < 2:
            found = f"`{say(call)}` says no distance"
            yield Unreadable(step.line, found, "write approx(2.5, 0.01): a number and a distance")
            continue
        values, distances = (values_of(given[name], case) for name in ("value", "within"))
        count = max(len(values), len(distances))
        for value, within in zip(
            _repeated(values, count), _repeated(distances, count), strict=True
        ):
            if problem := _distance_problem(value, within):
                instead = "give a distance of at most a hundredth of the number, or a millionth"
                yield Unreadable(step.line, f"`{say(call)}`: {problem}", instead)


def _repeated(values: list[ast.expr], count: int) -> list[ast.expr]:
    """What is no column is the same in every row."""
    return values if len(values) == count else values * count


def _distance_problem(value: ast.expr, within: ast.expr) -> str:
    try:
        numbers = ast.literal_eval(value), ast.literal_eval(within)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ""
    try:
        approx(*numbers)
    except (ValueError, TypeError, OverflowError) as error:
        return str(error)
    return ""


def _told(step: Check, observed: ast.expr, declared: ast.expr, expected: str) -> Unreadable:
    found = f"`{say(observed)}` gives `{say(declared)}`, and that is never {expected}"
    return Unreadable(step.line, found, "expect a value of the type that is declared")


def values_of(expected: ast.expr, case: Case) -> list[ast.expr]:
    """What is expected: written there, or in a column of the table."""
    columns = case.table.columns if case.table else ()
    if isinstance(expected, ast.Name) and case.table and expected.id in columns:
        at = columns.index(expected.id)
        return [expression(row[at]) for row in case.table.rows]
    return [expected]


class Types:
    """Declared types of expressions, as far as they are certain."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.held: dict[str, ast.expr] = {}

    def learn(self, case: Case) -> None:
        """Names that are given once, and by what."""
        steps = [*walk(case.steps)]
        bound = [name for step in steps for name in bindings((step,))]
        for step in steps:
            if isinstance(step, Assign) and bound.count(step.target) == 1 and not step.op:
                declared = self.of(expression(step.value))
                self.held |= {step.target: declared} if declared is not None else {}

    def of(self, node: ast.expr) -> ast.expr | None:
        match node:
            case ast.Name(id=name):
                return self.held.get(name) or self._declared(name, is_value=True)
            case ast.Call(func=ast.Name(id=name)) if name in self.names.classes:
                return ast.Name(name)
            case ast.Call(func=ast.Name(id=name)):
                return self._declared(f"{name}()")
            case ast.Await(value=ast.Call(func=ast.Name(id=name))):
                return self._declared(f"await {name}()")
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                return self._member(value, f"{name}()")
            case ast.Await(value=ast.Call(func=ast.Attribute(value=value, attr=name))):
                return self._member(value, f"{name}()", "await ")
            case ast.Attribute(value=value, attr=name):
                return self._member(value, name)
            case _:
                return None

    def _declared(self, name: str, *, is_value: bool = False) -> ast.expr | None:
        text = self.names.declared.get(name) if not is_value or name.isupper() else None
        return _annotation(expression(text)) if text else None

    def _member(self, value: ast.expr, name: str, before: str = "") -> ast.expr | None:
        owner = self.of(value)
        kind = owner.id if isinstance(owner, ast.Name) else ""
        is_ours = kind in self.names.classes
        return self._declared(f"{before}{kind}.{name}") if is_ours else None

    # ------------------------------------------------------------ what a declared type allows

    def may_be(self, declared: ast.expr, kind: ast.expr) -> bool:
        """Whether the type of such a value may be this."""
        asked = kind.id if isinstance(kind, ast.Name) else ""
        is_known = asked in _MEETS and asked not in self.names.offers
        return not is_known or any(
            asked in (base, *_BELOW.get(base, ())) if base else True
            for base in map(self.base, parts_of(declared))
        )

    def may_equal(self, declared: ast.expr, expected: ast.expr) -> bool:
        return any(self._meets(part, expected) for part in parts_of(declared))

    def base(self, declared: ast.expr) -> str:
        """A plain type, or a class of the package; empty for what may be anything."""
        named = declared.value if isinstance(declared, ast.Subscript) else declared
        match named:
            case ast.Constant(value=None):
                return "None"
            case ast.Name(id=name) if name in self.names.classes:
                return name
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name if name in _MEETS and name not in self.names.offers else ""
            case _:
                return ""

    def _meets(self, declared: ast.expr, expected: ast.expr) -> bool:
        base, kind = self.base(declared), self._kind(expected)
        if not kind or base not in _MEETS:
            return True
        if kind not in _MEETS[base]:
            return False
        if base == "int" and isinstance(expected, ast.Constant):
            return not isinstance(expected.value, float) or expected.value.is_integer()
        return self._items_meet(base, declared, expected)

    def _kind(self, expected: ast.expr) -> str:
        match expected:
            case ast.Constant(value=None):
                return "None"
            case ast.Constant(value=bool() | int() | float() | str() | bytes() as value):
                return type(value).__name__
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self._kind(operand)
            case ast.Call(func=ast.Name(id=name)) if name not in self.names.offers:
                return _CALLS.get(name, "")
            case _:
                return _LITERALS.get(type(expected), "")

    def _items_meet(self, base: str, declared: ast.expr, expected: ast.expr) -> bool:
        given = declared.slice if isinstance(declared, ast.Subscript) else None
        if given is None:
            return True
        parts = given.elts if isinstance(given, ast.Tuple) else [given]
        match base, expected:
            case "dict", ast.Dict(keys=keys, values=values) if len(parts) == 2:
                known = [each for each in keys if each is not None]
                return all(self.may_equal(parts[0], each) for each in known) and all(
                    self.may_equal(parts[1], value)
                    for key, value in zip(keys, values, strict=True)
                    if key is not None
                )
            case "tuple", ast.Tuple(elts=items) | ast.List(elts=items):
                return self._tuple_meets(parts, items)
            case "list" | "set" | "frozenset", ast.List(elts=items) | ast.Set(elts=items):
                return all(self.may_equal(parts[0], each) for each in items)
            case _:
                return True

    def _tuple_meets(self, parts: list[ast.expr], items: list[ast.expr]) -> bool:
        if any(isinstance(each, ast.Starred) for each in items):
            return True
        is_open = isinstance(parts[-1], ast.Constant) and parts[-1].value is ...
        wanted = parts[:1] * len(items) if is_open else parts
        return len(wanted) == len(items) and all(
            self.may_equal(part, each) for part, each in zip(wanted, items, strict=True)
        )


def _annotation(node: ast.expr) -> ast.expr:
    """Also where it stands in quotes; what cannot be read may be anything."""
    match node:
        case ast.Constant(value=str(text)):
            with suppress(SyntaxError, ValueError):
                return expression(text)
            return ast.Name("Any")
        case _:
            return node


def parts_of(declared: ast.expr) -> Iterator[ast.expr]:
    """The types that a union is made of."""
    match _annotation(declared):
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            yield from parts_of(left)
            yield from parts_of(right)
        case ast.Subscript(value=ast.Name(id="Optional"), slice=given):
            yield from (*parts_of(given), ast.Constant(None))
        case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=given)):
            yield from (part for each in given for part in parts_of(each))
        case other:
            yield other
