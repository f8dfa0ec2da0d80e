"""Declarations that blunt judging: with them, wrong values would be equal to right ones.

A declaration is emitted word for word and judges the code that is written beside it. What decides
whether two values are equal must therefore be Python's own, or an operation: written later, and
tried like all other code.
"""

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

from brickyard.interfaces.syntax import (
    Function,
    decorators,
    is_dataclass,
    is_dunder,
    is_empty,
    last_name,
    target_name,
)


class Blunt(NamedTuple):
    line: int
    message: str
    fix: str


_COMPARES = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__"})
_ASKED = frozenset({"__contains__", "__bool__", "__instancecheck__", "__subclasscheck__"})
_POSES = frozenset(
    {"__subclasshook__", "__class_getitem__", "__init_subclass__", "__new__", "__class__"}
    | {"__getattribute__", "__getattr__", "__setattr__", "__delattr__", "__get__", "__set__"}
    | {"__mro_entries__", "__prepare__", "_generate_next_value_"}
)
DECIDES = _COMPARES | _ASKED | _POSES
"""Methods that decide what a test sees; they may be operations, but not come with a body."""

_ASSIGNABLE = frozenset({"__slots__", "__match_args__", "__doc__"})
_PLAIN_MARKS = frozenset(
    {"override", "abstractmethod", "overload", "property", "classmethod", "staticmethod", "final"}
)
_CLASS_MARKS = frozenset(
    {"dataclasses.dataclass", "functools.total_ordering", "enum.unique", "enum.verify"}
    | {f"typing.{name}" for name in ("final", "runtime_checkable", "dataclass_transform")}
)
_MADE = frozenset(
    {"type", "types.new_class", "dataclasses.make_dataclass", "dataclasses.Field"}
    | {"enum.EnumType", "enum.EnumMeta", "abc.ABCMeta"}
)
_METACLASSES = frozenset({"type", "ABCMeta", "EnumMeta", "EnumType"})
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_TUPLES = frozenset({"collections.namedtuple", "typing.NamedTuple"})
_EQUALITY = frozenset({"compare", "eq", "cmp"})

_AS_OPERATION = (
    "Declare it as an operation (signature, docstring, body `...`), or leave it out: "
    "a dataclass compares its fields by itself."
)
_AS_CLASS = "Write it as a plain `class`, with fields and methods that can be read."


def blunt(tree: ast.Module, package: str) -> Iterator[Blunt]:
    """Everything in an interface that would let wrong values pass for right ones."""
    names = _Names(tree, package)
    unequal = {*_unequal(tree, names)}
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef():
                yield from _head(node, names)
                yield from _members(node)
                if is_dataclass(node):
                    yield from _fields(node)
                if _ENUMS.intersection(map(last_name, node.bases)):
                    yield from _aliases(node)
            case ast.Call():
                yield from _call(node, names, unequal)
            case ast.Attribute(attr=name, ctx=ast.Store()) if name in DECIDES | {"_value_"}:
                message = f"`{ast.unparse(node)}` is set, which changes how values compare"
                yield Blunt(node.lineno, message, _AS_OPERATION)
            case ast.Constant(value=str(name)) if name in DECIDES:
                message = f"'{name}' is named in a text, which hides how values compare"
                yield Blunt(node.lineno, message, _AS_OPERATION)
            case _:
                pass


