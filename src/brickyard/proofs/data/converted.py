"""Cases of locks and sets that were written as JSON, as a file in today's notation.

Every value is written as the old tests really passed it: `"2026-01-01"` for a declared `date` is
`date.fromisoformat("2026-01-01")`. A tolerance that is wider than the notation allows is narrowed.
"""

import ast
import keyword
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from brickyard.cases import Names as Offered
from brickyard.cases import offered_by
from brickyard.cases.equality import LEAST, SHARE
from brickyard.cases.layout import quoted, show
from brickyard.cases.words import BARE, BUILTINS, MODULES, WORDS
from brickyard.proofs.data.calls import call_of, expected_of
from brickyard.proofs.data.expressions import PY, STANDARD, expression, is_expression
from brickyard.proofs.data.functions import docstring
from brickyard.proofs.data.layout import flat
from brickyard.proofs.data.literals import Names
from brickyard.proofs.data.scope import Scope
from brickyard.proofs.data.targets import Target
from brickyard.values import Case, Expect, Plan, Step

_CONSTANTS = ("None", "True", "False")
_TAKEN = frozenset({*WORDS, *BUILTINS, *BARE, *MODULES, "proves", "table", *keyword.kwlist})
_ARITHMETIC = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)


class Unsaid(ValueError):
    """A case that today's notation has no words for."""


def as_python(cases: Sequence[Case], plan: Plan) -> str:
    """One file of valid cases; raises Unsaid for a case that cannot be said in the notation."""
    scope, offered = Scope(plan), offered_by(plan)
    names = _Names(scope, offered)
    functions = [_Function(case, scope, names, offered).source() for case in cases]
    imports = ["from datetime import time"] if names.has_time else []
    return "\n\n\n".join([*imports, *functions]) + "\n"


class _Names(Names):
    """Names as the notation has them: each by itself, and what the package offers comes first."""

    def __init__(self, scope: Scope, offered: Offered) -> None:
        super().__init__(scope)
        self._offered = offered
        self.has_time = False

    def of_brick(self, brick: str, name: str) -> str:
        home = self._offered.offers.get(name)
        if home != f"{self._offered.package}.{brick}":
            raise Unsaid(f"`{name}` of {brick} cannot be named: {home} offers the same name")
        return name

    def standard(self, name: str) -> str:
        self.has_time = self.has_time or name == "time"
        return self.word(name)

    def word(self, name: str) -> str:
        """A name that is not the package's own."""
        if name in self._offered.offers:
            raise Unsaid(f"`{name}` is hidden by the package's own")
        return name

    def save(self, name: str) -> str:
        clash = name in _TAKEN or name in self._offered.offers
        self.saved[name] = f"saved_{name}" if clash else name
        return self.saved[name]

    def resolve(self, name: str) -> str:
        found = super().resolve(name)
        is_ours = name in self.saved or self._scope.owners(name) or name in STANDARD
        return found if is_ours else self.word(found)


