"""Which statements may stand in a case or a helper, and the steps that they become."""

import ast
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from brickyard.cases.binding import bindings, too_early
from brickyard.cases.expressions import Scope, parameters, source
from brickyard.cases.model import (
    Assign,
    Check,
    Delete,
    Derived,
    Do,
    For,
    Give,
    Helper,
    If,
    Raises,
    Step,
    Try,
    With,
    walk,
)
from brickyard.cases.syntax import Unreadable, doc_of, reads, say, sign, written
from brickyard.cases.words import NOT_DEFINED, RISKY

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_INSTEAD: dict[type[ast.stmt], str] = {
    ast.If: "write two cases, or a table; a condition may stand in a make_… helper",
    ast.Try: "write `with raises(ERROR):` around the one statement that raises",
    ast.While: "write the calls out, or `for … in range(…)`",
    ast.Return: "a case returns nothing; assert what came of it",
    ast.ClassDef: "use returning(…), failing(…) or recorder(); a make_… helper may hold a class",
    ast.Import: "write imports at the top of the file",
    ast.ImportFrom: "write imports at the top of the file",
}
_MAY = "write calls, assignments, asserts, `with raises(…)`, `with OBJECT` or `for`"


_CATCHING = frozenset({"AssertionError", "Exception", "BaseException"})
"""Errors that would hide a check that failed."""


def body(
    node: _Function, scope: Scope, *, is_helper: bool
) -> tuple[tuple[Step, ...], list[Unreadable]]:
    """The steps of a function, and each statement of it that could not be read."""
    errors: list[Unreadable] = []
    statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
    try:
        own = bindings(statements, scope)
    except Unreadable as error:
        return (), [error]
    errors += [] if is_helper else map(_early, too_early(statements, set(), own & RISKY))
    scope = scope.with_locals(own)
    steps = _Body(scope, is_helper, errors).steps(statements)
    if not is_helper and not errors and not any(_proves(each) for each in statements):
        errors.append(Unreadable(node.lineno, f"`{node.name}` asserts nothing", "add an assert"))
    return steps, errors


def _proves(node: ast.stmt) -> bool:
    return any(
        isinstance(each, ast.Assert) or (isinstance(each, ast.Name) and each.id == "raises")
        for each in ast.walk(node)
    )


def _refuse_member(name: str, line: int) -> None:
    """A class of a case is what it looks like: no hook into how Python handles it."""
    if name in NOT_DEFINED or (name.startswith("__") and not name.endswith("__")):
        raise Unreadable(line, f"`{name}` in a class", "define plain methods and operators")


def _early(node: ast.Name) -> Unreadable:
    found = f"`{node.id}` is used where it may have no value"
    return Unreadable(node.lineno, found, "give it one before, in a line of its own")


def _ends_in_raise(step: Step) -> bool:
    """A `with OBJECT` that is left by `raise`: what stands before that must not raise."""
    last = step.steps[-1] if isinstance(step, With) and step.steps else None
    return isinstance(last, Give) or (last is not None and _ends_in_raise(last))


