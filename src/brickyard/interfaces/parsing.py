"""The source of an interface, read and refused where a brick could not be built from it."""

import ast

from brickyard.interfaces.model import Interface, InterfaceError, Operation
from brickyard.interfaces.syntax import (
    Function,
    bound_parameters,
    decorators,
    docstring,
    is_dunder,
    is_operation,
    is_public,
    kind,
    operations,
    signature,
    target_name,
)


def parse(source: str, package: str) -> Interface:
    """Read an interface; raise InterfaceError for what no brick can be built from."""
    tree = tree_of(source)
    for node in tree.body:
        _check_statement(node)
    found = tuple(_operation(*each) for each in operations(tree))
    names = tuple(
        dict.fromkeys(name for name in map(_defined, tree.body) if is_public(name or "_"))
    )
    if not names:
        raise InterfaceError("it declares no public name; give it at least one operation or class")
    return Interface(source=source, names=names, operations=found, imports=_siblings(tree, package))


def tree_of(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError as error:
        raise InterfaceError(f"not valid Python: {error.msg}", error.lineno or 0) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise InterfaceError(f"not valid Python: {error}") from error


def _defined(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    return target_name(node)


def _check_statement(node: ast.stmt) -> None:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.ClassDef():
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            if not is_operation(node) and "overload" not in decorators(node):
                raise InterfaceError(
                    f"function '{node.name}' has a body; an operation's body is `...` only",
                    node.lineno,
                )
        case ast.Expr(value=ast.Constant(value=str())):
            return
        case _ if target_name(node):
            return
        case _:
            raise InterfaceError(
                "only imports, declarations (classes, constants) and operations belong here",
                node.lineno,
            )


def _operation(name: str, node: Function, owner: ast.ClassDef | None) -> Operation:
    what = kind(node, owner)
    if not is_public(node.name) and not (owner and is_dunder(node.name)):
        raise InterfaceError(
            f"operation '{name}' is private; leave it out or name it without underscore",
            node.lineno,
        )
    _check_annotations(name, node, what)
    return Operation(
        name=name,
        signature=signature(node),
        docstring=docstring(node),
        line=node.lineno,
        is_async=isinstance(node, ast.AsyncFunctionDef),
        kind=what,
    )


def _check_annotations(name: str, node: Function, kind: str) -> None:
    arguments = [*bound_parameters(node, kind), *node.args.kwonlyargs]
    arguments += [extra for extra in (node.args.vararg, node.args.kwarg) if extra]
    for argument in arguments:
        if argument.annotation is None:
            raise InterfaceError(
                f"parameter '{argument.arg}' of '{name}' has no type annotation", node.lineno
            )
    if node.returns is None and node.name != "__init__":
        raise InterfaceError(f"operation '{name}' has no return annotation", node.lineno)


def _siblings(tree: ast.Module, package: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            _check_plain_import(node, package)
        elif isinstance(node, ast.ImportFrom):
            brick = _check_from_import(node, package)
            if brick:
                names = tuple(alias.name for alias in node.names)
                found[brick] = tuple(dict.fromkeys((*found.get(brick, ()), *names)))
    return found


def _check_plain_import(node: ast.Import, package: str) -> None:
    for alias in node.names:
        if alias.name.split(".")[0] == package:
            raise InterfaceError(
                f"write `from {package}.BRICK import NAME` instead of `import {alias.name}`",
                node.lineno,
            )


def _check_from_import(node: ast.ImportFrom, package: str) -> str:
    """The sibling brick that this imports from, or nothing."""
    if node.level:
        raise InterfaceError(
            f"relative import; write `from {package}.BRICK import NAME`", node.lineno
        )
    module = node.module or ""
    if any(alias.name == "*" for alias in node.names):
        raise InterfaceError(f"`from {module} import *`; name what is imported", node.lineno)
    if module == package:
        raise InterfaceError(
            f"write `from {package}.BRICK import NAME` instead of `from {package} import …`",
            node.lineno,
        )
    return module.removeprefix(f"{package}.") if module.startswith(f"{package}.") else ""
