"""`examples.py`: what a person showed by example. It decides, and no model changes a word of it.

It is read before there is any interface: a name that nobody knows yet is taken to be offered, and
the plan is held to offering it.
"""

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from brickyard.cases import (
    Case,
    Cases,
    Expectation,
    Judged,
    Names,
    contradiction,
    flow,
    read,
    same,
    situations,
    split,
)
from brickyard.cases.words import BARE, MODULES, WORDS
from brickyard.recipe.rules import finding
from brickyard.values import Finding, Kind, Recipe, RecipeType, Requirement

EXAMPLES = "examples.py"
WEAK = "example-weak"
AGAINST = "example-against-requirement"
"""What a reader finds and `check` cannot: a person may say that both hold."""

_BY_CASES = (Kind.BEHAVIOUR, Kind.PROPERTY)
_TITLE = f"## Examples that hold word for word ({EXAMPLES})"


def as_context(text: str) -> str:
    """As the recipe's words: whoever plans, tests or writes code sees them beside the rest."""
    return f"{_TITLE}\n\n```python\n{text.strip()}\n```" if text.strip() else ""


def presumed(text: str) -> Names:
    """As if the package offered whatever the examples name."""
    known = {*dir(builtins), *WORDS, *BARE, *MODULES, "datetime", "proves", "table"}
    used: set[str] = set()
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Name(id=name, ctx=ast.Load()):
                    used.add(name)
                case ast.Name(id=name) | ast.arg(arg=name):
                    known.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    known.add(name)
                case _:
                    pass
    offers = {name: "package.brick" for name in sorted(used - known) if not name.startswith("_")}
    return Names(package="package", offers=offers, command="package.brick:main")


def shown_by_example(recipe: Recipe) -> frozenset[str]:
    """Requirements that some example is about."""
    found = read(recipe.examples, presumed(recipe.examples)).cases
    return frozenset(recipe.requirement(id).id for case in found for id in case.requirements)


def example_findings(
    text: str, requirements: Sequence[Requirement], kind: RecipeType | None, file: str
) -> Iterator[Finding]:
    """What is wrong with the examples by themselves, and beside the requirements' ids."""
    names = presumed(text)
    found = read(text, names)
    for problem in found.problems:
        yield finding("example-unreadable", file, problem.line, what=str(problem))
    if not found.cases and not found.problems:
        yield finding("example-unreadable", file, 1, what="there is no case in it")
    if kind not in (None, RecipeType.TOOL) and "run(" in text:
        line = next(at for at, each in enumerate(text.splitlines(), 1) if "run(" in each)
        what = f"line {line}: there is no command to run: the type is {kind}"
        yield finding("example-unreadable", file, line, what=what)
    yield from _unproving(found, requirements, file)
    yield from _weak(found, names, file)
    yield from _contradicting(found, names, file)


def _unproving(found: Cases, requirements: Sequence[Requirement], file: str) -> Iterator[Finding]:
    kinds = {item.id: item.kind for item in requirements}
    kinds |= {clause.id: item.kind for item in requirements for clause in item.clauses}
    for case in found.cases:
        for id in case.requirements:
            at = {"example": case.name, "id": id}
            if id not in kinds:
                known = ", ".join(item.id for item in requirements)
                yield finding("example-unknown", file, case.line, **at, known=known)
            elif kinds[id] not in _BY_CASES:
                yield finding("example-undecided", file, case.line, **at, kind=kinds[id].value)


_CONSTANTS: tuple[Any, ...] = (None, True, 0, "", [])
_SILENCE = {"exit": 0, "stdout": "", "stderr": ""}


def _weak(found: Cases, names: Names, file: str) -> Iterator[Finding]:
    """Of each requirement, whether code that always does the same would pass all its examples;
    only what is certain."""
    own: dict[str, list[tuple[Case, list[Expectation]]]] = {}
    for one in split(found):
        wanted = _all_wanted(one, names)
        for id in one.cases[0].requirements:
            own.setdefault(id, []).append((one.cases[0], wanted))
    for id, cases in own.items():
        every = [one for _, wanted in cases for one in wanted]
        does = "" if any(not wanted for _, wanted in cases) else _stub(every)
        if does:
            told = ", ".join(case.name for case, _ in cases)
            yield finding(WEAK, file, cases[0][0].line, examples=told, does=does, id=id)


def _all_wanted(one: Cases, names: Names) -> list[Expectation]:
    """What a case wants; nothing if it wants what is not known for certain."""
    (case,) = one.cases
    found = [each for every in situations(one, names).values() for each in every]
    checks = sum(isinstance(step, Judged) for step in flow(case, one, names).outside)
    return found if len(found) == checks * (len(case.table.rows) if case.table else 1) else []


def _stub(wanted: Sequence[Expectation]) -> str:
    """What code does that would do as well."""
    if all(_holds_of(one, _SILENCE) for one in wanted):
        return "prints nothing and ends with 0"
    for value in _CONSTANTS:
        if all(not one.raises and one.left == "_" and same(one.value, value) for one in wanted):
            return f"always gives {value!r} here"
    return ""


def _holds_of(one: Expectation, run: Mapping[str, object]) -> bool:
    """Whether this is all that is wanted of a run: `_.exit`, or some of its parts in a tuple."""
    parts = [part.strip() for part in one.left.strip("()").split(",")]
    names = [part.removeprefix("_.") for part in parts]
    if one.raises or any(name not in run for name in names):
        return False
    values = one.value if len(names) > 1 else (one.value,)
    return isinstance(values, tuple) and [*values] == [run[name] for name in names]


def _contradicting(found: Cases, names: Names, file: str) -> Iterator[Finding]:
    every = [(one.cases[0], situations(one, names)) for one in split(found)]
    for at, (case, own) in enumerate(every):
        for other, before in every[:at]:
            if why := contradiction(before, own):
                told = {"first": other.name, "second": case.name, "why": why}
                yield finding("example-contradicted", file, case.line, **told)
