"""What can be changed about one part of a program, and what is better left alone.

Standard library only: it is copied into the sandbox and runs there too.
"""

import ast
import copy
from collections.abc import Iterator
from typing import Any

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_SPEAKERS = frozenset({
    "debug", "info", "warning", "warn", "error", "exception", "critical", "log",
})  # fmt: skip
"""Calls whose texts are for people, if a logger is asked or nobody looks at what they return:
changing those changes no behaviour that a test must see."""

_LOGGERS = frozenset({"log", "logger", "logging", "getLogger", "warnings"})

_DECLARERS = frozenset({
    "add_argument", "ArgumentParser", "add_parser", "add_subparsers", "getLogger", "TypeVar",
})  # fmt: skip
"""The same of these, wherever they are called."""

_TIDYING = frozenset({"close", "flush", "__init__", "collect", "sleep"})
"""Calls for their own sake that a test can seldom see the lack of."""

_UNSEEN = frozenset({
    "help", "description", "epilog", "usage", "metavar", "prog", "title", "encoding", "newline",
    "exist_ok", "missing_ok", "parents", "strict", "stacklevel",
})  # fmt: skip
"""Keyword arguments that hold such texts, or make no difference on most machines."""

_TYPES = frozenset({"annotation", "returns", "type_params"})
_SIGNATURE = frozenset({"args", "decorator_list"})


def is_left_alone(parent: ast.AST, field: str, node: Any) -> bool:
    """Docstrings, annotations, and what is raised, logged, asserted or said for people."""
    if field in _TYPES or (field in _SIGNATURE and not isinstance(parent, ast.Call)):
        return True
    if isinstance(node, ast.Expr) and (isinstance(node.value, ast.Constant) or _is_said(node)):
        return True
    if isinstance(node, (ast.Raise, ast.Assert)) or (
        isinstance(node, ast.keyword) and node.arg in _UNSEEN
    ):
        return True
    if isinstance(parent, ast.FormattedValue) and field == "format_spec":
        return True
    if _takes_the_command_line(node):
        return True
    if isinstance(parent, ast.Call) and field == "args":
        name = called(parent)
        return (name == "cast" and node is parent.args[0]) or (name == "exit" and is_words(node))
    return isinstance(node, ast.Call) and _speaks(node)


def _takes_the_command_line(node: Any) -> bool:
    """`sys.argv[1:]`, and the choice of it where no arguments are given: tests give some."""
    if isinstance(node, ast.If):
        return len(node.body) == 1 and isinstance(node.body[0], ast.Assign) and _is_argv(node)
    return isinstance(node, (ast.Subscript, ast.IfExp, ast.BoolOp)) and _is_argv(node)


def _is_argv(node: ast.AST) -> bool:
    parts = (part for part in ast.walk(node) if isinstance(part, ast.Attribute))
    return any(part.attr == "argv" and ast.unparse(part) == "sys.argv" for part in parts)


def _is_said(node: ast.Expr) -> bool:
    """A call for its own sake that tells people something."""
    call = node.value.value if isinstance(node.value, ast.Await) else node.value
    return isinstance(call, ast.Call) and (called(call) in _SPEAKERS or _speaks(call))


def _asks_a_logger(node: ast.Call) -> bool:
    """`log.info`, `self._logger.info`, `audit_log.info`, `logging.getLogger(…).info`."""
    owner = getattr(node.func, "value", None)
    owner = owner.func if isinstance(owner, ast.Call) else owner
    name = getattr(owner, "attr", "") or getattr(owner, "id", "")
    return name.lower().rpartition("_")[2] in _LOGGERS or name in _LOGGERS


