"""Reads a file of cases into data: by syntax tree and whitelist, never by running any of it."""

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from typing import Any

from brickyard.cases.acting import acting, by_one_name
from brickyard.cases.declared import impossible
from brickyard.cases.expressions import Scope, is_public, parameters, refuse_shadow, source
from brickyard.cases.flow import parting
from brickyard.cases.kinds import expression
from brickyard.cases.liberties import set_right
from brickyard.cases.model import Assign, Case, Cases, Helper, Names, Problem, Table
from brickyard.cases.statements import body
from brickyard.cases.syntax import Unreadable, doc_of, is_too_deep, say, written
from brickyard.cases.words import MODULES, RISKY

LONGEST = 1_000_000
"""Characters of one file."""

_STARTS = re.compile(r"(@|def |async def |class |import |from |\w+ *=)")
_NAMED = re.compile(r"^(?:async )?def +(\w+)", re.M)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Read = Case | Helper | Assign


def read(text: str, names: Names) -> Cases:
    """Never raises: what cannot be read is a problem of its function alone."""
    return _Reader(names).read(text)


@dataclass
class _Reader:
    names: Names
    problems: list[Problem] = field(default_factory=list[Problem])

    def read(self, text: str) -> Cases:
        tree = [node for node in self._parsed(text) if self._is_flat(node)]
        set_right(tree)
        imported = {name: origin for node in tree for name, origin in self._imports(node)}
        known = acting(imported)
        taken = {*imported, *(name for node in tree for name in _given_by(node))}
        tree = [one for node in tree if (one := self._by_one_name(node, known, taken)) is not None]
        imported = {name: origin for name, origin in imported.items() if name not in known}
        functions = list(self._functions(tree))
        constants = [node for node in tree if isinstance(node, ast.Assign | ast.AnnAssign)]
        scope = self._scope(imported, functions, constants)
        found = [(node, self._function(node, scope)) for node in functions]
        read = self._standing(
            [*found, *((node, self._constant(node, scope)) for node in constants)]
        )
        self._refuse_others(tree)
        whole = Cases(
            cases=tuple(one for one in read if isinstance(one, Case)),
            helpers=tuple(one for one in read if isinstance(one, Helper)),
            constants=tuple(one for one in read if isinstance(one, Assign)),
            imported=imported,
        )
        played = tuple(case for case in whole.cases if not self._sends_errors(case, whole))
        problems = tuple(sorted(set(self.problems), key=lambda one: one.line))
        return whole.model_copy(update={"cases": played, "problems": problems})

    def _sends_errors(self, case: Case, cases: Cases) -> bool:
        """What an error told can be looked at; the error itself is not where the package is."""
        sent = parting(case, cases, self.names).sent
        for name, line in sent.items():
            found = f"`{name}` is handed to what is played"
            instead = f"look at it alone: `{name}.value.FIELD`, `str({name}.value)`, isinstance"
            self._problem(case.name, line, found, instead)
        return bool(sent)

    def _problem(self, function: str, line: int, found: str, instead: str) -> None:
        self.problems.append(Problem(function=function, line=line, found=found, instead=instead))

    def _parsed(self, text: str) -> Iterator[ast.stmt]:
        """The whole file, or each of its functions alone where it does not parse as a whole."""
        if len(text) > LONGEST:
            instead = f"write at most {LONGEST:,} characters"
            return self._problem("", 1, f"a file of {len(text):,} characters", instead)
        try:
            yield from _parse(text)
            return
        except Unreadable:
            pass
        for start, chunk in _chunks(text):
            try:
                yield from _parse("\n" * start + chunk)
            except Unreadable as error:
                named = _NAMED.search(chunk)
                function = named.group(1) if named else ""
                self._problem(function, max(error.line, start + 1), error.found, error.instead)

    def _is_flat(self, node: ast.stmt) -> bool:
        if is_too_deep(node):
            name = node.name if isinstance(node, _Function) else ""
            self._problem(name, node.lineno, "something is nested too deep", "write it flatter")
            return False
        return True

    def _by_one_name(
        self, node: ast.stmt, names: dict[str, str], taken: set[str]
    ) -> ast.stmt | None:
        try:
            return by_one_name(node, names, self.names, taken)
        except Unreadable as error:
            name = node.name if isinstance(node, _Function) else ""
            self._problem(name, error.line, error.found, error.instead)
            return None

    def _imports(self, node: ast.stmt) -> Iterator[tuple[str, str]]:
        """Names that are there anyway need no import; from elsewhere nothing is taken."""
        match node:
            case ast.Import():
                for alias in node.names:
                    if alias.name not in MODULES or alias.asname:
                        self._refuse_import(node)
                    elif alias.name not in ("datetime", *self.names.offers):
                        yield alias.name, alias.name
            case ast.ImportFrom(module=module, level=0) if module:
                for alias in node.names:
                    if alias.name in MODULES.get(module, ()) and self._is_free(alias.asname):
                        yield alias.asname or alias.name, f"{module}:{alias.name}"
                    elif not self._is_ours(module, alias):
                        self._refuse_import(node)
            case ast.ImportFrom():
                self._refuse_import(node)
            case _:
                pass

    def _is_free(self, name: str | None) -> bool:
        """Whether something may be imported by this other name."""
        try:
            refuse_shadow(name or "_", Scope(frozenset(self.names.offers), set(), set()), 1)
        except Unreadable:
            return False
        return True

    def _is_ours(self, module: str, alias: ast.alias) -> bool:
        root = module.partition(".")[0] == self.names.package
        again = self.names.again.items()
        if (module, alias.name) in [(self.names.offers[own], name) for own, name in again]:
            return False
        return root and alias.name in self.names.offers and not alias.asname

    def _refuse_import(self, node: ast.stmt) -> None:
        instead = f"take public names of {self.names.package} or of {', '.join(sorted(MODULES))}"
        self._problem("", node.lineno, f"`{say(node)}` is not offered", instead)

    def _functions(self, tree: Iterable[ast.stmt]) -> Iterator[_Function]:
        seen: set[str] = set()
        for node in tree:
            if isinstance(node, _Function):
                if node.name.removeprefix("test_") in seen:
                    found = f"a second function is called `{node.name}`"
                    self._problem(node.name, node.lineno, found, "give each its own name")
                    continue
                seen.add(node.name.removeprefix("test_"))
                yield node

    def _scope(
        self,
        imported: dict[str, str],
        functions: list[_Function],
        constants: list[ast.Assign | ast.AnnAssign],
    ) -> Scope:
        helpers = {node.name for node in functions if _is_helper(node)}
        given = {
            each.id
            for node in constants
            for each in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(each, ast.Name)
        }
        taken = {name for name, origin in imported.items() if ":" in origin}
        modules = MODULES.keys() - {"datetime"} - self.names.offers.keys() - taken - given
        return Scope(frozenset(self.names.offers), frozenset(helpers | given | taken), modules)

    def _constant(self, node: ast.Assign | ast.AnnAssign, scope: Scope) -> Assign | None:
        """A value at the top of the file, under one name."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        try:
            if len(targets) != 1 or not isinstance(targets[0], ast.Name) or node.value is None:
                instead = "write NAME = VALUE, or a function"
                raise Unreadable(node.lineno, f"`{say(node)}` stands at the top", instead)
            refuse_shadow(targets[0].id, scope, node.lineno)
            if targets[0].id in RISKY:
                found = f"`{targets[0].id}` is bound for the whole file"
                raise Unreadable(node.lineno, found, "take another name, as in LIMIT")
            value = source(node.value, scope)
            return Assign(line=node.lineno, target=targets[0].id, value=value)
        except Unreadable as error:
            self._problem("", error.line, error.found, error.instead)
            return None

    def _refuse_others(self, tree: Iterable[ast.stmt]) -> None:
        read = (*(ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.AnnAssign),)
        for node in tree:
            is_doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not isinstance(node, (*read, ast.Import, ast.ImportFrom)) and not is_doc:
                found = f"`{say(node).splitlines()[0]}` stands at the top"
                self._problem(
                    "", node.lineno, found, "write functions, each a case or a make_… helper"
                )

    def _function(self, node: _Function, scope: Scope) -> Case | Helper | None:
        before = len(self.problems)
        scope = replace(scope, is_async=isinstance(node, ast.AsyncFunctionDef))
        try:
            refuse_shadow(node.name, scope, node.lineno)
            columns = parameters(node.args, scope, node.lineno)
            if _is_helper(node):
                _refuse_decorators(node)
                found = Helper(**_described(node), parameters=written(node.args), steps=())
            else:
                found = _case(node, scope)
        except Unreadable as error:
            self._problem(node.name, error.line, error.found, error.instead)
            return None
        within = scope.with_locals(columns)
        if isinstance(found, Case) and found.table is not None:
            within = replace(within, attributes=_attributes(found.table))
        steps, errors = body(node, within, is_helper=_is_helper(node))
        for error in errors:
            self._problem(node.name, error.line, error.found, error.instead)
        if len(self.problems) == before:
            self._compile(node)
        whole = found.model_copy(update={"steps": steps})
        if len(self.problems) == before and isinstance(whole, Case):
            for error in impossible(whole, self.names):
                self._problem(node.name, error.line, error.found, error.instead)
        return whole if len(self.problems) == before else None

    def _standing(self, found: list[tuple[ast.stmt, _Read | None]]) -> list[_Read]:
        """Without what uses a helper or constant that could not be read: it would lack it."""
        lost = {name for node, one in found if one is None for name in _given_by(node)}
        kept = [(node, one) for node, one in found if one is not None]
        left: list[tuple[ast.stmt, _Read]] = []
        while len(left) != len(kept):
            left, kept = kept, list[tuple[ast.stmt, _Read]]()
            for node, one in left:
                if used := _first_use(node, lost):
                    function = "" if isinstance(one, Assign) else one.name
                    instead = f"mend `{used.id}` too, or do without it"
                    what = f"`{used.id}` is used, which could not be read"
                    self._problem(function, used.lineno, what, instead)
                    lost |= _given_by(node)
                else:
                    kept.append((node, one))
        return [one for _, one in kept]

    def _compile(self, node: _Function) -> None:
        """What the tree allows and Python does not: found by compiling it, which runs nothing."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(ast.Module([node], []), "cases", "exec")
        except SyntaxError as error:
            found = f"this is no Python: {error.msg}"
            self._problem(node.name, error.lineno or node.lineno, found, "mend the syntax")
        except (ValueError, MemoryError, RecursionError):
            self._problem(node.name, node.lineno, "this cannot be compiled", "write it simpler")


