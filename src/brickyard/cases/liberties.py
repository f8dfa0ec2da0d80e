"""Small liberties in how cases are spelt, set right by the machine instead of sent back."""

import ast
from collections.abc import Iterator, Mapping, Sequence, Set

from brickyard.cases.words import WORDS

CLEARED = frozenset(WORDS) - {"raises"} | {"table", "proves"}
"""Words that a function may take as names of its own: there they are those, as in Python."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = _Function | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def set_right(tree: Sequence[ast.stmt]) -> None:
    """Changes the tree: what another function calls is a helper, and helpers begin with make_; a
    name that a function binds for itself is not the word of the notation that is spelt so."""
    every = {each for node in tree for each in _names(node)}
    functions = [node for node in tree if isinstance(node, _Function)]
    for node in functions:
        own = {name: _free(f"{name}_", every) for name in CLEARED & {*_bound(node)}}
        for part in (node.args, *node.body):
            _rename(part, own)
        _rename_keywords(node.name, own, tree)
    helpers = {node.name: f"make_{node.name}" for node in functions if _helps(node, tree)}
    fresh = {name: new for name, new in helpers.items() if new not in every}
    for node in tree:
        _rename(node, fresh)
        if isinstance(node, _Function):
            node.name = fresh.get(node.name, node.name)


def _helps(node: _Function, tree: Sequence[ast.stmt]) -> bool:
    """It says no requirement, others call it, and nobody calls something else so."""
    if node.decorator_list or node.name.startswith("make_"):
        return False
    others = [one for one in tree if one is not node]
    names = [each for one in others for each in ast.walk(one) if isinstance(each, ast.Name)]
    used = any(each.id == node.name and isinstance(each.ctx, ast.Load) for each in names)
    return used and not any(node.name in {*_inside(one)} for one in tree)


def _rename(node: ast.AST, names: Mapping[str, str]) -> None:
    for each in ast.walk(node) if names else ():
        match each:
            case ast.Name(id=name):
                each.id = names.get(name, name)
            case ast.arg(arg=name):
                each.arg = names.get(name, name)
            case ast.ExceptHandler(name=str(name)):
                each.name = names.get(name, name)
            case _:
                pass


def _rename_keywords(function: str, names: Mapping[str, str], tree: Sequence[ast.stmt]) -> None:
    """Where others give a parameter by its name."""
    for each in (one for node in tree for one in ast.walk(node)) if names else ():
        match each:
            case ast.Call(func=ast.Name(id=name), keywords=keywords) if name == function:
                for keyword in keywords:
                    keyword.arg = names.get(keyword.arg or "", keyword.arg)
            case _:
                pass


def _bound(node: _Function) -> Iterator[str]:
    """The names that the function itself binds, not those of scopes within it."""
    yield from (each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg))
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        each = waiting.pop()
        match each:
            case ast.Name(id=name, ctx=ast.Store()) | ast.ExceptHandler(name=str(name)):
                yield name
            case _:
                pass
        if not isinstance(each, _Scope | ast.ClassDef):
            waiting += ast.iter_child_nodes(each)


def _inside(node: ast.stmt) -> Iterator[str]:
    """Every name that is bound somewhere in it, in whichever scope; not its own."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if each is not node:
                yield name
            case _:
                pass


def _names(node: ast.stmt) -> Iterator[str]:
    yield from _inside(node)
    yield from (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    if isinstance(node, _Function):
        yield node.name


def _free(name: str, taken: Set[str]) -> str:
    while name in taken:
        name += "_"
    return name
