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
from brickyard.cases.model import Assign, Case, Check, Do
from brickyard.cases.source import source, tops
from brickyard.cases.words import BARE, MODULES, WORDS
from brickyard.files import Files
from brickyard.gates.base import Report, report, trusted
from brickyard.packaging.project import project_name
from brickyard.packaging.wheel import HERE
from brickyard.sandbox.base import Limits, Sandbox
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
    arguments: list[str]
    stdin: str
    exit: int
    stdout: str
    stderr: str


class _Played(Report):
    files: dict[str, str]
    said: list[_Said]


_REPORT = TypeAdapter(list[list[_Played]])


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
    order = {"package": plan.package, "examples": [vars(each) for each in chosen]}
    if not chosen:
        return Example()
    readonly = trusted("play_examples.py", package=HERE) | {"order.json": json.dumps(order)}
    read = report(await sandbox.run(project, _COMMAND, _LIMITS, readonly=readonly), _REPORT)
    if isinstance(read, str) or len(read) != len(chosen):
        return Example()
    for each, (played, again) in zip(chosen, read, strict=True):
        if played != again or not played.said or any(one.exit or one.stderr for one in played.said):
            continue
        text = _typed(each.lines, played.said[0]) if each.lines else _console(recipe, played)
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
    """What is played: a case that writes files and runs the command, or lines that are typed."""

    text: str = ""
    lines: tuple[str, ...] = ()


def _runs(cases: Cases) -> _Shown | None:
    """The first row of a case as text, without its checks; what it runs is seen when it is played.

    What it says with other words than `write` and `run`, or of the package's own, cannot be played.
    """
    (case,) = cases.cases
    steps = [step for step in case.steps if not isinstance(step, Check)]
    if not _is_plain_case(case) or not all(isinstance(step, Assign | Do) for step in steps):
        return None
    return _Shown(text=source([*tops(cases), *_row(case), *steps]))


def _is_plain_case(case: Case) -> bool:
    return not case.is_async and not (case.table and case.table.computed)


def _row(case: Case) -> list[Assign]:
    """The columns of the first row, as names."""
    cells = zip(case.table.columns, case.table.rows[0], strict=True) if case.table else ()
    return [Assign(line=case.line, target=name, value=text) for name, text in cells]


def _steps(cases: Cases) -> list[Step]:
    """The steps of a case that says everything itself, with the first row of its table."""
    (case,) = cases.cases
    if cases.helpers or cases.constants or not _is_plain_case(case):
        return []
    cells = {each.target: each.value for each in _row(case)}
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
    return _Shown(lines=(*typed, *lines))


def _console(recipe: Recipe, played: _Played) -> str:
    parts = [f"$ cat {shlex.quote(path)}\n{_ended(text)}" for path, text in played.files.items()]
    for each in played.said:
        call = _call(shlex.join([project_name(recipe), *each.arguments]), each.stdin)
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
