"""An example for the README: the first short acceptance case, and what the code said to it.

The case says only what to call; what is printed below the call is what came out when it was played.
"""

import ast
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pydantic import TypeAdapter

from brickyard.cases import Cases, Names, Step, alone, filled, offered_by
from brickyard.cases.kinds import expression
from brickyard.cases.model import Assign, Check, Do
from brickyard.cases.words import BARE, MODULES, WORDS
from brickyard.files import Files
from brickyard.gates.base import Report, report, trusted
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.stages.packaging.project import project_name
from brickyard.stages.packaging.wheel import HERE
from brickyard.values import Matrix, Plan, Recipe, Value, Verdict, WrittenCase

LINES = 15
WIDTH = 100
TRIED = 8
"""Cases that are played at most, to find one that says little enough."""

_LIMITS = Limits(seconds=300, output_bytes=8_000_000, address_space=False, sound=(0,))
_COMMAND = ("python", "-I", "/trusted/play_examples.py")


class Example(Value):
    """What is shown: the language of the block, and its text; nothing if there is none."""

    language: str = ""
    text: str = ""


class _Said(Report):
    exit: int
    stdout: str
    stderr: str


_REPORT = TypeAdapter(list[list[list[_Said]]])


async def find_example(
    recipe: Recipe,
    plan: Plan,
    cases: Sequence[WrittenCase],
    matrix: Matrix,
    project: Files,
    sandbox: Sandbox,
) -> Example:
    """The first that fits; of requirements that are met, in the order of the recipe."""
    names = offered_by(plan)
    met = (alone(case, names) for case in _of_met(cases, matrix))
    shown = (_runs(case) if plan.entry else _session(case, names) for case in met)
    chosen = list(islice(filter(None, shown), TRIED))
    order = {"package": plan.package, "examples": [each.order for each in chosen]}
    if not chosen:
        return Example()
    readonly = trusted("play_examples.py", package=HERE) | {"order.json": json.dumps(order)}
    read = report(await sandbox.run(project, _COMMAND, _LIMITS, readonly=readonly), _REPORT)
    if isinstance(read, str) or len(read) != len(chosen):
        return Example()
    for each, (said, again) in zip(chosen, read, strict=True):
        if said != again or any(one.exit or one.stderr for one in said):
            continue
        text = _typed(each.lines, said[0]) if each.lines else _console(recipe, each, said)
        if text and text.count("\n") < LINES and _is_plain(text):
            return Example(language="pycon" if each.lines else "console", text=text)
    return Example()


def _of_met(cases: Sequence[WrittenCase], matrix: Matrix) -> Iterator[WrittenCase]:
    for row in matrix.rows:
        ids = {row.requirement, *(clause.id for clause in row.clauses)}
        if row.verdict is Verdict.MET:
            yield from (case for case in cases if case.requirement in ids)


@dataclass(frozen=True)
class _Shown:
    """What is played: runs of the command on files, or lines that are typed."""

    files: dict[str, str]
    runs: tuple[tuple[tuple[str, ...], str], ...] = ()
    """Arguments and standard input of each."""
    lines: tuple[str, ...] = ()

    @property
    def order(self) -> dict[str, object]:
        steps = [{"arguments": given, "stdin": stdin} for given, stdin in self.runs]
        return {"files": self.files, "steps": steps or [{}], "lines": self.lines}


def _steps(cases: Cases) -> list[Step]:
    """The steps of a case that says everything itself, with the first row of its table."""
    (case,) = cases.cases
    if cases.helpers or cases.constants or case.is_async or (case.table and case.table.computed):
        return []
    cells = dict(zip(case.table.columns, case.table.rows[0], strict=True)) if case.table else {}
    return [_with(step, cells) for step in case.steps]


