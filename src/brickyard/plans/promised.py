"""What a recipe binds its plan to besides requirements: modules, and names that callers use.

Both are fields of `metadata`: `modules` are bricks that there have to be, `exports` are names that
some brick declares, operations as `settle(balances)`.
"""

import ast
from collections.abc import Iterator
from typing import cast

from brickyard.interfaces import InterfaceError, parse
from brickyard.values import Plan, Recipe


def unkept(recipe: Recipe, plan: Plan) -> Iterator[str]:
    """Modules and names that no brick of the plan has."""
    bricks = [brick.name for brick in plan.bricks]
    for name in _listed(recipe, "modules"):
        if name not in bricks:
            yield f"The recipe names the module '{name}', and no brick is called so."
    exports = _listed(recipe, "exports")
    declared = dict(_declared(plan)) if exports else {}
    for export in exports:
        name = export.partition("(")[0]
        if name not in declared:
            yield f"The contract promises '{name}', and no brick declares it."
        elif export != name and declared[name] not in ("", export):
            yield f"The contract promises '{export}', and a brick declares '{declared[name]}'."


def _listed(recipe: Recipe, field: str) -> list[str]:
    given: object = recipe.metadata.get(field)
    return [str(one) for one in cast("list[object]", given)] if isinstance(given, list) else []


def _declared(plan: Plan) -> Iterator[tuple[str, str]]:
    """Public names; with their parameters where they are operations."""
    for brick in plan.bricks:
        try:
            names = parse(brick.interface, plan.package).names
        except InterfaceError:
            continue
        functions = {
            node.name: node
            for node in ast.parse(brick.interface).body
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        for name in names:
            yield name, call(functions[name]) if name in functions else ""


def call(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """`settle(balances)`."""
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return f"{node.name}({', '.join(one.arg for one in given)})"
