"""A measurement as a script: two looks at the clock, and between them the step and nothing else.

Arguments are made before the first look. What came back is looked at after the second, and is
judged outside, where the script does not reach.
"""

import ast
from dataclasses import replace
from typing import Any

from brickyard.proofs.data.outside.scripts import Imports, Script, Want, Wire, look_at, script_of
from brickyard.proofs.data.scope import Scope
from brickyard.proofs.measurement import Measurement
from brickyard.values import Expect, Plan

_LOOK = look_at("(_wall(), _processor())")
_IMPORTS: Imports = (
    ("time", "perf_counter", "_wall"),
    ("time", "process_time", "_processor"),
    ("pathlib", "Path", "_Path"),
)
_RESULT = "_result"


class Timed(Script):
    """`starts`: the number of the step that looks at the clock first; it looks again two later."""

    @property
    def starts(self) -> int:
        return next(at for at, step in enumerate(self.wire["steps"]) if step == _LOOK)


def timed(measurement: Measurement, plan: Plan) -> Timed:
    """The script of one repeat."""
    case = measurement.case.model_copy(update={"files": measurement.files})
    plain = script_of(measurement.id, case, Scope(plan))
    at = measurement.measured - 1
    steps, wants = list(plain.wire["steps"]), list(plain.wants)
    pairs = [
        *((_does(call), Want(Expect())) for call in _made_files(measurement)),
        *zip(steps[:at], wants[:at], strict=True),
        *_around(steps[at], wants[at]),
        *zip(steps[at + 1 :], wants[at + 1 :], strict=True),
    ]
    wire = {
        **plain.wire,
        "imports": (*plain.wire["imports"], *_IMPORTS),
        "steps": [step for step, _ in pairs],
    }
    return Timed(measurement.id, wire, tuple(want for _, want in pairs))


def _does(call: str, save: str = "") -> Wire:
    return {**look_at(call), "value": False, "save": save}


def _made_files(measurement: Measurement) -> list[str]:
    calls: list[str] = []
    for path, source in measurement.made_files.items():
        calls.append(f"_Path({path!r}).parent.mkdir(parents=True, exist_ok=True)")
        calls.append(f"_Path({path!r}).write_bytes(({source.strip()}).encode())")
    return calls


def _around(step: Wire, want: Want) -> list[tuple[Wire, Want]]:
    """Arguments, clock, the step, clock, and then a look at what it left."""
    given, call = _without_arguments(step["call"]) if step["call"] else ([], "")
    saved = step["save"] or _RESULT
    runs = step["run"] is not None or bool(want.raises)
    quick = {**step, "call": call, "value": False, "paths": (), "save": "" if runs else saved}
    shown = "None" if runs else saved
    look = {**look_at(shown), "value": step["value"], "paths": step["paths"]}
    nothing: dict[str, Any] = {"has_value": False, "value": None, "approx": None}
    later = want.expect.model_copy(
        update={"raises": "", "exit": None, "stdout": None, "stdout_has": (), "stderr_has": ()}
    )
    now = want.expect.model_copy(update={**nothing, "files": {}, "no_files": ()})
    return [
        *((_does(source, save), Want(Expect())) for save, source in given),
        (_LOOK, Want(Expect())),
        (quick, Want(now, raises=want.raises)),
        (_LOOK, Want(Expect())),
        (look, replace(want, expect=later, raises="")),
    ]


def _without_arguments(source: str) -> tuple[list[tuple[str, str]], str]:
    """Names and sources of the arguments that take work to make, and the call with those names."""
    tree = ast.parse(source, mode="eval")
    call = _innermost(tree.body)
    given: list[tuple[str, str]] = []

    def named(value: ast.expr) -> ast.expr:
        if isinstance(value, (ast.Constant, ast.Name, ast.Starred)):
            return value
        name = f"_given_{len(given)}"
        given.append((name, ast.unparse(value)))
        return ast.Name(id=name, ctx=ast.Load())

    if call is not None:
        call.args = [named(value) for value in call.args]
        for keyword in call.keywords:
            keyword.value = named(keyword.value)
    return given, ast.unparse(tree)


def _innermost(node: ast.expr) -> ast.Call | None:
    """The operation's call, below what awaits it or collects its items."""
    match node:
        case ast.Await(value=value):
            return _innermost(value)
        case ast.ListComp(generators=[ast.comprehension(iter=source)]):
            return _innermost(source)
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call() as inner], keywords=[]):
            return _innermost(inner)
        case ast.Call():
            return node
        case _:
            return None
