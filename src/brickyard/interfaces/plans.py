"""A plan checked by machine, before a token is spent on tests or code."""

import ast
import keyword
import re
import sys
from collections.abc import Iterator, Mapping

from brickyard.interfaces.blunt import blunt
from brickyard.interfaces.broad import Errors
from brickyard.interfaces.model import Interface, InterfaceError
from brickyard.interfaces.names import unresolved
from brickyard.interfaces.parsing import parse, tree_of
from brickyard.interfaces.syntax import Function, bound_parameters, last_name
from brickyard.values import Brick, Finding, Plan, Severity

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TOOLS = frozenset(
    {"pytest", "hypothesis", "coverage", "pytest_asyncio", "tests", "src", "test"}
    | {"conftest", "support"}
)


def check_plan(plan: Plan) -> tuple[Finding, ...]:
    """Everything about the plan that no brick could be built from."""
    interfaces: dict[str, Interface] = {}
    findings = [*_package(plan), *_names(plan), *_depends(plan), *_cycle(plan)]
    for brick in plan.bricks:
        try:
            interfaces[brick.name] = parse(brick.interface, plan.package)
        except InterfaceError as error:
            findings.append(_finding("plan.interface", error.message, plan, brick, error.line))
    errors = Errors({name: tree_of(one.source) for name, one in interfaces.items()}, plan.package)
    for brick in plan.bricks:
        if brick.name in interfaces:
            findings += _imports(plan, brick, interfaces)
            findings += _resolvable(plan, brick)
            findings += _blunt(plan, brick, errors)
    return (*findings, *_entry(plan, interfaces))


def _finding(
    rule: str, message: str, plan: Plan, brick: Brick | None = None, line: int = 0, fix: str = ""
) -> Finding:
    return Finding(
        rule=rule,
        severity=Severity.ERROR,
        message=f"Brick '{brick.name}': {message}" if brick else message,
        file=f"src/{plan.path(brick.name)}" if brick else "",
        line=line,
        suggestion=fix,
    )


def _bad_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        return "is not a lower-case Python name"
    return "is a Python keyword" if keyword.iskeyword(name) else ""


def _package(plan: Plan) -> Iterator[Finding]:
    reason = _bad_name(plan.package)
    if not reason and plan.package in sys.stdlib_module_names:
        reason = "is the name of a module of Python itself"
    if not reason and plan.package in _TOOLS:
        reason = "is the name of a tool or folder that the tests use"
    if reason:
        yield _finding("plan.package", f"Package name '{plan.package}' {reason}.", plan)


def _names(plan: Plan) -> Iterator[Finding]:
    if not plan.bricks:
        yield _finding("plan.bricks", "The plan has no brick.", plan)
    seen: set[str] = set()
    folders = {above for brick in plan.bricks for above in _above(brick.name)}
    for brick in plan.bricks:
        flat = brick.name.replace(".", "_")
        reason = next((why for part in brick.name.split(".") if (why := _bad_name(part))), "")
        if flat in seen:
            reason = "is there twice"
        if brick.name == plan.package:
            reason = "is also the package's name"
        if brick.name in folders:
            reason = "is also the name of a folder with bricks"
        if reason:
            yield _finding("plan.name", f"Brick name '{brick.name}' {reason}.", plan)
        seen.add(flat)


def _above(name: str) -> Iterator[str]:
    """The folders that the module of this brick lies in: `a` and `a.b` of `a.b.c`."""
    parts = name.split(".")
    yield from (".".join(parts[:deep]) for deep in range(1, len(parts)))


def _depends(plan: Plan) -> Iterator[Finding]:
    known = {brick.name for brick in plan.bricks}
    for brick in plan.bricks:
        for below in brick.depends:
            if below not in known:
                message = f"depends on '{below}', which is not in the plan"
                yield _finding("plan.depends", message, plan, brick)


def _cycle(plan: Plan) -> Iterator[Finding]:
    """The first cycle, shown as a → b → a."""
    edges = {brick.name: brick.depends for brick in plan.bricks}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> tuple[str, ...]:
        if name in path:
            return (*path[path.index(name) :], name)
        if name in done or name not in edges:
            return ()
        for below in edges[name]:
            found = visit(below, (*path, name))
            if found:
                return found
        done.add(name)
        return ()

    for name in edges:
        cycle = visit(name, ())
        if cycle:
            message = f"Bricks depend on each other in a circle: {' → '.join(cycle)}."
            fix = "Move what both need into a brick of its own below them."
            yield _finding("plan.cycle", message, plan, fix=fix)
            return


def _imports(plan: Plan, brick: Brick, interfaces: Mapping[str, Interface]) -> Iterator[Finding]:
    known = {other.name for other in plan.bricks}
    for sibling, names in interfaces[brick.name].imports.items():
        if sibling not in known:
            message = f"imports from '{sibling}', which is not a brick of the plan"
            yield _finding("plan.import", message, plan, brick)
            continue
        if sibling not in brick.depends:
            message = f"imports from '{sibling}' but does not depend on it"
            fix = f"Add '{sibling}' to its `depends`."
            yield _finding("plan.depends", message, plan, brick, fix=fix)
        for name in names:
            if sibling in interfaces and name not in interfaces[sibling].names:
                message = f"imports '{name}' from '{sibling}', which does not declare it"
                fix = f"'{sibling}' declares: {', '.join(interfaces[sibling].names)}."
                yield _finding("plan.import", message, plan, brick, fix=fix)


def _resolvable(plan: Plan, brick: Brick) -> Iterator[Finding]:
    for name, line in unresolved(tree_of(brick.interface)).items():
        message = f"uses '{name}', which it neither defines nor imports"
        yield _finding("plan.name", message, plan, brick, line)


def _blunt(plan: Plan, brick: Brick, errors: Errors) -> Iterator[Finding]:
    found = [*blunt(tree_of(brick.interface), plan.package), *errors.broad(brick.name)]
    for line, message, fix in found:
        yield _finding("plan.blunt", message, plan, brick, line, fix)


def _entry(plan: Plan, interfaces: Mapping[str, Interface]) -> Iterator[Finding]:
    if not plan.entry:
        return
    name, _, operation = plan.entry.partition(":")
    if name not in {brick.name for brick in plan.bricks} or not operation:
        message = f"Entry '{plan.entry}' is not `brick:operation` with a brick of the plan."
        yield _finding("plan.entry", message, plan)
    elif name in interfaces:
        reason = _entry_reason(interfaces[name], operation)
        if reason:
            fix = "Write `def main(argv: Sequence[str] | None = None) -> int: ...`."
            yield _finding("plan.entry", f"Entry '{plan.entry}' {reason}.", plan, fix=fix)


def _entry_reason(interface: Interface, operation: str) -> str:
    node = next(
        (
            node
            for node in tree_of(interface.source).body
            if isinstance(node, Function) and node.name == operation
        ),
        None,
    )
    if node is None:
        return "is not a function of that brick"
    if isinstance(node, ast.AsyncFunctionDef):
        return "is async; a command's entry is a plain function"
    given = node.args
    parameters = bound_parameters(node, "function")
    if not parameters or len(given.defaults) < len(parameters) or None in given.kw_defaults:
        return "does not take one optional parameter, argv, and only optional ones beside it"
    return "" if last_name(node.returns) == "int" else "does not return int"