def _with(step: Step, cells: Mapping[str, str]) -> Step:
    """With the cells of a row in the place of their columns."""
    match step:
        case Assign() | Do():
            return step.model_copy(update={"value": filled(step.value, cells)})
        case Check():
            texts = tuple(filled(text, cells) for text in step.operands)
            return step.model_copy(update={"operands": texts})
        case _:
            return step


def _runs(cases: Cases) -> _Shown | None:
    """Files that are written out, runs with nothing but arguments and standard input, checks."""
    files: dict[str, str] = {}
    runs: list[tuple[tuple[str, ...], str]] = []
    for step in _steps(cases):
        if isinstance(step, Check):
            continue
        match expression(step.value) if isinstance(step, Assign | Do) else None:
            case ast.Call(
                func=ast.Name(id="write"),
                args=[ast.Constant(value=str(path)), ast.Constant(value=str(text))],
                keywords=[],
            ) if not runs:
                files[path] = text
            case ast.Call(func=ast.Name(id="run"), args=given, keywords=named):
                texts = [_text(one) for one in given]
                stdin = _text(named[0].value) if named else ""
                others = [each.arg for each in named if each.arg != "stdin"]
                if others or stdin is None or None in texts:
                    return None
                runs.append((tuple(text for text in texts if text is not None), stdin))
            case _:
                return None
    return _Shown(files, tuple(runs)) if runs else None


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Constant(value=int(number)):
            return str(number)
        case _:
            return None


def _session(cases: Cases, names: Names) -> _Shown | None:
    """The case as it would be typed: imports, then a line for each call."""
    steps, lines = _steps(cases), list[str]()
    for step in steps:
        match step:
            case Assign(op=""):
                lines.append(f"{step.target} = {step.value}")
            case Do():
                lines.append(step.value)
            case Check(ops=("==",), operands=(left, right)) if "approx(" not in right:
                lines.append(left)
            case _:
                return None
    if not steps or not isinstance(steps[-1], Check):
        return None
    used = {
        node.id
        for line in lines
        for node in ast.walk(ast.parse(line))
        if isinstance(node, ast.Name)
    }
    if used & (WORDS.keys() | {"open", *MODULES}):
        return None
    imports: dict[str, list[str]] = {}
    for name in sorted(used):
        if home := names.offers.get(name) or BARE.get(name):
            there = names.there(name)
            imports.setdefault(home, []).append(name if there == name else f"{there} as {name}")
    typed = [f"from {home} import {', '.join(each)}" for home, each in sorted(imports.items())]
    return _Shown({}, lines=(*typed, *lines))


def _console(recipe: Recipe, shown: _Shown, said: Sequence[_Said]) -> str:
    parts = [f"$ cat {shlex.quote(path)}\n{_ended(text)}" for path, text in shown.files.items()]
    for (given, stdin), each in zip(shown.runs, said, strict=True):
        call = _call(shlex.join([project_name(recipe), *given]), stdin)
        parts.append(f"$ {call}\n{_ended(each.stdout)}")
    return "".join(parts).rstrip("\n")


def _call(call: str, stdin: str) -> str:
    if not stdin:
        return call
    if stdin.endswith("\n") and "END\n" not in stdin.splitlines(keepends=True):
        return f"{call} <<'END'\n{stdin}END"
    return f"printf %s {shlex.quote(stdin)} | {call}"


def _typed(lines: Sequence[str], said: _Said) -> str:
    try:
        answers = TypeAdapter(list[str]).validate_json(said.stdout)
    except ValueError:
        return ""
    pairs = zip(lines, answers, strict=False)
    shown = "".join(f">>> {line}\n{_ended(answer)}" for line, answer in pairs).rstrip("\n")
    return shown if len(answers) == len(lines) and answers[-1] else ""


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _is_plain(text: str) -> bool:
    """Nothing that a page cannot show, and no address of an object in memory."""
    lines = text.split("\n")
    return " at 0x" not in text and all(
        len(line) <= WIDTH and line.replace("\t", "").isprintable() for line in lines
    )
