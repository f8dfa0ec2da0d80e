"""Cases taken apart: a script for the sandbox, and what is wanted of each step, kept here."""

import ast
import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from brickyard.proofs.data.calls import call_of, expected_of
from brickyard.proofs.data.layout import flat
from brickyard.proofs.data.literals import Names
from brickyard.proofs.data.scope import Scope
from brickyard.values import Case, Expect, Plan, Step

Wire = Mapping[str, Any]
Imports = tuple[tuple[str, str, str], ...]
"""Module, name there, name here."""


@dataclass(frozen=True)
class Want:
    """What a step must bring about. `value`: the expected value as Python, with its imports."""

    expect: Expect
    raises: str = ""
    value: str = ""
    imports: Imports = ()
    leans_on_saved: bool = False
    """The expected value is made of what a step before gave: it exists in the sandbox only."""


@dataclass(frozen=True)
class Script:
    """`wire` says what to do and where to look; nothing of `wants` goes with it."""

    test: str
    wire: Wire
    wants: tuple[Want, ...]


def script_of(test: str, case: Case, scope: Scope) -> Script:
    return _Writer(case, scope).script(test)


def classes_of(plan: Plan) -> dict[str, list[str]]:
    """Module → the classes that its interface declares."""
    return {
        f"{plan.package}.{brick}": [
            name for name, node in names.items() if isinstance(node, ast.ClassDef)
        ]
        for brick, names in Scope(plan).names.items()
    }


def wire(
    imports: Imports,
    steps: Sequence[Wire],
    files: Mapping[str, str] | None = None,
    is_async: bool = False,
) -> Wire:
    return {"imports": imports, "steps": steps, "files": dict(files or {}), "is_async": is_async}


def look_at(call: str) -> Wire:
    """A step that only evaluates an expression and looks at its value."""
    return {**_NOTHING, "call": call, "value": True}


_NOTHING: Wire = {
    "call": "",
    "run": None,
    "stdin": "",
    "save": "",
    "value": False,
    "out": False,
    "err": False,
    "paths": (),
}


@dataclass
class _Writer:
    """One case, step by step; names are those of its rendered test."""

    case: Case
    scope: Scope
    types: dict[str, str] = field(default_factory=dict[str, str])
    is_async: bool = False

    def __post_init__(self) -> None:
        self.names = Names(self.scope)

    def script(self, test: str) -> Script:
        pairs = [self._step(step) for step in self.case.steps]
        steps = [step for step, _ in pairs]
        told = wire(_imports(self.names), steps, self.case.files, self.is_async)
        return Script(test, told, tuple(want for _, want in pairs))

    def _step(self, step: Step) -> tuple[Wire, Want]:
        expect = step.expect
        looks = {
            **_NOTHING,
            "out": expect.stdout is not None or bool(expect.stdout_has),
            "err": bool(expect.stderr_has),
            "paths": sorted({*expect.files, *expect.no_files}),
        }
        if step.run is not None:
            return {**looks, "run": step.run, "stdin": step.stdin}, Want(expect)
        return self._call(step, looks)

    def _call(self, step: Step, looks: Wire) -> tuple[Wire, Want]:
        target = self.scope.target(step.call, self.types)
        call = flat(call_of(step, target, self.names))
        self.is_async = self.is_async or target.is_async or target.iterates_async
        saved = ""
        if step.save and not step.expect.raises:
            saved = self.names.save(step.save)
            self.types[step.save] = target.gives
        does = {**looks, "call": call, "save": saved, "value": step.expect.has_value}
        if step.expect.raises:
            return does, Want(step.expect, raises=self._exception(step.expect.raises))
        if not step.expect.has_value:
            return does, Want(step.expect)
        hidden = Names(self.scope)
        hidden.saved = dict(self.names.saved)
        value = flat(expected_of(step, target, hidden))
        leans = not _words(value).isdisjoint(hidden.saved.values())
        return does, Want(step.expect, "", value, _imports(hidden), leans)

    def _exception(self, name: str) -> str:
        brick, plain = self.scope.exception(name)
        return (
            f"{self.scope.plan.package}.{brick}.{plain}"
            if brick
            else getattr(builtins, plain).__name__
        )


def _imports(names: Names) -> Imports:
    return tuple(
        (module, name, local)
        for module, used in sorted(names.imports.items())
        for name, local in sorted(used)
    )


def _words(source: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(source, mode="eval")) if type(node) is ast.Name}
