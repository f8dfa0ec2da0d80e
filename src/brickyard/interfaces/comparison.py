"""The gate "interface": code holds every declaration and operation that its interface promises."""

import ast
from collections.abc import Iterable

from brickyard.interfaces.model import InterfaceError
from brickyard.interfaces.parsing import tree_of
from brickyard.interfaces.slices import canonical
from brickyard.interfaces.syntax import (
    Function,
    is_dataclass,
    is_dunder,
    is_operation,
    is_protocol,
    is_public,
    signature,
    target_name,
)
from brickyard.values import Finding, Severity

RULE = "interface"


def compare(interface: str, code: str, file: str) -> tuple[Finding, ...]:
    """What `code` lacks, changes or adds. Private helpers are free; a new public name is a warning.

    Docstrings may differ, imports may differ, everything else that is declared may not.
    """
    try:
        promised, written = tree_of(interface), tree_of(code)
    except InterfaceError as error:
        return (Finding(rule=RULE, severity=Severity.ERROR, message=str(error), file=file),)
    return tuple(_members(promised.body, written.body, "", file))


def _members(
    promised: list[ast.stmt], written: list[ast.stmt], owner: str, file: str
) -> Iterable[Finding]:
    wanted, found = _by_key(promised), _by_key(written)
    for key, node in wanted.items():
        if key not in found:
            yield _finding(f"'{owner}{_shown(node)}' is missing", node, file, line=0)
        else:
            yield from _one(node, found[key], owner, file)
    for key, node in found.items():
        if key not in wanted:
            yield from _extra(node, owner, file)


def _by_key(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """Members by name; a setter beside its getter and each overload count on their own."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            marks = [ast.unparse(decorator) for decorator in node.decorator_list]
            role = next((mark for mark in marks if mark.endswith((".setter", ".deleter"))), "")
            key = f"{node.name} {role}"
            if "overload" in " ".join(marks) and isinstance(node, Function):
                key += signature(node)
            found[key] = node
        elif target_name(node):
            found[target_name(node)] = node
    return found


def _one(wanted: ast.stmt, found: ast.stmt, owner: str, file: str) -> Iterable[Finding]:
    name = f"{owner}{_shown(wanted)}"
    if isinstance(wanted, ast.ClassDef) and isinstance(found, ast.ClassDef):
        if _head(wanted) != _head(found):
            yield _finding(f"class '{name}' has other bases or decorators", wanted, file, found)
        if is_protocol(wanted) and canonical(wanted.body, docstrings=False) != canonical(
            found.body, docstrings=False
        ):
            yield _finding(f"protocol '{name}' is not as declared", wanted, file, found)
        elif not is_protocol(wanted):
            yield from _members(wanted.body, found.body, f"{name}.", file)
            yield from _new_fields(wanted, found, name, file)
    elif isinstance(wanted, Function) and isinstance(found, Function) and is_operation(wanted):
        if _call_shape(wanted) != _call_shape(found):
            yield _finding(f"operation '{name}' has another signature", wanted, file, found)
    elif canonical(wanted, docstrings=False) != canonical(found, docstrings=False):
        yield _finding(f"declaration '{name}' is not as declared", wanted, file, found)


def _head(node: ast.ClassDef) -> str:
    return canonical([*node.bases, *node.keywords, *node.decorator_list])


def _call_shape(node: Function) -> str:
    shape = ast.FunctionDef(
        name=type(node).__name__,
        args=node.args,
        body=[],
        decorator_list=node.decorator_list,
        returns=_none_returned(node),
    )
    return canonical(shape)


def _none_returned(node: Function) -> ast.expr | None:
    """`__init__` returns None whether it says so or not."""
    return ast.Constant(value=None) if node.name == "__init__" else node.returns


def _new_fields(
    wanted: ast.ClassDef, found: ast.ClassDef, name: str, file: str
) -> Iterable[Finding]:
    """A dataclass with one field more is built in another way, even if the field is private."""
    if not is_dataclass(wanted):
        return
    declared = {target_name(node) for node in wanted.body}
    for node in found.body:
        if isinstance(node, ast.AnnAssign) and target_name(node) not in declared:
            yield _finding(
                f"dataclass '{name}' has a new field '{target_name(node)}'", wanted, file, node
            )


def _extra(node: ast.stmt, owner: str, file: str) -> Iterable[Finding]:
    name = _shown(node)
    if owner and name == "__init__" and isinstance(node, Function):
        if _required(node) > 1:
            yield Finding(
                rule=RULE,
                severity=Severity.WARNING,
                message=f"'{owner}__init__' needs arguments that the interface does not name",
                file=file,
                line=node.lineno,
                suggestion="Others make no object of the class themselves, or find out by a test.",
            )
    elif is_public(name) and not is_dunder(name):
        yield Finding(
            rule=RULE,
            severity=Severity.WARNING,
            message=f"'{owner}{name}' is public and not in the interface",
            file=file,
            line=node.lineno,
            suggestion=f"Name it '_{name}', or add it to the interface.",
        )


def _required(node: Function) -> int:
    positional = [*node.args.posonlyargs, *node.args.args]
    keyword = [one for one in node.args.kw_defaults if one is None]
    return len(positional) - len(node.args.defaults) + len(keyword)


def _shown(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    return target_name(node)


def _finding(
    message: str,
    wanted: ast.stmt,
    file: str,
    found: ast.stmt | None = None,
    line: int | None = None,
) -> Finding:
    at = line if line is not None else (found or wanted).lineno
    return Finding(
        rule=RULE,
        severity=Severity.ERROR,
        message=message,
        file=file,
        line=at,
        suggestion=f"The interface says: {_first_lines(wanted)}",
    )


def _first_lines(node: ast.stmt) -> str:
    if isinstance(node, Function):
        marks = "".join(f"@{ast.unparse(one)} " for one in node.decorator_list)
        return f"{marks}{signature(node)}"
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(part) for part in (*node.bases, *node.keywords))
        marks = "".join(f"@{ast.unparse(one)} " for one in node.decorator_list)
        return f"{marks}class {node.name}({bases})" if bases else f"{marks}class {node.name}"
    return ast.unparse(node)
