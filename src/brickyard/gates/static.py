"""Rules on the code that a static requirement can be proven by, checked in the syntax tree."""

import ast
from collections.abc import Callable, Iterator
from typing import Literal

from brickyard.files import Files
from brickyard.gates.base import error, parse, sources, trees
from brickyard.gates.shape import (
    bare_functions,
    called,
    imports,
    is_dotted,
    is_within,
    long_functions,
    outside_stdlib,
    undocumented,
)
from brickyard.values import Brick, Finding, Plan, Value

RuleName = Literal[
    "only_stdlib",
    "forbid_import",
    "forbid_call",
    "require_import",
    "max_function_lines",
    "all_documented",
    "all_annotated",
]


class StaticRule(Value):
    """`names` are modules or calls, `limit` is a number of lines; each rule uses what it needs."""

    rule: RuleName
    names: tuple[str, ...] = ()
    limit: int = 0


Broken = Iterator[tuple[int, str]]


def check_static(rule: StaticRule, files: Files, plan: Plan) -> tuple[Finding, ...]:
    """Where the package breaks the rule; a source that cannot be read breaks every rule."""
    code = sources(files)
    if not code:
        return (error(f"static.{rule.rule}", "there is no source to look at"),)
    if problem := _unusable(rule):
        return (error(f"static.{rule.rule}", problem),)
    unread = [parse(path, text) for path, text in code.items()]
    found = [each for each in unread if isinstance(each, Finding)]
    read = trees(files)
    if rule.rule == "require_import":
        return (*found, *_missing_imports(rule, read))
    for file, tree in read.items():
        broken = _broken(rule, tree, plan)
        found += [error(f"static.{rule.rule}", message, file, line) for line, message in broken]
    return tuple(sorted(set(found), key=lambda each: (each.file, each.line, each.message)))


def can_fail(rule: StaticRule) -> bool:
    """Whether the rule refuses code written to break it: a rule that cannot fail proves nothing."""
    brick = Brick(name="sample", spec="", serves=(), interface="")
    plan = Plan(package="sample_package", bricks=(brick,))
    sample = Files({"src/sample_package/sample.py": breaks(rule)})
    return not _unusable(rule) and bool(check_static(rule, sample, plan))


def breaks(rule: StaticRule) -> str:
    """The source of a module that the rule must refuse."""
    name = rule.names[0] if rule.names else "undeclared_package"
    lines = "".join(f"    value = {number}\n" for number in range(max(rule.limit, 0) + 1))
    return {
        "only_stdlib": "import undeclared_package_of_nobody\n",
        "forbid_import": f"import {name}\n",
        "forbid_call": f"{name}()\n",
        "require_import": "VALUE = 1\n",
        "max_function_lines": f"def long():\n{lines}",
        "all_documented": "def bare():\n    return 1\n",
        "all_annotated": "def bare(value):\n    return value\n",
    }[rule.rule]


def _unusable(rule: StaticRule) -> str:
    needs_names = rule.rule in ("forbid_import", "forbid_call", "require_import")
    if needs_names and not rule.names:
        return f"the rule {rule.rule} names nothing to look for"
    if needs_names and not all(is_dotted(name) for name in rule.names):
        return f"the rule {rule.rule} holds a name that is not Python's: {list(rule.names)}"
    if rule.rule == "max_function_lines" and rule.limit < 1:
        return "the rule max_function_lines needs a limit of at least 1"
    return ""


def _broken(rule: StaticRule, tree: ast.Module, plan: Plan) -> Broken:
    checks: dict[str, Callable[[], Broken]] = {
        "only_stdlib": lambda: outside_stdlib(tree, {plan.package, *rule.names}),
        "forbid_import": lambda: _forbidden_imports(rule, tree),
        "forbid_call": lambda: _forbidden_calls(rule, tree),
        "max_function_lines": lambda: long_functions(tree, rule.limit),
        "all_documented": lambda: undocumented(tree),
        "all_annotated": lambda: bare_functions(tree),
    }
    return checks[rule.rule]()


def _forbidden_imports(rule: StaticRule, tree: ast.Module) -> Broken:
    for line, name in imports(tree):
        for module in rule.names:
            if is_within(name, module):
                yield line, f"'{module}' is imported"


def _missing_imports(rule: StaticRule, read: dict[str, ast.Module]) -> list[Finding]:
    imported = [name for tree in read.values() for _, name in imports(tree)]
    return [
        error("static.require_import", f"nothing imports '{module}'")
        for module in rule.names
        if not any(is_within(name, module) for name in imported)
    ]


def _forbidden_calls(rule: StaticRule, tree: ast.Module) -> Broken:
    for line, names in called(tree):
        if hit := names & set(rule.names):
            yield line, f"'{min(hit)}' is called"