class _Names:
    """Where the names of an interface come from: `dataclasses.field`, or its own class."""

    def __init__(self, tree: ast.Module, package: str) -> None:
        self.package = package
        self.origins: dict[str, str] = {}
        self.values = {
            target_name(node): node.value
            for node in tree.body
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and target_name(node) and node.value
        }
        self.classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for one in node.names:
                    self.origins[one.asname or one.name] = one.name
            elif isinstance(node, ast.ImportFrom):
                for one in node.names:
                    self.origins[one.asname or one.name] = f"{node.module}.{one.name}"

    def origin(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self.origins.get(name, name)
            case ast.Attribute(value=value, attr=name):
                return f"{self.origin(value)}.{name}".removeprefix("builtins.")
            case _:
                return ""

    def is_declared(self, node: ast.expr) -> bool:
        """A class of this package: its arguments are its own affair."""
        origin = self.origin(node)
        return origin in self.classes or origin.startswith(f"{self.package}.")

    def is_foreign(self, node: ast.expr) -> bool:
        """A name of the standard library or of an installed package."""
        return "." in self.origin(node) and not self.is_declared(node)


def _head(node: ast.ClassDef, names: _Names) -> Iterator[Blunt]:
    """Decorators, bases and metaclass: only those of which it is known what they do."""
    for mark in node.decorator_list:
        function = mark.func if isinstance(mark, ast.Call) else mark
        origin = names.origin(function).replace("typing_extensions.", "typing.")
        is_library = origin.partition(".")[0] in sys.stdlib_module_names
        if not names.is_foreign(function) or (is_library and origin not in _CLASS_MARKS):
            message = f"decorator `{ast.unparse(mark)}` may change how '{node.name}' compares"
            fix = "Use `@dataclass`, `@total_ordering`, `@unique` or no decorator."
            yield Blunt(mark.lineno, message, fix)
    for base in node.bases:
        if not _is_readable(base, names):
            message = f"base `{ast.unparse(base)}` of '{node.name}' is computed"
            yield Blunt(base.lineno, message, "Name the class that it derives from.")
        elif last_name(base) in _METACLASSES:
            message = f"'{node.name}' is a metaclass"
            yield Blunt(node.lineno, message, _AS_CLASS)
    for keyword in node.keywords:
        if keyword.arg is None or (
            keyword.arg == "metaclass" and names.origin(keyword.value) != "abc.ABCMeta"
        ):
            message = f"'{node.name}' has a metaclass, which may change how its objects compare"
            yield Blunt(keyword.value.lineno, message, "Leave it out, or derive from `ABC`.")


def _is_readable(base: ast.expr, names: _Names, seen: frozenset[str] = frozenset()) -> bool:
    match base:
        case ast.Name(id=name):
            value = names.values.get(name)
            return value is None or (name not in seen and _is_readable(value, names, seen | {name}))
        case ast.Attribute(value=ast.Name() | ast.Attribute() as value):
            return _is_readable(value, names, seen)
        case ast.Subscript(value=value):
            return _is_readable(value, names, seen)
        case ast.Call(func=function):
            return names.origin(function) in _TUPLES
        case _:
            return False


def _members(node: ast.ClassDef) -> Iterator[Blunt]:
    for member in node.body:
        match member:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name in DECIDES:
                    yield from _method(node, member)
            case ast.ClassDef() | ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=targets):
                for target in targets:
                    yield from _assigned(node, member, target)
            case ast.AnnAssign(target=target):
                yield from _assigned(node, member, target)
            case _:
                message = f"class '{node.name}' holds more than fields, constants and methods"
                yield Blunt(member.lineno, message, _AS_CLASS)


def _method(node: ast.ClassDef, member: Function) -> Iterator[Blunt]:
    name = f"{node.name}.{member.name}"
    if not is_empty(member):
        message = f"'{name}' comes with a body, which decides what tests see"
        is_enum = _ENUMS.intersection(map(last_name, node.bases))
        fix = "Write the value of each member out." if is_enum else _AS_OPERATION
        yield Blunt(member.lineno, message, fix)
    elif not _PLAIN_MARKS.issuperset(decorators(member)):
        message = f"'{name}' has a decorator, which decides what tests see"
        yield Blunt(member.lineno, message, "Leave the decorator out.")


def _assigned(
    node: ast.ClassDef, member: ast.Assign | ast.AnnAssign, target: ast.expr
) -> Iterator[Blunt]:
    for name in ast.walk(target):
        if isinstance(name, (ast.Attribute, ast.Subscript)):
            message = f"class '{node.name}' holds more than fields, constants and methods"
            yield Blunt(member.lineno, message, _AS_CLASS)
        elif isinstance(name, ast.Name) and _is_blunt_name(name.id, member.value):
            message = f"'{node.name}.{name.id}' is assigned, which decides what tests see"
            yield Blunt(member.lineno, message, _AS_OPERATION)
    for part in ast.walk(member):
        if isinstance(part, ast.NamedExpr):
            message = f"class '{node.name}' binds '{part.target.id}' inside an expression"
            yield Blunt(member.lineno, message, _AS_CLASS)


def _is_blunt_name(name: str, value: ast.expr | None) -> bool:
    if name == "__hash__" and isinstance(value, ast.Constant):
        return value.value is not None
    return name in DECIDES or (is_dunder(name) and name not in _ASSIGNABLE)