def _given_by(node: ast.stmt) -> set[str]:
    """The name by which others use a helper or a constant."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return {node.name} if _is_helper(node) else set()
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case _:
            return set()


def _first_use(node: ast.stmt, names: Set[str]) -> ast.Name | None:
    """Where one of these names is read for the first time."""
    used = [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and each.id in names and isinstance(each.ctx, ast.Load)
    ]
    return min(used, key=lambda each: (each.lineno, each.col_offset), default=None)


def _attributes(table: Table) -> set[str]:
    """The columns that hold nothing but names of public attributes."""
    pairs = zip(table.columns, zip(*table.rows, strict=True), strict=False)
    return {column for column, cells in pairs if all(is_public(expression(c)) for c in cells)}


def _described(node: _Function) -> dict[str, Any]:
    is_async = isinstance(node, ast.AsyncFunctionDef)
    return {
        "name": node.name,
        "line": node.lineno,
        "doc": doc_of(node),
        "is_async": is_async,
    }


def _is_helper(node: _Function) -> bool:
    return node.name.startswith("make_")


def _refuse_decorators(node: _Function) -> None:
    if node.decorator_list:
        line = node.decorator_list[0].lineno
        raise Unreadable(line, "a helper has a decorator", "take it away")


def _case(node: _Function, scope: Scope) -> Case:
    requirements: list[str] = []
    rows: ast.expr | None = None
    for mark in node.decorator_list:
        ids, given = _mark(mark)
        requirements += ids
        if given is not None and rows is not None:
            raise Unreadable(mark.lineno, "a second table", "write one table, or a second case")
        rows = given if given is not None else rows
    if not requirements:
        instead = "write @proves(ID) or @table(ID, [...]) above it, or call a helper make_…"
        raise Unreadable(node.lineno, f"`{node.name}` says no requirement", instead)
    columns = written(node.args)
    if rows is None and columns:
        instead = "give it rows with @table(ID, [...])"
        raise Unreadable(node.lineno, f"`{columns[0]}` gets no value", instead)
    table = _table(rows, columns, scope) if rows is not None else None
    unique = tuple(dict.fromkeys(requirements))
    return Case(**_described(node), requirements=unique, table=table, steps=())


def _mark(mark: ast.expr) -> tuple[list[str], ast.expr | None]:
    """The ids of `@proves(…)` or `@table(…)`, and the rows of a table."""
    name = mark.func.id if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) else ""
    if not isinstance(mark, ast.Call) or name not in ("proves", "table") or mark.keywords:
        instead = "write @proves(ID) or @table(ID, [...])"
        raise Unreadable(mark.lineno, f"`@{say(mark)}` is not one of ours", instead)
    *ids, last = mark.args or [ast.Constant(None)]
    rows = last if name == "table" else None
    found = [_id(each, mark.lineno) for each in (ids if name == "table" else mark.args)]
    if name == "table" and not mark.args:
        raise Unreadable(mark.lineno, "a table without rows", "write @table(ID, [(…), (…)])")
    return found, rows


def _id(node: ast.expr, line: int) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Constant(value=str(name)) if name.strip():
            return name
        case _:
            found = f"`{say(node)}` is no id of a requirement"
            raise Unreadable(line, found, 'write R5 or "FR-001"')


def _table(rows: ast.expr, columns: tuple[str, ...], scope: Scope) -> Table:
    if any("=" in column or "*" in column for column in columns) or not columns:
        found = "the columns of a table have defaults or stars, or there are none"
        raise Unreadable(rows.lineno, found, "write plain arguments, one for each column")
    text = source(rows, scope)
    if not isinstance(rows, ast.List | ast.Tuple) or any(
        isinstance(row, ast.Starred) for row in rows.elts
    ):
        return Table(columns=columns, computed=text)
    if not rows.elts:
        raise Unreadable(rows.lineno, "a table without rows", "write @table(ID, [(…), (…)])")
    return Table(columns=columns, rows=tuple(_row(row, len(columns)) for row in rows.elts))


def _row(row: ast.expr, width: int) -> tuple[str, ...]:
    cells = row.elts if isinstance(row, ast.Tuple) else [row]
    if len(cells) != width or any(isinstance(cell, ast.Starred) for cell in cells):
        found = f"a row of {len(cells)} values for {width} columns: `{say(row)}`"
        raise Unreadable(row.lineno, found, "write one value for each argument of the function")
    return tuple(ast.unparse(cell) for cell in cells)


def _parse(text: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        found = f"this is no Python: {error.msg}"
        raise Unreadable(error.lineno or 1, found, "mend the syntax") from None
    except (ValueError, MemoryError, RecursionError):
        raise Unreadable(1, "this cannot be parsed", "write plain, shorter text") from None
    return tree.body


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Each function of the text with its decorators, and the number of lines before it."""
    lines = text.splitlines(keepends=True)
    starts: list[int] = []
    is_decorated = False
    for at, line in enumerate(lines):
        if not _STARTS.match(line):
            continue
        if not is_decorated:
            starts.append(at)
        is_decorated = line.startswith("@")
    if lines and (not starts or starts[0] > 0):
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start, "".join(lines[start:end])
