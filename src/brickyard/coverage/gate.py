"""Which lines and branches the tests of each requirement execute, and how much of each module."""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import CodeType

from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.gates.base import GateResult, error, judged, parse, sources, unjudged
from brickyard.gates.bodies import Around, functions, is_empty, promised
from brickyard.gates.kinship import Function, Kinship
from brickyard.values import Finding, Plan, TestLevel, TestModule

Lines = Mapping[str, Collection[int]]
"""File → numbers of lines."""


def coverage(files: Files, executed: Lines, least: float, plan: Plan) -> GateResult:
    """Every module has at least this share of its statements in `executed`, by all tests together,
    and some of every operation that the plan promises; a share of 0 asks for nothing.

    What stands outside functions runs when the module is imported, and counts as executed.
    """
    code = sources(files)
    if not code:
        return unjudged("coverage", "there is no source to look at")
    if not any(executed.values()):
        return unjudged("coverage", "no test told which lines it executed")
    found = [each for path in code for each in _short(path, code, executed, least, plan)]
    return judged("coverage", found)


def _short(path: str, code: Files, executed: Lines, least: float, plan: Plan) -> Iterator[Finding]:
    tree = parse(path, code[path])
    if isinstance(tree, Finding):
        yield tree
        return
    every, inside = statements(tree), within_functions(tree)
    first = {every[line] for line in executed.get(path, ()) if line in every}
    lines = {*every.values()}
    missed = sorted((lines & inside) - first)
    if lines and len(missed) > (1 - least) * len(lines) + 1e-9:
        share = 1 - len(missed) / len(lines)
        message = f"tests execute {share:.0%} of its {len(lines)} statements, not {least:.0%}"
        suggestion = f"No test executes {_spans(missed)}: test what they do, or take them out."
        yield error("coverage.low", message, path, missed[0], suggestion)
    for name, line in untested(path, tree, executed.get(path, ()), plan).items() if least else ():
        suggestion = "Say in a requirement what it does, or take it out of the design."
        yield error("coverage.untested", f"no test executes {name}", path, line, suggestion)


def untested(path: str, tree: ast.Module, executed: Collection[int], plan: Plan) -> dict[str, int]:
    """Operations that the plan promises and of which no test executes a statement: their lines.

    One of several definitions of the same name (a getter and its setter) is enough.
    """
    every, found, seen = statements(tree), dict[str, int](), set[str]()
    for each in functions(tree, Around(Kinship([tree]), promised=promised(path, plan))):
        node = each.node
        body = {*range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)} & {*every}
        is_asked = each.is_promised and not each.is_inner and not _is_private(each.name)
        is_base = each.is_overridden and isinstance(node.body[-1], ast.Raise)
        if not is_asked or each.is_declaration or is_base:
            continue
        if body and body.isdisjoint(executed):
            found.setdefault(each.name, node.lineno)
        else:
            seen.add(each.name)
    return {name: line for name, line in found.items() if name not in seen}


def _is_private(name: str) -> bool:
    return any(part.startswith("_") for part in name.split("."))


def statements(tree: ast.Module) -> dict[int, int]:
    """Line → first line of the statement it belongs to; nothing for what Python does not run.

    Docstrings and the bodies of what is only declared (protocols, overloads, abstract methods)
    are left out. Comments cannot take a statement out of the count.
    """
    found: dict[int, int] = {}
    idle = _idle(tree)
    for node in ast.walk(tree):
        if (span := _span(node)) is None:
            continue
        for line in span:
            if id(node) in idle or _is_text(node):
                found.pop(line, None)
            else:
                found[line] = span[0]
    run = {found[line] for line in _compiled(compile(tree, "", "exec")) if line in found}
    return {line: first for line, first in found.items() if first in run}


def _span(node: ast.AST) -> range | None:
    """The lines of a statement, of an `except` or of a `case`; inner ones are told later."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            return range(first, (node.end_lineno or first) + 1)
        case ast.stmt() | ast.ExceptHandler():
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
        case ast.match_case():
            return range(node.pattern.lineno, (node.body[-1].end_lineno or 0) + 1)
        case _:
            return None


def _compiled(code: CodeType) -> set[int]:
    """Every line that has bytecode, in this code and in the code within."""
    lines = {line for _, _, line in code.co_lines() if line}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            lines |= _compiled(inner)
    return lines


def within_functions(tree: ast.Module) -> set[int]:
    """The lines of the bodies of functions, which run only when somebody calls them."""
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, Function)
        for line in range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
    }


def _is_text(node: ast.AST) -> bool:
    """A docstring, `...`, or another constant that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _idle(tree: ast.Module) -> set[int]:
    """Statements in bodies that are declarations alone."""
    declared = [each.node for each in functions(tree) if each.is_declaration]
    bare = [node for node in declared if is_empty(node) or isinstance(node.body[-1], ast.Raise)]
    return {id(child) for node in bare for child in node.body}


def _spans(lines: list[int]) -> str:
    """`lines 3-5, 9` of 3, 4, 5 and 9; the first few, where there are many."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][-1] + 1:
            spans[-1].append(line)
        else:
            spans.append([line])
    told = [f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in spans[:8]]
    more = ", …" if len(spans) > 8 else ""
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(told)}{more}"


def covered(
    run: TestRun,
    modules: Sequence[TestModule],
    requirements: Collection[str],
    roots: Mapping[str, str] | None = None,
) -> dict[str, dict[str, tuple[int, ...]]]:
    """Requirement → file → lines inside functions that its passing acceptance tests execute."""
    found: dict[str, dict[str, set[int]]] = {requirement: {} for requirement in requirements}
    for requirement, test in _passing(run, modules, roots or {}):
        for file, lines in run.lines.get(test, {}).items():
            if requirement in found:
                found[requirement].setdefault(file, set()).update(lines)
    return {
        requirement: {file: tuple(sorted(lines)) for file, lines in sorted(files.items())}
        for requirement, files in found.items()
    }


def covered_branches(
    run: TestRun,
    modules: Sequence[TestModule],
    requirements: Collection[str],
    roots: Mapping[str, str] | None = None,
) -> dict[str, tuple[int, int]]:
    """Requirement → branches that its passing acceptance tests take, of those on their way.

    A branch is on their way if they execute the line that it leaves.
    """
    taken: dict[str, set[tuple[str, int, int]]] = {
        requirement: set() for requirement in requirements
    }
    for requirement, test in _passing(run, modules, roots or {}):
        for file, ways in run.branches.get(test, {}).items():
            if requirement in taken:
                taken[requirement].update((file, *way) for way in ways)
    exits = {(file, line): ways for file, lines in run.exits.items() for line, ways in lines}
    return {
        requirement: (
            len(ways),
            sum(exits[place] for place in {(file, line) for file, line, _ in ways}),
        )
        for requirement, ways in taken.items()
    }


def _passing(
    run: TestRun, modules: Sequence[TestModule], roots: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Requirements, and acceptance tests of theirs that passed."""
    for module in modules:
        for test, part in module.tests.items():
            outcome = run.outcomes.get(test)
            if module.level is TestLevel.ACCEPTANCE and outcome and outcome.passed:
                yield roots.get(part, part), test
