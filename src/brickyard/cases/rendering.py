"""Cases as plain pytest: text that the owner of the project reads, runs and keeps."""

import ast
import inspect
import itertools
import re
from collections.abc import Iterable, Iterator, Set

from brickyard.cases import clock, equality, support
from brickyard.cases.agreeing import Place, as_declared, place
from brickyard.cases.kinds import expression
from brickyard.cases.layout import WIDTH, quoted, show
from brickyard.cases.model import (
    Case,
    Cases,
    Check,
    Names,
    Raises,
    Step,
)
from brickyard.cases.parts import parts
from brickyard.cases.sets import written
from brickyard.cases.source import Laid, as_function, free_names
from brickyard.cases.words import BARE, MODULES, WORDS

_CLOCK = "fixed_clock"
"""The module of the clock beside the tests: a package may well be called `clock`."""
_HOMES = dict.fromkeys(WORDS, "support") | {
    **dict.fromkeys(("same", "same_value", "approx"), "same"),
    "clock": _CLOCK,
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_CONFTEST = '''\
"""Every test has an empty folder of its own, and nothing of the day and the machine."""

import locale
import random

import pytest

import fixed_clock
{imports}
fixed_clock.install()
{started}

def pytest_configure(config):
    config.addinivalue_line("markers", "requirement(id): the requirement that the test proves")


@pytest.fixture(autouse=True)
def fixed(tmp_path, monkeypatch):
    """Here, at the start of 2026 in UTC, with plain text and the same numbers by chance."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    random.seed(0)
    fixed_clock.reset()
'''
_STARTED = {"imports": "import support\n", "started": "support.starting = fixed_clock.again\n"}
"""Processes of the command have the clock of the tests."""


def support_files(names: Names, rendered: Iterable[str]) -> dict[str, str]:
    """What these rendered files need beside them, and no more."""
    wanted = {name for text in rendered for name in _imported(text)}
    started = _STARTED if "run" in wanted else dict.fromkeys(_STARTED, "")
    files = {
        "conftest.py": _CONFTEST.format_map(started),
        f"{_CLOCK}.py": inspect.getsource(clock),
    }
    if wanted & {"approx", "same", "same_value"}:
        files["same.py"] = inspect.getsource(equality)
    words = parts(inspect.getsource(support))
    used = [name for name in words.names if name in wanted]
    if used:
        text = words.text(used)
        files["support.py"] = text.replace('"package.module:main"', quoted(names.command))
    return files


def _imported(text: str) -> Iterator[str]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module in ("same", "support"):
            yield from (alias.name for alias in node.names)


def render(cases: Cases, names: Names, title: str, same_at: Set[Place] = frozenset()) -> str:
    """One test file. `same_at`: checks that plain Python may judge in another way (`differing`)."""
    cases = as_declared(cases, names)
    writer = _Pytest(names, same_at, "same_value" if _is_bound("same", cases) else "same")
    functions = ["\n".join(writer.case(each)) for each in cases.cases]
    body = "\n\n\n".join([*writer.tops(cases), *functions])
    top = [f'"""{title}"""', *_imports(body, cases, names)]
    below = "\n\n" if isinstance(ast.parse(body).body[0], ast.Assign) else "\n\n\n"
    return "\n\n".join(top) + below + body + "\n"


class _Pytest(Laid):
    def __init__(self, names: Names, same_at: Set[Place], same: str = "same") -> None:
        self.names, self.same_at, self.same = names, same_at, same

    def line(self, before: str, value: str, after: str, indent: int) -> str:
        return super().line(before, _approx(value), after, indent)

    def step(self, step: Step, indent: int) -> list[str]:
        if isinstance(step, Check) and place(step) in self.same_at:
            return [show(_by_same(step, self.same), indent, "assert ")]
        if isinstance(step, Check):
            return super().step(_by_identity(step), indent)
        return super().step(step, indent)

    def raises(self, step: Raises, indent: int) -> list[str]:
        """A part that is written out is matched; others are looked for afterwards."""
        part = expression(step.parts[0]) if len(step.parts) == 1 else None
        match part:
            case ast.Constant(value=str(text)) if text:
                plain = re.escape(text) == text or not set(text) & set(r".^$*+?{}[]\|()")
                match_ = quoted(text) if plain else f"re.escape({quoted(text)})"
                value, parts = f"pytest.raises({step.error}, match={match_})", ()
            case _:
                value, parts = f"pytest.raises({step.error})", step.parts
        name = step.name or ("error" if parts else "")
        before = self.line("with ", value, f" as {name}:" if name else ":", indent)
        checks = [
            self.line("assert ", f"{part} in str({name}.value)", "", indent) for part in parts
        ]
        return [before, *self.inside((step.step,), indent), *checks]

    def case(self, case: Case) -> list[str]:
        name = case.name if case.name.startswith("test_") else f"test_{case.name}"
        return [
            *(f"@pytest.mark.requirement(id={quoted(id)})" for id in case.requirements),
            *(["@pytest.mark.asyncio"] if case.is_async else []),
            *self._table(case),
            *self.helper(as_function(case, name), 0),
        ]

    def _table(self, case: Case) -> list[str]:
        if case.table is None:
            return []
        columns = case.table.columns
        named = ", ".join(quoted(column) for column in columns)
        lines = ["@pytest.mark.parametrize("]
        lines.append(f"    ({named})," if len(columns) > 1 else f"    {named},")
        if case.table.computed:
            lines.append(show(case.table.computed, 4, "", ","))
        else:
            ids = row_ids(case.table.rows)
            lines.append("    [")
            for row, id in zip(case.table.rows, ids, strict=True):
                cells = ", ".join((*row, f"id={id!r}"))
                lines.append(self.line("", f"pytest.param({cells})", ",", 8))
            lines.append("    ],")
        return [*lines, ")"]


def _is_bound(name: str, cases: Cases) -> bool:
    """Whether somebody who wrote a case calls something else so."""
    every = ast.walk(ast.parse(written(cases)))
    return any(
        (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store))
        or (isinstance(node, ast.arg) and node.arg == name)
        for node in every
    )


