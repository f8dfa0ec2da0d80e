"""What a package offers to its cases, read from its interfaces or from its code."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from brickyard.cases.model import Names
from brickyard.values import Plan

_PLAIN = frozenset(
    {"str", "int", "float", "bool", "bytes", "complex", "None", "Decimal", "Fraction"}
    | {"date", "datetime", "time", "timedelta", "UUID"}
)


def offered_by(plan: Plan) -> Names:
    """What the interfaces of a plan offer, and the command that its entry names."""
    command = f"{plan.package}.{plan.entry}" if plan.entry else ""
    return _offered_once(plan.package, plan.interfaces, command)


@lru_cache(maxsize=64)
def _offered_once(package: str, interfaces: tuple[tuple[str, str], ...], command: str) -> Names:
    """It is asked for each case of a plan."""
    return offered(package, {f"{package}.{name}": text for name, text in interfaces}, command)


def offered(package: str, modules: Mapping[str, str], command: str = "") -> Names:
    """Public functions, classes and constants of each module's text."""
    trees = {module: ast.parse(text) for module, text in modules.items()}
    every = [
        (name, module, isinstance(node, ast.ClassDef))
        for module, tree in trees.items()
        for node in tree.body
        for name in _defined(node)
    ]
    offers: dict[str, str] = {}
    for name, module, _ in every:
        offers.setdefault(name, module)
    again: dict[str, tuple[str, str]] = {}
    for name, module, _ in every:
        if offers[name] != module and (own := _free(name, module, again)) not in offers:
            again[own] = (name, module)
    types = {(name, module) for name, module, is_class in every if is_class}
    classes = {name for name, _ in types} | {own for own, one in again.items() if one in types}
    kinds: dict[str, list[bool]] = {}
    for name, annotation in (one for tree in trees.values() for one in _declared(tree)):
        kinds.setdefault(name, []).append(_is_plain(annotation))
    plain = {name for name, found in kinds.items() if all(found) and not name.startswith("_")}
    return Names(
        package=package,
        offers=offers | {own: module for own, (_, module) in again.items()},
        again={own: name for own, (name, _) in again.items()},
        classes=frozenset(classes),
        plain=frozenset(plain),
        declared=_types(trees.values()),
        command=command,
    )


def _free(name: str, module: str, taken: Mapping[str, tuple[str, str]]) -> str:
    """By the brick alone; by its folders too where a brick of that name has it already."""
    brick = module.rpartition(".")[2]
    own = _own(name, brick)
    if taken.get(own, (name, module)) == (name, module):
        return own
    return _own(name, module.partition(".")[2].replace(".", "_"))


def _own(name: str, brick: str) -> str:
    """A name for what a second brick offers under the same: `notes_total`, `NotesError`."""
    if name.isupper():
        return f"{brick.upper()}_{name}"
    if name[:1].isupper():
        return "".join(part.capitalize() for part in brick.split("_")) + name
    return f"{brick}_{name}"


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            names = [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            names = [name]
        case _:
            names = []
    yield from (name for name in names if not name.startswith("_"))


def _declared(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """What functions, methods and fields are said to give."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name, node.returns
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node.annotation
            case _:
                pass


def _is_plain(annotation: ast.expr | None) -> bool:
    """Plain data that nobody can change in place: numbers, texts, days, tuples of them."""
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _PLAIN
        case ast.Constant(value=value):
            return value is None or value is ...
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case ast.Subscript(value=ast.Name(id="tuple" | "frozenset"), slice=given):
            parts = given.elts if isinstance(given, ast.Tuple) else [given]
            return all(_is_plain(part) for part in parts)
        case _:
            return False


_TRUE = frozenset({"property", "cached_property", "staticmethod", "classmethod", "abstractmethod"})
"""Decorators that leave what is given as it is declared."""


def _types(trees: Iterable[ast.Module]) -> dict[str, str]:
    """What is declared in one way only: `f()`, `await f()`, `Class.method()`, `Class.field`."""
    nodes = [node for tree in trees for node in tree.body]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    found: dict[str, set[str]] = {}
    for name, text in _given(nodes):
        found.setdefault(name, set()).add(text)
    for owner, node in classes.items():
        for name, text in _members(node, classes):
            found.setdefault(name.replace("@", f"{owner}."), set()).add(text)
    single = {name: min(texts) for name, texts in sorted(found.items()) if len(texts) == 1}
    return {name.replace("@", ""): text for name, text in single.items() if text}


def _members(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[tuple[str, str]]:
    """Its own, and those of its bases that it does not declare again; none if one is unknown."""
    own = [*_given(node.body)]
    names = {name for name, _ in own}
    for base in node.bases:
        known = classes.get(base.id) if isinstance(base, ast.Name) else None
        inherited = _members(known, classes) if known is not None and known is not node else []
        own += [one for one in inherited if one[0] not in names]
    return own


def _given(nodes: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    """`@f()` to its type; the owner of a member takes the place of the sign."""
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not node.name.startswith("_"):
                marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
                is_known = marks <= _TRUE and node.returns is not None
                before = "await " if isinstance(node, ast.AsyncFunctionDef) else ""
                call = "" if marks & {"property", "cached_property"} else "()"
                text = ast.unparse(node.returns) if is_known and node.returns else ""
                yield f"{before}@{node.name}{call}", text
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                yield f"@{name}", ast.unparse(node.annotation)
            case _:
                pass
