"""The command that code offers: what its console script, or its `__main__`, calls."""

import ast
from collections.abc import Mapping

from packaging.utils import canonicalize_name

from brickyard.doors.prove.code import Code
from brickyard.doors.prove.declarations import defined

_NAMES = frozenset({"main", "cli", "run"})


def find_command(code: Code, trees: Mapping[str, ast.Module]) -> tuple[str, str]:
    """How a person calls it, and the `module:function` that is called; nothing if none is."""
    own = {canonicalize_name(code.package), canonicalize_name(code.name)}
    named = [name for name in code.scripts if canonicalize_name(name) in own]
    chosen = named or ([*code.scripts] if len(code.scripts) == 1 else [])
    if chosen:
        return f"{chosen[0]} ({code.scripts[chosen[0]]})", code.scripts[chosen[0]]
    inner = f"{code.package}.__main__"
    main = inner if inner in trees else code.package
    is_one_file = f"src/{code.package}.py" in code.files
    target = _called(main, trees[main]) if inner in trees or is_one_file else ""
    return (f"python -m {code.package} ({target})", target) if target else ("", "")


def _called(module: str, tree: ast.Module) -> str:
    """What the last statement calls, also below `if __name__ == "__main__"`."""
    body = tree.body
    if body and isinstance(body[-1], ast.If) and "__name__" in ast.unparse(body[-1].test):
        body = [*body, *body[-1].body]
    call = _call(body[-1]) if body else None
    match call:
        case ast.Name(id=name):
            return _place(module, [*tree.body, *body], name)
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if name in _NAMES:
            place = _place(module, [*tree.body, *body], owner, is_function=False)
            return f"{place.replace(':', '.')}:{name}" if place else ""
        case _:
            return ""


def _call(node: ast.stmt) -> ast.expr | None:
    """`main` of `main()`, `sys.exit(main())` or `raise SystemExit(main())`."""
    value = node.exc if isinstance(node, ast.Raise) else None
    value = node.value if isinstance(node, ast.Expr) else value
    if not isinstance(value, ast.Call):
        return None
    ends = ast.unparse(value.func) in ("sys.exit", "exit", "SystemExit")
    inner = value.args[0] if ends and value.args else value
    return inner.func if isinstance(inner, ast.Call) else None


def _place(module: str, body: list[ast.stmt], name: str, *, is_function: bool = True) -> str:
    """`module:name` of what a name stands for in a module: imported there, or its own."""
    for node in body:
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                if (each.asname or each.name) == name and (each.name in _NAMES or not is_function):
                    return f"{_from(module, node)}:{each.name}"
        elif isinstance(node, ast.Import) and not is_function:
            for each in node.names:
                if (each.asname or each.name) == name:
                    return each.name
        elif is_function and name in _NAMES and name in defined(node):
            return f"{module}:{name}"
    return ""


def _from(module: str, node: ast.ImportFrom) -> str:
    """The absolute module of an import that stands in `<package>.__main__`."""
    if not node.level:
        return node.module or ""
    above = module.split(".")[: -node.level]
    return ".".join([*above, *([node.module] if node.module else [])])
