"""Cases as test files of the project, and the helpers beside them: `conftest.py`, `helpers.py`.

They are made for the tests at hand, each with what those use and no more. Tests are always run with
the helpers that are made here, never with those that lie in a project: whoever edits those changes
no verdict.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files as package_data

from brickyard import cases as room
from brickyard.cases import Names, file_of, offered_by
from brickyard.cases import support_files as words_files
from brickyard.cases.parts import parts
from brickyard.cases.words import WORDS
from brickyard.files import Files
from brickyard.interfaces.syntax import Function
from brickyard.values import Plan, TestLevel, TestModule, WrittenCase

CONFTEST = "tests/conftest.py"
MODULE = "helpers"
"""What tests that are no cases import; `conftest` is pytest's own."""

HELPERS = f"tests/{MODULE}.py"
CLOCK = "tests/fixed_clock.py"
_WORDS = re.compile(r"^from (?:same|support|fixed_clock) import ", re.MULTILINE)
FILES = (CONFTEST, CLOCK, HELPERS, "tests/same.py", "tests/support.py")


def support_files(modules: Iterable[TestModule]) -> Files:
    """The helpers that these test files use; `folder` is for every test."""
    listed = list(modules)
    trees = [tree for module in listed if (tree := _tree(module.source))]
    if not trees:
        return Files()
    conftest, helpers = (parts(_source(name)) for name in ("conftest.py", "helpers.py"))
    words = _words(listed)
    asked = {name for tree in trees for name in _parameters(tree)}
    usual = ["folder"] if not words else []
    named = list(dict.fromkeys([*usual, *(name for name in conftest.names if name in asked)]))
    texts = [words.pop(CONFTEST)] if words else []
    texts += [conftest.text(named)] if named else []
    fixtures = _together(texts) if len(texts) > 1 else texts[0]
    wanted = {name for tree in (*trees, ast.parse(fixtures)) for name in _imported(tree)}
    known = [name for name in helpers.names if name in wanted]
    own = {CONFTEST: fixtures} | ({HELPERS: helpers.text(known)} if known else {})
    return Files(own | words)


def _words(modules: Sequence[TestModule]) -> dict[str, str]:
    """What rendered cases lean on."""
    rendered = [module for module in modules if module.cases or _WORDS.search(module.source)]
    command = next((module.command for module in rendered if module.command), "")
    names = Names(package="", offers={}, command=command)
    made = words_files(names, [module.source for module in rendered]) if rendered else {}
    return {f"tests/{name}": text for name, text in made.items()}


def _together(texts: Sequence[str]) -> str:
    """Several files as one: the first title, every import, then what is left."""
    imports: set[str] = set()
    rest: list[str] = []
    for text in texts:
        lines, body = text.splitlines(), ast.parse(text).body
        after = [node for node in body[1:] if not isinstance(node, ast.Import | ast.ImportFrom)]
        imports |= {ast.unparse(node) for node in body[1:] if node not in after}
        first = min(node.lineno for node in after)
        marks = [mark.lineno for mark in getattr(after[0], "decorator_list", [])]
        rest.append("\n".join(lines[min([first, *marks]) - 1 :]).strip("\n"))
    groups: list[list[str]] = [[], [], []]
    for line in sorted(imports, key=lambda line: (line.startswith("from"), line)):
        module = line.split()[1].split(".")[0]
        groups[2 if f"tests/{module}.py" in FILES else 1 if module == "pytest" else 0].append(line)
    head = "\n\n".join("\n".join(group) for group in groups if group)
    title = texts[0].splitlines()[0]
    return "\n\n\n".join([f"{title}\n\n{head}", *rest]) + "\n"


def helper_names() -> dict[str, tuple[str, ...]]:
    """What a test file may import, by the module that has it."""
    helpers = tuple(parts(_source("helpers.py")).names)
    return {MODULE: helpers, "same": ("same",), "support": (*WORDS,), "fixed_clock": ("clock",)}


def _tree(source: str) -> ast.Module | None:
    """None for what is not Python: it uses nothing, and cannot be run."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _parameters(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            given = node.args
            every = (*given.posonlyargs, *given.args, *given.kwonlyargs)
            yield from (argument.arg for argument in every)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == MODULE:
            yield from (alias.name for alias in node.names)


@cache
def _source(name: str) -> str:
    return (package_data("brickyard.evidence") / "helpers" / name).read_text("utf-8")


def render(
    cases: Sequence[WrittenCase],
    plan: Plan,
    level: TestLevel,
    brick: str = "",
    name: str = "",
) -> TestModule:
    """One test file of valid cases. `name` names an acceptance file; else its requirements do."""
    path = path_of([case.requirement for case in cases], level, brick, name)
    names = offered_by(plan)
    source = _rendered(tuple(cases), names, _title(cases, level, brick))
    return TestModule(
        path=path,
        source=source,
        level=level,
        brick=brick,
        tests={f"{path}::{test_name(case)}": case.requirement for case in cases},
        cases=tuple(cases),
        bricks=tuple(brick.name for brick in plan.bricks),
        command=names.command if "run(" in source else "",
    )


@lru_cache(maxsize=8192)
def _rendered(cases: tuple[WrittenCase, ...], names: Names, title: str) -> str:
    """A build foresees what it will ask before it asks: the same cases are rendered each time."""
    file = file_of(cases, names)
    return room.render(file, names, title, same_at=room.differing(file, names))


def test_name(case: WrittenCase) -> str:
    """The name of the function that a case becomes."""
    return case.name if case.name.startswith("test_") else f"test_{case.name}"


def path_of(ids: Sequence[str], level: TestLevel, brick: str, name: str) -> str:
    if level is TestLevel.BRICK:
        return f"tests/bricks/test_{brick.replace('.', '_')}.py"
    first = {id.split(".")[0] for id in ids}
    chosen = name or (first.pop() if len(first) == 1 else "requirements")
    return f"tests/acceptance/test_{re.sub(r'[^a-z0-9]+', '_', chosen.lower()).strip('_')}.py"


def _title(cases: Sequence[WrittenCase], level: TestLevel, brick: str) -> str:
    what = f"Tests of the brick {brick}" if level is TestLevel.BRICK else "Acceptance tests"
    served = ", ".join(sorted({case.requirement for case in cases}))
    return f"{what}: {served}."