def _is_exception(node: ast.Call) -> bool:
    """One that is made to be raised: a class, by its capital letter."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    return name[:1].isupper() and name.endswith(("Error", "Exception", "Warning"))


def _speaks(node: ast.Call) -> bool:
    name = called(node)
    if name in _DECLARERS or _is_exception(node) or (name in _SPEAKERS and _asks_a_logger(node)):
        return True
    to = [one.value for one in node.keywords if one.arg == "file"] if name == "print" else []
    owner = getattr(node.func, "value", None) if name == "write" else None
    return any(
        "stderr" in (getattr(one, "attr", ""), getattr(one, "id", "")) for one in (*to, owner)
    )


def called(node: ast.Call) -> str:
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def is_words(node: Any) -> bool:
    """A text, as far as one can see."""
    if isinstance(node, ast.BinOp):
        return is_words(node.left) or is_words(node.right)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    )


def changes(node: Any, parent: ast.AST) -> Iterator[ast.AST]:
    """What to put in the place of `node`, each of them wrong in one way."""
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)):
        yield from _reckoned(node)
    elif isinstance(node, ast.BoolOp):
        yield altered(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node, parent)
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        if not _turned_by_its_operator(node.test):
            yield altered(node, test=ast.UnaryOp(op=ast.Not(), operand=node.test))
    elif isinstance(node, ast.Return) and not isinstance(node.value, (ast.Constant, type(None))):
        yield altered(node, value=ast.Constant(value=None))
    elif isinstance(node, ast.Break):
        yield ast.copy_location(ast.Continue(), node)
    elif isinstance(node, ast.Continue):
        yield ast.copy_location(ast.Break(), node)
    elif isinstance(node, ast.Expr) and _is_act(node.value):
        yield ast.copy_location(ast.Pass(), node)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield altered(node, ifs=[])
    elif isinstance(node, ast.match_case) and node.guard:
        yield altered(node, guard=None)


def _compared(node: ast.Compare) -> Iterator[ast.AST]:
    for number, operator in enumerate(node.ops):
        operators = [*node.ops]
        operators[number] = _COMPARE[type(operator)]()
        yield altered(node, ops=operators)


def _turned_by_its_operator(test: ast.expr) -> bool:
    """`a == b` is turned into its opposite by its operator already."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return True
    return (
        isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], _ORDER)
    )


def _reckoned(node: ast.BinOp | ast.AugAssign) -> Iterator[ast.AST]:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    if type(node.op) in _ARITHMETIC and not any(map(is_words, sides)):
        yield altered(node, op=_ARITHMETIC[type(node.op)]())


def _constants(node: ast.Constant, parent: ast.AST) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(parent, ast.JoinedStr):
        return
    if isinstance(value, bool):
        yield altered(node, value=not value)
    elif isinstance(value, (int, float)):
        yield altered(node, value=value + 1)
    elif isinstance(value, str):
        yield altered(node, value="" if value else "x")
    elif isinstance(value, bytes):
        yield altered(node, value=b"" if value else b"x")


def _is_act(node: ast.expr) -> bool:
    call = node.value if isinstance(node, ast.Await) else node
    return isinstance(call, ast.Call) and called(call) not in _TIDYING


def in_place_of(before: Any, new: Any) -> Any:
    """`new` as it is compiled: what it leaves out stays there, dead, with the variables it reads.

    So a function that others hold already, with its closure, can take the new body.
    """
    true = ast.Constant(value=True)
    if isinstance(new, ast.Return):
        return altered(new, value=ast.IfExp(true, ast.Constant(value=None), before.value))
    if isinstance(new, ast.Pass):
        dead = ast.If(ast.Constant(value=False), [before], [])
        return ast.fix_missing_locations(ast.copy_location(dead, before))
    if isinstance(new, ast.comprehension):
        return altered(new, ifs=[ast.BoolOp(ast.Or(), [true, *before.ifs])])
    if isinstance(new, ast.match_case):
        return altered(new, guard=ast.BoolOp(ast.Or(), [true, before.guard]))
    return new


def altered(node: Any, **parts: Any) -> Any:
    new = copy.copy(node)
    for name, value in parts.items():
        setattr(new, name, value)
    return ast.fix_missing_locations(new)
