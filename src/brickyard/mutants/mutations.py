"""Small wrong versions of a module, one change each.

Only what functions do and what constants hold is changed: no docstring, annotation, default, log
text or message, and nothing that compiles to the bytecode it had before. Standard library only: it
is copied into the sandbox and runs there too.
"""

import ast
import copy
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, cast

from brickyard.mutants.changes import changes, in_place_of, is_left_alone

CAP = 12
"""Mutants of one function or constant at most."""

LONGEST = 120

_IS_FUNCTION = 0x1
"""A flag of code that the body of a class does not have."""

_NO: frozenset[int] = frozenset()

Function = ast.FunctionDef | ast.AsyncFunctionDef
Assignment = ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Mutant:
    """One change; `function` is the qualified name of the function or constant that it is in.

    `bodies`: each code object that is another now → the one to run instead, none for a constant.
    `value`: what the constant is now, as code to evaluate. `seen_on`: who runs none of these lines
    cannot notice.
    """

    function: str
    line: int
    before: str
    after: str
    seen_on: frozenset[int]
    bodies: dict[CodeType, CodeType]
    value: CodeType | None = None

    @property
    def name(self) -> str:
        return f"{self.function}:{self.line}: {self.before} → {self.after}"


def mutants(
    source: str, filename: str, lines: Iterable[int], cap: int = CAP, label: str = ""
) -> list[Mutant]:
    """The mutants of `source` that a run of these lines can notice; the same ones every time.

    `label` names the module where `filename` differs from place to place.
    """
    tree = ast.parse(source)
    executed = frozenset(lines)
    imports = [*_imports(tree)]
    found: list[Mutant] = []
    for statement in tree.body:
        for unit in _units(statement, tree):
            part = ast.Module([*imports, statement], [])
            places = _chosen(unit, f"{label or filename}:{unit.name}")
            wanted = [place for place in places if unit.seen_on(place) & executed]
            found += _made(unit, part, filename, wanted, cap)
    return sorted(found, key=lambda one: (one.line, one.name))


def _imports(tree: ast.AST) -> Iterator[ast.stmt]:
    """Those of the module: a call of something imported compiles to other bytecode."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
            yield from _imports(node)


@dataclass(frozen=True)
class _Place:
    """Where to put `new`: as `field` of `parent`, at `index` if that is a list."""

    parent: ast.AST
    field: str
    index: int | None
    new: Any
    line: int
    lines: frozenset[int]

    @property
    def now(self) -> Any:
        held = getattr(self.parent, self.field)
        return held if self.index is None else held[self.index]


@dataclass(frozen=True)
class _Unit:
    """A function that lies in no other, or a constant, with the lines that read it."""

    name: str
    node: Function | Assignment
    readers: frozenset[int] = _NO

    def seen_on(self, place: _Place) -> frozenset[int]:
        return place.lines if isinstance(self.node, Function) else self.readers


def _units(tree: ast.AST, module: ast.Module, prefix: str = "") -> Iterator[_Unit]:
    if isinstance(tree, Function):
        yield _Unit(f"{prefix}{tree.name}", tree)
    elif isinstance(tree, Assignment):
        name = _constant_name(tree, prefix)
        readers = _readers(module, name) if name else _NO
        if readers:
            yield _Unit(f"{prefix}{name}", tree, readers)
    elif isinstance(tree, (ast.ClassDef, ast.If, ast.Try, ast.With, ast.ExceptHandler)):
        is_class = isinstance(tree, ast.ClassDef)
        inner = f"{prefix}{tree.name}." if is_class else prefix
        for node in ast.iter_child_nodes(tree):
            if is_class or not isinstance(node, Assignment):
                yield from _units(node, module, inner)


def _constant_name(node: Assignment, prefix: str) -> str:
    """A field of a class that says its type may have been taken up elsewhere: not that."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if len(targets) != 1 or not isinstance(targets[0], ast.Name) or node.value is None:
        return ""
    if targets[0].id.startswith("__") or (prefix and isinstance(node, ast.AnnAssign)):
        return ""
    return targets[0].id


def _readers(module: ast.Module, name: str) -> frozenset[int]:
    """Lines of functions that read a constant of the module or of a class; none if it changes."""
    every = [node for node in ast.walk(module) if isinstance(node, ast.Name) and node.id == name]
    if sum(isinstance(node.ctx, ast.Store) for node in every) != 1:
        return _NO
    functions = (node for node in ast.walk(module) if isinstance(node, Function))
    read = (node for function in functions for part in function.body for node in ast.walk(part))
    return frozenset(
        node.lineno
        for node in read
        if (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, ast.Attribute) and node.attr == name)
    )