def _by_same(step: Check, same: str) -> str:
    left, right = step.operands
    if step.ops == ("==",):
        return f"{same}({left}, {right})"
    found = f"any({same}(each, {left}) for each in {right})"
    return found if step.ops == ("in",) else f"not {found}"


def _by_identity(step: Check) -> Check:
    """`== True` is `is True`: that is what the one equality asks."""
    pairs = zip(step.ops, step.operands[1:], strict=True)
    signs = {"==": "is", "!=": "is not"}
    ops = [signs.get(op, op) if text in ("True", "False", "None") else op for op, text in pairs]
    return step.model_copy(update={"ops": tuple(ops)})


def row_ids(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """A short name for each row, of its own words; a number where two would be called the same."""
    found: list[str] = []
    for row in rows:
        words = "-".join(re.findall(r"[A-Za-z0-9]+", " ".join(row)))
        id = words[:30].strip("-").lower() or "row"
        numbered = (f"{id}-{count}" for count in itertools.count(2))
        found.append(id if id not in found else next(one for one in numbered if one not in found))
    return found


def _approx(text: str) -> str:
    """Readers of tests know pytest's own."""
    if "approx(" not in text:
        return text
    tree = expression(text)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="approx")):
                given = [*node.args, *(each.value for each in _ordered(node.keywords))]
                node.func = ast.Attribute(ast.Name("pytest"), "approx")
                node.args, node.keywords = given[:1], [ast.keyword("abs", given[1])]
            case _:
                pass
    return ast.unparse(tree)


def _ordered(keywords: list[ast.keyword]) -> list[ast.keyword]:
    """`value` before `within`."""
    return sorted(keywords, key=lambda each: each.arg or "")


def _imports(body: str, cases: Cases, names: Names) -> list[str]:
    """Standard, pytest, the package, the support files: sorted as ruff sorts them."""
    whole: set[str] = set()
    taken: dict[str, set[str]] = {}
    for name in _used(ast.parse(body)):
        module, original = _origin(name, cases, names)
        if module:
            shown = name if name == original else f"{original} as {name}"
            taken.setdefault(module, set()).add(shown)
        elif name in MODULES and name != "datetime":
            whole.add(name)
    local = {each for each in taken if each.partition(".")[0] in (names.package, *_HOMES.values())}
    standard = [f"import {module}" for module in sorted(whole)]
    standard += [_from(module, taken[module]) for module in sorted(taken.keys() - local)]
    ours = [_from(module, taken[module]) for module in sorted(local)]
    groups = (standard, ["import pytest"], ours)
    return ["\n".join(group) for group in groups if group]


def _origin(name: str, cases: Cases, names: Names) -> tuple[str, str]:
    """The module that a name is taken from, if any, and what it is called there."""
    if name in names.offers:
        return names.offers[name], names.there(name)
    if name in _HOMES:
        return _HOMES[name], name
    origin, _, taken = cases.imported.get(name, "").partition(":")
    return (origin, taken) if taken else (BARE.get(name, ""), name)


def _used(tree: ast.Module) -> set[str]:
    """Names that the file reads and does not define."""
    defined = {node.name for node in tree.body if isinstance(node, _Function)}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                defined.add(name)
            case _:
                pass
    return free_names(ast.unparse(tree)) - defined


def _from(module: str, names: Iterable[str]) -> str:
    ordered = sorted(names, key=_order)
    line = f"from {module} import {', '.join(ordered)}"
    if len(line) <= WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in ordered) + ")"


def _order(shown: str) -> tuple[bool, bool, str]:
    """Constants, classes, functions, each by its name, as ruff sorts them."""
    name = shown.partition(" ")[0]
    return not name.isupper(), name.islower(), shown