def _fields(node: ast.ClassDef) -> Iterator[Blunt]:
    """A dataclass compares what its fields hold: they must hold what was given."""
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    kept = [one for one in fields if last_name(one.annotation) not in ("InitVar", "ClassVar")]
    if (
        not kept
        and not node.bases
        and any(last_name(one.annotation) == "InitVar" for one in fields)
    ):
        message = f"dataclass '{node.name}' keeps no field: all its objects are equal"
        yield Blunt(node.lineno, message, "Declare what it keeps as plain fields.")
    names = {target_name(one) for one in fields}
    for member in node.body:
        name = member.name if isinstance(member, Function) else target_name(member)
        if name in names and not isinstance(member, ast.AnnAssign):
            message = f"'{node.name}.{name}' is a field and declared once more"
            yield Blunt(member.lineno, message, "Give the field or the other a name of its own.")
        elif isinstance(member, ast.AnnAssign) and last_name(member.value) in (
            "property",
            "cached_property",
        ):
            message = f"field '{node.name}.{name}' is a property: it need not hold what was given"
            yield Blunt(member.lineno, message, "Declare the property as an operation.")
        elif name in ("__init__", "__post_init__") and _stores(member):
            message = f"'{node.name}.{name}' comes with a body that changes fields"
            yield Blunt(member.lineno, message, _AS_OPERATION)


def _stores(node: ast.stmt) -> bool:
    for part in ast.walk(node):
        match part:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store()):
                return True
            case ast.Call(func=function) if last_name(function) in ("setattr", "__setattr__"):
                return True
            case ast.Attribute(attr="__dict__"):
                return True
            case _:
                pass
    return False


def _aliases(node: ast.ClassDef) -> Iterator[Blunt]:
    """Two members with one value are one member: to return either is to return both."""
    members: dict[str, object] = {}
    for member in node.body:
        name = target_name(member)
        if not isinstance(member, (ast.Assign, ast.AnnAssign)) or not name or not member.value:
            continue
        value = _known(member.value, members)
        twin = next((one for one, other in members.items() if other == value), "")
        if twin:
            message = f"'{node.name}.{name}' is only another name for '{node.name}.{twin}'"
            yield Blunt(member.lineno, message, "Give each member a value of its own.")
        members.setdefault(name, value)


def _known(value: ast.expr, members: Mapping[str, object]) -> object:
    """The value if it can be read; what has to be computed is like no other."""
    if isinstance(value, ast.Name):
        return members.get(value.id, object())
    try:
        return ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return object()


def _call(node: ast.Call, names: _Names, unequal: Set[ast.keyword]) -> Iterator[Blunt]:
    origin = names.origin(node.func)
    if origin in _MADE and (origin != "type" or len(node.args) > 1):
        yield Blunt(node.lineno, f"`{origin}(…)` makes a class or field unseen", _AS_CLASS)
    if names.is_declared(node.func):
        return
    for keyword in node.keywords:
        if keyword in unequal:
            continue
        if keyword.arg in _EQUALITY and not _is_true(keyword.value):
            shown = f"{keyword.arg}={ast.unparse(keyword.value)}"
            message = f"`{shown}` takes values out of comparison: wrong ones would be equal"
            yield Blunt(keyword.value.lineno, message, f"Leave `{shown}` out.")
        elif keyword.arg is None and origin.startswith(("dataclasses.", "functools.partial")):
            message = f"`**{ast.unparse(keyword.value)}` hides how values are compared"
            yield Blunt(keyword.value.lineno, message, "Write the arguments out.")


def _unequal(tree: ast.Module, names: _Names) -> Iterator[ast.keyword]:
    """`eq=False` of a dataclass with no base to take equality from, or with one as an operation.

    Its objects are equal to nothing but themselves, or as that operation says: no wrong one is.
    """
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            marks = [*_dataclass_marks(node, names)]
            if _has_equality(node) or all(_is_plain(base, classes, names) for base in node.bases):
                yield from (one for mark in marks for one in mark.keywords if _is_eq_false(one))


def _dataclass_marks(node: ast.ClassDef, names: _Names) -> Iterator[ast.Call]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and names.origin(mark.func) == "dataclasses.dataclass":
            yield mark


def _is_plain(base: ast.expr, classes: Mapping[str, ast.ClassDef], names: _Names) -> bool:
    """Whether this base compares by identity: an exception of Python's, or a plain class on one."""
    if not isinstance(base, ast.Name) or base.id in {*names.values, *names.origins}:
        return False
    if (node := classes.get(base.id)) is None:
        known = getattr(builtins, base.id, None)
        return isinstance(known, type) and issubclass(known, BaseException)
    below = {name: other for name, other in classes.items() if name != base.id}
    has_own = is_dataclass(node) or _has_equality(node)
    return not has_own and all(_is_plain(one, below, names) for one in node.bases)


def _has_equality(node: ast.ClassDef) -> bool:
    methods = (member for member in node.body if isinstance(member, ast.FunctionDef))
    return any(method.name == "__eq__" for method in methods)


def _is_eq_false(keyword: ast.keyword) -> bool:
    return keyword.arg == "eq" and ast.unparse(keyword.value) == "False"


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
