"""Cases that are data (of speed, of services) as plain pytest.

Values are compared strictly where it matters: True is not 1, and a type that claims to equal
everything does not. Otherwise `==` decides: 1 equals 1.0, and a list of JSON also stands for a
tuple. A generator's items are collected into a list first.
"""

from collections.abc import Sequence

from brickyard.evidence import support
from brickyard.evidence.support import path_of
from brickyard.proofs.data.functions import Function, function_name
from brickyard.proofs.data.layout import WIDTH, text
from brickyard.proofs.data.literals import Names
from brickyard.proofs.data.scope import Scope
from brickyard.values import Case, Plan, TestLevel, TestModule


def render_data(
    cases: Sequence[Case],
    plan: Plan,
    level: TestLevel,
    brick: str = "",
    name: str = "",
    function: type[Function] = Function,
) -> TestModule:
    """One test file of valid cases. `name` names an acceptance file; else its requirements do."""
    scope = Scope(plan)
    names = Names(scope)
    written = [function(case, scope, names) for case in cases]
    bodies = [test.source() for test in written]
    helpers = {helper for test in written for helper in test.helpers}
    path = path_of([case.requirement for case in cases], level, brick, name)
    return TestModule(
        path=path,
        source=_module(_title(cases, level, brick), bodies, helpers, names, plan),
        level=level,
        brick=brick,
        tests={f"{path}::{function_name(case)}": case.requirement for case in cases},
        bricks=tuple(brick.name for brick in plan.bricks),
    )


def _title(cases: Sequence[Case], level: TestLevel, brick: str) -> str:
    what = f"Tests of the brick {brick}" if level is TestLevel.BRICK else "Acceptance tests"
    served = ", ".join(sorted({case.requirement for case in cases}))
    return f'"""{what}: {served}."""'


def _module(title: str, bodies: list[str], helpers: set[str], names: Names, plan: Plan) -> str:
    marks: list[str] = []
    if "Run" in helpers:
        entry = names.of_brick(*plan.entry.split(":"))
        marks.append(f"pytestmark = pytest.mark.command({text(plan.package)}, {entry})")
    head = [title, _imports(names, helpers, plan.package), *marks]
    return "\n\n".join(head) + "\n\n\n" + "\n\n".join(bodies)


def _imports(names: Names, helpers: set[str], package: str) -> str:
    found = {module: set(used) for module, used in names.imports.items()}
    if helpers:
        found[support.MODULE] = {(name, name) for name in helpers}
    own = [module for module in sorted(found) if _is_own(module, package)]
    standard = [module for module in sorted(found) if module not in own]
    groups = [_froms(standard, found), ["import pytest"], _froms(own, found)]
    return "\n\n".join("\n".join(group) for group in groups if group)


def _is_own(module: str, package: str) -> bool:
    return module.split(".")[0] in (package, support.MODULE)


def _froms(modules: list[str], found: dict[str, set[tuple[str, str]]]) -> list[str]:
    """Sorted as ruff sorts: constants, classes, the rest; an alias has a line of its own."""
    lines: list[str] = []
    for module in modules:
        plain = sorted((one for one, local in found[module] if one == local), key=_import_order)
        aliased = sorted((one, local) for one, local in found[module] if one != local)
        lines += [f"from {module} import {one} as {local}" for one, local in aliased]
        if plain:
            line = f"from {module} import {', '.join(plain)}"
            wrapped = ",\n    ".join(plain)
            lines.append(
                line if len(line) <= WIDTH else f"from {module} import (\n    {wrapped},\n)"
            )
    return lines


def _import_order(name: str) -> tuple[int, str, str]:
    rank = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return rank, name.lower(), name