class _Function:
    """One case as one function of the notation."""

    def __init__(self, case: Case, scope: Scope, names: _Names, offered: Offered) -> None:
        self._case, self._scope, self._names, self._offered = case, scope, names, offered
        self._types: dict[str, str] = {}
        self._is_async = False

    def source(self) -> str:
        self._names.saved = {}
        lines = [
            show(f"{self._names.word('write')}({quoted(path)}, {quoted(text)})", 4)
            for path, text in self._case.files.items()
        ]
        for step in self._case.steps:
            lines += self._call(step) if step.call else self._run(step)
            lines += self._files(step.expect)
        id = self._case.requirement
        shown = id if id.isidentifier() and not keyword.iskeyword(id) else quoted(id)
        start = "async def" if self._is_async else "def"
        head = [f"@proves({shown})", f"{start} {self._name()}():"]
        return "\n".join([*head, f"    {docstring(self._case.title)}", *lines])

    def _name(self) -> str:
        name = self._case.id.replace("-", "_")
        taken = name in _TAKEN or name in self._offered.offers
        return f"case_{name}" if taken or name.startswith("make_") else name

    def _run(self, step: Step) -> Iterator[str]:
        given = [quoted(argument) for argument in step.run or ()]
        given += [f"stdin={quoted(step.stdin)}"] if step.stdin else []
        call = f"{self._names.word('run')}({', '.join(given)})"
        checks = list(_printed(step.expect, name := self._kept("r", "ran")))
        yield show(call, 4, f"{name} = " if checks else "")
        yield from checks

    def _kept(self, *wanted: str) -> str:
        """A name for what a run leaves that no step saves anything under."""
        used = {step.save for step in self._case.steps} | self._offered.offers.keys()
        return next(name for name in (*wanted, "what_it_left") if name not in used)

    def _files(self, expect: Expect) -> Iterator[str]:
        for path, text in sorted(expect.files.items()):
            yield _equal(f"{self._names.word('read')}({quoted(path)})", quoted(text))
        for path in expect.no_files:
            exists = f"{self._names.standard('Path')}({quoted(path)}).exists()"
            yield show(f"not {exists}", 4, "assert ")

    def _call(self, step: Step) -> Iterator[str]:
        expect = step.expect
        if expect.stdout is not None or expect.stdout_has or expect.stderr_has:
            raise Unsaid(f"`{step.call}` is a call, and what a call prints cannot be asked for")
        target = self._scope.target(step.call, self._types)
        call = self._expression(step, target)
        if expect.raises:
            yield from self._raises(expect, call)
        elif step.save:
            saved = self._names.save(step.save)
            self._types[step.save] = target.gives
            yield show(call, 4, f"{saved} = ")
            call = saved
        elif not expect.has_value:
            yield show(call, 4)
        if expect.has_value:
            yield _equal(call, self._expected(step, target))

    def _expression(self, step: Step, target: Target) -> str:
        if not target.is_attribute or step.args or step.kwargs:
            self._is_async = self._is_async or target.is_async or target.iterates_async
        if target.iterates:
            self._names.word("list")
        return flat(call_of(step, target, self._names))

    def _raises(self, expect: Expect, call: str) -> Iterator[str]:
        brick, name = self._scope.exception(expect.raises)
        shown = self._names.of_brick(brick, name) if brick else self._names.word(name)
        parts = [quoted(expect.message_has)] if expect.message_has else []
        yield show(f"raises({', '.join([shown, *parts])})", 4, "with ", ":")
        yield show(call, 8)

    def _expected(self, step: Step, target: Target) -> str:
        within = step.expect.approx
        if within is not None:
            value = _near(step.expect.value, within)
            expect = step.expect.model_copy(update={"value": value})
            step = step.model_copy(update={"expect": expect})
        return flat(expected_of(step, target, self._names))


def _equal(got: str, expected: str) -> str:
    sign = "is" if expected in _CONSTANTS else "=="
    return show(f"({got}) {sign} ({expected})", 4, "assert ")


def _printed(expect: Expect, ran: str) -> Iterator[str]:
    if expect.exit is not None:
        yield _equal(f"{ran}.exit", repr(expect.exit))
    if expect.stdout is not None:
        yield _equal(f"{ran}.stdout", quoted(expect.stdout))
    for part in expect.stdout_has:
        yield show(f"{quoted(part)} in {ran}.stdout", 4, "assert ")
    for part in expect.stderr_has:
        yield show(f"{quoted(part)} in {ran}.stderr", 4, "assert ")


def _near(value: Any, within: float) -> Any:
    """The same value with a tolerance at each number in it, as far as the notation allows."""
    if is_expression(value):
        parts = ast.walk(expression(value))
        is_number = all(isinstance(part, _ARITHMETIC) for part in parts)
        return _approx(value[PY], min(within, LEAST)) if is_number else value
    if isinstance(value, dict):
        items = cast("Mapping[str, Any]", value).items()
        return {key: _near(one, within) for key, one in items}
    if isinstance(value, list | tuple):
        return [_near(one, within) for one in cast("Sequence[Any]", value)]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _approx(repr(value), min(within, max(abs(value) * SHARE, LEAST)))
    return value


def _approx(value: str, within: float) -> dict[str, str]:
    return {PY: f"approx({value}, {within!r})"}