@dataclass
class _Body:
    scope: Scope
    is_helper: bool
    errors: list[Unreadable]
    is_left: bool = False
    """Whether it is directly inside a `with OBJECT`, which an exception leaves."""

    def steps(self, statements: Sequence[ast.stmt]) -> tuple[Step, ...]:
        """Each statement by itself, so that one that cannot be read hides no other."""
        found: list[Step] = []
        for node in statements:
            try:
                found += self._read(node)
            except Unreadable as error:
                self.errors.append(error)
        return tuple(found)

    def _text(self, node: ast.expr) -> str:
        return source(node, self.scope)

    def _target(self, node: ast.expr) -> str:
        """`a, b` without the brackets that nobody writes; `(a, *b)` is no expression without."""
        text = self._text(node)
        if not isinstance(node, ast.Tuple) or len(node.elts) < 2:
            return text
        return text if any(isinstance(each, ast.Starred) for each in node.elts) else text[1:-1]

    def _read(self, node: ast.stmt) -> Sequence[Step]:
        reader = _CASE.get(type(node)) or (_HELPER.get(type(node)) if self.is_helper else None)
        if isinstance(node, ast.Raise) and self.is_left:
            return self.raised(node)
        if reader is None:
            instead = _INSTEAD.get(type(node), _MAY)
            first = say(node).partition(":")[0]
            raise Unreadable(node.lineno, f"`{first}` may not stand here", instead)
        return reader(self, node)

    def expression(self, node: ast.Expr) -> Sequence[Step]:
        value = node.value
        if self.is_helper and isinstance(value, ast.Yield):
            given = self._text(value.value) if value.value is not None else ""
            return [Give(line=node.lineno, word="yield", value=given)]
        if isinstance(value, ast.Compare):
            found = f"`{say(value)}` compares and says nothing"
            raise Unreadable(node.lineno, found, "write assert before it")
        if isinstance(value, ast.Constant):
            return []
        return [Do(line=node.lineno, value=self._text(value))]

    def assign(self, node: ast.Assign) -> Sequence[Step]:
        value, line = self._text(node.value), node.lineno
        if len(node.targets) > 1:
            found = f"`{say(node)}` gives two names at once"
            raise Unreadable(line, found, "write one assignment for each name")
        return [Assign(line=line, target=self._target(node.targets[0]), value=value)]

    def annotated(self, node: ast.AnnAssign) -> Sequence[Step]:
        if node.value is None:
            raise Unreadable(node.lineno, f"`{say(node)}` has no value", "write NAME = VALUE")
        target = self._text(node.target)
        return [Assign(line=node.lineno, target=target, value=self._text(node.value))]

    def augmented(self, node: ast.AugAssign) -> Sequence[Step]:
        target, value = self._text(node.target), self._text(node.value)
        return [Assign(line=node.lineno, target=target, value=value, op=sign(node.op))]

    def assertion(self, node: ast.Assert) -> Sequence[Step]:
        """What `and` joins are checks of their own."""
        if self.is_helper:
            raise Unreadable(node.lineno, "a helper asserts", "assert in the cases themselves")
        if isinstance(node.test, ast.Tuple):
            raise Unreadable(node.lineno, "a tuple is always true", "write assert A == B")
        joined = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
        parts = node.test.values if isinstance(node.test, ast.BoolOp) and joined else [node.test]
        return [self._check(part, node.lineno) for part in parts]

    def _check(self, node: ast.expr, line: int) -> Check:
        if not isinstance(node, ast.Compare):
            return Check(line=line, operands=(self._text(node),))
        self._text(node)
        operands = tuple(ast.unparse(each) for each in (node.left, *node.comparators))
        return Check(line=line, operands=operands, ops=tuple(map(sign, node.ops)))

    def block(self, node: ast.With | ast.AsyncWith) -> Sequence[Step]:
        """`with raises(…)`, or an object; several objects stand inside each other."""
        first, *rest = node.items
        if rest:
            inside = type(node)(items=rest, body=node.body, lineno=node.lineno, col_offset=0)
            return self.block(type(node)([first], [inside], lineno=node.lineno, col_offset=0))
        value, name = first.context_expr, first.optional_vars
        if isinstance(value, ast.Call) and say(value.func) == "raises":
            return [self._raises(node, value, name)]
        return [
            With(
                line=node.lineno,
                value=self._text(value),
                name=self._text(name) if name is not None else "",
                is_async=isinstance(node, ast.AsyncWith),
                steps=self._left(node.body),
            )
        ]

    def _left(self, statements: Sequence[ast.stmt]) -> tuple[Step, ...]:
        """What is inside a `with OBJECT`: it may end in a `raise`."""
        raised = [each for each in statements[:-1] if isinstance(each, ast.Raise)]
        if raised and not self.is_helper:
            instead = "let `raise` be the last statement of its `with`"
            self.errors.append(Unreadable(raised[0].lineno, "something after `raise`", instead))
        return replace(self, is_left=True).steps(statements)

    def _raises(
        self, node: ast.With | ast.AsyncWith, call: ast.Call, name: ast.expr | None
    ) -> Raises:
        if not call.args or call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
            instead = 'write raises(ERROR) or raises(ERROR, "part of its text", …)'
            raise Unreadable(node.lineno, f"`{say(call)}` is not read", instead)
        if name is not None and not isinstance(name, ast.Name):
            raise Unreadable(node.lineno, f"`as {say(name)}`", "write `as error`")
        before = len(self.errors)
        steps = replace(self, is_left=False).steps(node.body)
        judges = any(isinstance(each, Check | Raises) for each in walk(steps))
        if judges and len(steps) == 1 and _ends_in_raise(steps[0]):
            judges = bool(_CATCHING & set(reads(call.args[0])))
        if len(self.errors) > before:
            steps = (Do(line=node.lineno, value="None"),)
        elif len(node.body) != 1 or len(steps) != 1 or judges:
            instead = "put the one statement that raises under it, and the rest before or after"
            raise Unreadable(node.lineno, "not one call under `with raises`", instead)
        error, *parts = [self._text(each) for each in call.args]
        return Raises(
            line=node.lineno,
            error=error,
            parts=tuple(parts),
            name=name.id if name is not None else "",
            step=steps[0],
        )

    def loop(self, node: ast.For | ast.AsyncFor) -> Sequence[Step]:
        if node.orelse:
            raise Unreadable(node.orelse[0].lineno, "`else` of a loop", "write it after the loop")
        return [
            For(
                line=node.lineno,
                target=self._target(node.target),
                items=self._text(node.iter),
                is_async=isinstance(node, ast.AsyncFor),
                steps=replace(self, is_left=False).steps(node.body),
            )
        ]

    def delete(self, node: ast.Delete) -> Sequence[Step]:
        return [Delete(line=node.lineno, target=self._text(each)) for each in node.targets]

    def definition(self, node: _Function) -> Sequence[Step]:
        """A callback: read like a helper."""
        return [self._function(node, self.scope)]

    def _function(
        self, node: _Function, scope: Scope, own_objects: Set[str] = frozenset()
    ) -> Helper:
        own = replace(scope, is_async=isinstance(node, ast.AsyncFunctionDef))
        own = own.with_locals(parameters(node.args, own, node.lineno))
        own = replace(own, own_objects=own.own_objects | own_objects)
        steps, errors = body(node, own, is_helper=True)
        self.errors += errors
        return Helper(
            line=node.lineno,
            name=node.name,
            parameters=written(node.args),
            doc=doc_of(node),
            is_async=isinstance(node, ast.AsyncFunctionDef),
            decorators=tuple(map(self._text, node.decorator_list)),
            steps=steps,
        )

    def nothing(self, node: ast.stmt) -> Sequence[Step]:
        return []

    def returned(self, node: ast.Return) -> Sequence[Step]:
        value = self._text(node.value) if node.value is not None else ""
        return [Give(line=node.lineno, word="return", value=value)]

    def raised(self, node: ast.Raise) -> Sequence[Step]:
        if node.cause is not None or (node.exc is None and not self.is_helper):
            raise Unreadable(node.lineno, f"`{say(node)}`", 'write raise ERROR("text")')
        value = self._text(node.exc) if node.exc is not None else ""
        return [Give(line=node.lineno, word="raise", value=value)]

    def derived(self, node: ast.ClassDef) -> Sequence[Step]:
        """`class Mine(Theirs)`: an error, a type, or an object that the package is handed."""
        if node.keywords:
            instead = "write class NAME(BASE):"
            raise Unreadable(
                node.lineno, f"`{say(node.keywords[0])}` in `class {node.name}`", instead
            )
        doc = ast.get_docstring(node) or ""
        return [
            Derived(
                line=node.lineno,
                name=node.name,
                value=", ".join(map(self._base, node.bases)),
                decorators=tuple(map(self._text, node.decorator_list)),
                doc=doc.strip(),
                steps=tuple(self._members(node, node.body[1:] if doc else node.body)),
            )
        ]

    def _members(self, node: ast.ClassDef, statements: Sequence[ast.stmt]) -> Iterator[Step]:
        """Values and methods; what a method sees of its own object may be private."""
        bases = {name for each in node.bases for name in reads(each)}
        is_apart = not bases & self.scope.package
        for each in statements:
            match each:
                case ast.Pass():
                    pass
                case ast.Assign(targets=[ast.Name(id=name)]):
                    _refuse_member(name, each.lineno)
                    yield Assign(line=each.lineno, target=name, value=self._text(each.value))
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    _refuse_member(name, each.lineno)
                    yield Assign(line=each.lineno, target=name, value=self._text(value))
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    _refuse_member(each.name, each.lineno)
                    first = [one.arg for one in (*each.args.posonlyargs, *each.args.args)[:1]]
                    own = frozenset(first) if is_apart else frozenset[str]()
                    scope = replace(self.scope, in_class=True)
                    yield self._function(each, scope, own)
                case _:
                    found = f"`{say(each).partition(':')[0]}` in a class"
                    raise Unreadable(each.lineno, found, "write NAME = VALUE, or a method")

    def _base(self, node: ast.expr) -> str:
        root = node.func if isinstance(node, ast.Call) else node
        is_tuple = say(root) in ("namedtuple", "collections.namedtuple")
        if not isinstance(root, ast.Name | ast.Attribute) or (root is not node and not is_tuple):
            found = f"`{say(node)}` below a class"
            raise Unreadable(node.lineno, found, "name a class of the package or a builtin one")
        return self._text(node)

    def condition(self, node: ast.If) -> Sequence[Step]:
        return [
            If(
                line=node.lineno,
                test=self._text(node.test),
                steps=self.steps(node.body),
                otherwise=self.steps(node.orelse),
            )
        ]

    def attempt(self, node: ast.Try) -> Sequence[Step]:
        handler = node.handlers[0] if node.handlers else None
        if len(node.handlers) > 1 or node.orelse or (handler and handler.type is None):
            instead = "write one `except ERROR:`, or a tuple of errors, and no `else`"
            raise Unreadable(node.lineno, "this form of `try` is not read", instead)
        return [
            Try(
                line=node.lineno,
                steps=self.steps(node.body),
                error=self._text(handler.type) if handler and handler.type else "",
                name=(handler.name or "") if handler else "",
                handler=self.steps(handler.body) if handler else (),
                finally_=self.steps(node.finalbody),
            )
        ]


_Reading = Callable[[_Body, Any], Sequence[Step]]
_CASE: dict[type[ast.stmt], _Reading] = {
    ast.Expr: _Body.expression,
    ast.Assign: _Body.assign,
    ast.AnnAssign: _Body.annotated,
    ast.AugAssign: _Body.augmented,
    ast.Assert: _Body.assertion,
    ast.With: _Body.block,
    ast.AsyncWith: _Body.block,
    ast.For: _Body.loop,
    ast.AsyncFor: _Body.loop,
    ast.Delete: _Body.delete,
    ast.FunctionDef: _Body.definition,
    ast.AsyncFunctionDef: _Body.definition,
    ast.Pass: _Body.nothing,
}
_HELPER: dict[type[ast.stmt], _Reading] = {
    ast.Return: _Body.returned,
    ast.Raise: _Body.raised,
    ast.If: _Body.condition,
    ast.Try: _Body.attempt,
    ast.ClassDef: _Body.derived,
}