def _chosen(unit: _Unit, seed: str) -> list[_Place]:
    """Every change to one thing; the order depends on the unit alone, not on what was executed."""
    places = list(_places(unit.node))
    random.Random(seed).shuffle(places)
    return places


def _places(root: Function | Assignment) -> Iterator[_Place]:
    waiting: list[tuple[ast.AST, str, int | None, Any, frozenset[int]]]
    if isinstance(root, Function):
        waiting = [(root, "body", number, node, _NO) for number, node in enumerate(root.body)]
    else:
        waiting = [(root, "value", None, root.value, _NO)]
    while waiting:
        parent, field, index, node, around = waiting.pop()
        if is_left_alone(parent, field, node):
            continue
        lines = around or frozenset({_line(node)})
        for new in changes(node, parent):
            yield _Place(parent, field, index, new, _line(node), lines)
        around = _simple(node) or around
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                each = enumerate(cast("list[Any]", value))
                waiting += [(node, name, at, one, around) for at, one in each if _is_part(one)]
            elif _is_part(value):
                waiting.append((node, name, None, value, around))


def _simple(node: Any) -> frozenset[int]:
    """The lines of a statement that has none in it: whoever runs one of them runs the statement."""
    if isinstance(node, ast.stmt) and not hasattr(node, "body") and not hasattr(node, "cases"):
        return frozenset(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return _NO


def _is_part(value: Any) -> bool:
    return isinstance(value, ast.AST) and not isinstance(
        value, (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop, ast.alias)
    )


def _line(node: Any) -> int:
    while not hasattr(node, "lineno"):
        node = next(ast.iter_child_nodes(node))
        node = getattr(node, "iter", node)
    return node.lineno


def _made(
    unit: _Unit, part: ast.Module, filename: str, places: list[_Place], cap: int
) -> Iterator[Mutant]:
    original = _compiled(unit, part, filename)
    seen = {_signature(original)}
    for place in places:
        if len(seen) > cap:
            return
        before = place.now
        _put(place, in_place_of(before, place.new))
        try:
            code = _compiled(unit, part, filename)
        except (SyntaxError, ValueError, TypeError, RecursionError):
            continue
        finally:
            _put(place, before)
        if (signature := _signature(code)) not in seen:
            seen.add(signature)
            about = (unit.name, place.line, _text(before), _text(place.new), unit.seen_on(place))
            if isinstance(unit.node, Function):
                yield Mutant(*about, bodies=dict(_pairs(original, code)))
            else:
                yield Mutant(*about, bodies={}, value=code)


def _compiled(unit: _Unit, part: ast.Module, filename: str) -> CodeType:
    """All that lies in the statement, or the value of the constant."""
    if isinstance(unit.node, Function):
        return compile(part, filename, "exec", dont_inherit=True)
    assert unit.node.value is not None
    return compile(ast.Expression(unit.node.value), filename, "eval", dont_inherit=True)


def _put(place: _Place, value: Any) -> None:
    if place.index is None:
        setattr(place.parent, place.field, value)
    else:
        getattr(place.parent, place.field)[place.index] = value


def _signature(code: CodeType) -> tuple[Any, ...]:
    """What makes a difference when it runs: no line numbers, no names of variables."""
    constants = tuple(
        _signature(one) if isinstance(one, CodeType) else (type(one).__name__, repr(one))
        for one in code.co_consts
    )
    return (code.co_code, constants, code.co_names, code.co_freevars, code.co_exceptiontable)


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Functions in the one that are another in the other, those in functions too."""
    inner = [one for one in old.co_consts if isinstance(one, CodeType)]
    others = [one for one in new.co_consts if isinstance(one, CodeType)]
    if len(inner) != len(others):
        return
    for one, other in zip(inner, others, strict=True):
        if _signature(one) != _signature(other):
            if one.co_flags & _IS_FUNCTION and one.co_freevars == other.co_freevars:
                yield one, other
            yield from _pairs(one, other)


def _text(node: Any) -> str:
    """The changed part as a person writes it, its first line only."""
    if isinstance(node, ast.comprehension):
        return "if " + " if ".join(map(ast.unparse, node.ifs)) if node.ifs else "no condition"
    if isinstance(node, ast.match_case):
        return f"if {ast.unparse(node.guard)}" if node.guard else "no condition"
    shown = copy.copy(node)
    if isinstance(shown, (ast.If, ast.While)):
        shown.body, shown.orelse = [ast.Pass()], []
    return ast.unparse(shown).split("\n")[0].removesuffix(":")[:LONGEST]
