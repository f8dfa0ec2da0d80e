"""pytest code that a model wrote, for what cases cannot say; refused where it could cheat."""

import ast
import re
import sys
from collections.abc import Collection, Iterator

from brickyard.evidence.support import helper_names
from brickyard.interfaces.syntax import Function, last_name
from brickyard.red.variants import REACHED
from brickyard.values import Finding, Severity, TestLevel, TestModule

_FORBIDDEN = {
    "skip": "no test may be skipped",
    "skipif": "no test may be skipped",
    "xfail": "no test may be expected to fail",
    "importorskip": "no test may be skipped",
    "usefixtures": "name the fixtures as parameters",
    "pytest_plugins": "tests load no plugins",
    "_exit": "tests do not end the process",
    REACHED: "that is none of a test's business",
}
_PATH = re.compile(r"tests/(acceptance|bricks)/test_[a-z0-9_]+\.py")
_CHECKS = ("raises", "fail")
_TOO_BROAD = frozenset({"Exception", "BaseException"})


def code_module(
    path: str,
    source: str,
    *,
    package: str,
    known: Collection[str],
    level: TestLevel = TestLevel.ACCEPTANCE,
    brick: str = "",
) -> TestModule | tuple[Finding, ...]:
    """The test file, or what is wrong with it. `known`: the requirement and clause ids allowed."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 0
        return (_finding(path, line, f"not valid Python: {error}"),)
    tests = [node for node in tree.body if _is_test(node)]
    found = [*_place(path), *_statements(tree, package), *_marks(tests, known), *_forbidden(tree)]
    if not tests:
        found.append((0, "it has no test function"))
    names = [node.name for node in tests if isinstance(node, Function)]
    found += [(0, f"'{name}' is there twice") for name in set(names) if names.count(name) > 1]
    if found:
        return tuple(_finding(path, line, message) for line, message in found)
    proven = {f"{path}::{node.name}": _marked(node) for node in tests if isinstance(node, Function)}
    return TestModule(path=path, source=source, level=level, brick=brick, tests=proven)


def _finding(path: str, line: int, message: str) -> Finding:
    return Finding(rule="test-code", severity=Severity.ERROR, message=message, file=path, line=line)


def _place(path: str) -> Iterator[tuple[int, str]]:
    if not _PATH.fullmatch(path):
        yield 0, f"'{path}' is no place for tests; it goes to tests/acceptance/test_NAME.py"


def _is_test(node: ast.stmt) -> bool:
    return isinstance(node, Function) and node.name.startswith("test")


Wrong = Iterator[tuple[int, str]]


def _statements(tree: ast.Module, package: str) -> Wrong:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from _imports(node, package)
    for at, node in enumerate(tree.body):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign():
                pass
            case ast.ClassDef(name=name) if name.startswith("Test"):
                yield node.lineno, f"class '{name}': write test functions, not classes"
            case ast.FunctionDef(name=name) if name.startswith("pytest_"):
                yield node.lineno, f"'{name}' is a hook of pytest; tests do not change pytest"
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                pass
            case ast.Expr(value=ast.Constant(value=str())) if at == 0:
                pass
            case _:
                yield node.lineno, "only imports, assignments, functions and classes stand here"


def _imports(node: ast.Import | ast.ImportFrom, package: str) -> Wrong:
    allowed = {"pytest", "hypothesis", package}
    known = helper_names()
    if isinstance(node, ast.ImportFrom) and node.module in known and not node.level:
        for name in sorted({alias.name for alias in node.names} - {*known[node.module]}):
            there = f"'{node.module}' has no '{name}' when tests are proven"
            yield node.lineno, f"{there}; write it here"
        return
    if isinstance(node, ast.ImportFrom):
        modules = [node.module or ""]
        if node.level:
            yield node.lineno, f"relative import; write `from {package}.BRICK import NAME`"
            return
    else:
        modules = [alias.name for alias in node.names]
    for module in modules:
        root = module.split(".")[0]
        if root not in allowed and root not in sys.stdlib_module_names:
            yield node.lineno, f"'{module}' is not one of {package}, pytest, hypothesis or Python"


def _marks(tests: list[ast.stmt], known: Collection[str]) -> Wrong:
    for node in tests:
        if not isinstance(node, Function):
            continue
        marked = _marked(node)
        if not marked:
            yield node.lineno, f"'{node.name}' lacks `@pytest.mark.requirement(id=\"ID\")`"
        elif marked not in known:
            allowed = ", ".join(sorted(known))
            yield node.lineno, f"'{node.name}': requirement '{marked}' is not one of {allowed}"
        if not _checks(node):
            yield node.lineno, f"'{node.name}' checks nothing: it has no assert and no raises"


def marked_tests(source: str) -> dict[str, str]:
    """Test function → the id that it carries, or nothing; of a file that is valid Python."""
    tests = (node for node in ast.parse(source).body if _is_test(node))
    return {node.name: _marked(node) for node in tests if isinstance(node, Function)}


def _marked(node: Function) -> str:
    """The one id in `@pytest.mark.requirement(id="ID")`, or nothing; `-m` selects by keyword."""
    found = [
        decorator.keywords[0].value.value
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call)
        and ast.unparse(decorator.func) == "pytest.mark.requirement"
        and [keyword.arg for keyword in decorator.keywords] == ["id"]
        and not decorator.args
        and isinstance(decorator.keywords[0].value, ast.Constant)
    ]
    return found[0] if len(found) == 1 and isinstance(found[0], str) else ""


def _checks(node: Function) -> bool:
    return any(
        isinstance(part, ast.Assert)
        or (isinstance(part, ast.Call) and last_name(part.func) in _CHECKS)
        for part in ast.walk(node)
    )


def _forbidden(tree: ast.Module) -> Wrong:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.Attribute)) and last_name(node) in _FORBIDDEN:
            yield node.lineno, f"'{ast.unparse(node)}': {_FORBIDDEN[last_name(node)]}"
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in _FORBIDDEN:
                    yield node.lineno, f"'{alias.name}': {_FORBIDDEN[alias.name]}"
        if isinstance(node, ast.ClassDef) and node.name in _FORBIDDEN:
            yield node.lineno, f"'{node.name}': {_FORBIDDEN[node.name]}"
        if isinstance(node, ast.Call) and last_name(node.func) == "raises":
            for name in sorted(_raised(node) & _TOO_BROAD):
                yield node.lineno, f"'{name}' is raised by any fault; name the one that is meant"


def _raised(node: ast.Call) -> set[str]:
    """The exceptions that `pytest.raises` is given: one, a tuple of them, or by keyword."""
    given = [*node.args[:1], *(one.value for one in node.keywords if one.arg != "match")]
    each = [part for one in given for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
    return {last_name(one) for one in each}
