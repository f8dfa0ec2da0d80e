"""Objects that claim to equal, contain or be an instance of everything."""

import ast
from collections.abc import Iterator

from brickyard.gates.honest.found import Found
from brickyard.gates.honest.scopes import Scope

_CLAIMS = {
    "__eq__": True,
    "__ne__": False,
    "__contains__": True,
    "__instancecheck__": True,
    "__subclasscheck__": True,
}
"""Methods that answer a question about another object, and the answer that flatters."""


def equality(node: ast.AST, scope: Scope) -> Iterator[Found]:
    """Methods of that kind that do not look at the other object, as `def`, `lambda` or key."""
    match node:
        case ast.ClassDef(body=body):
            if any(_binds_class(each) for each in body):
                yield Found("equality", "'__class__' lets an object pose as one of another class")
        case ast.FunctionDef(name=name) if name in _CLAIMS:
            if _flatters(node.args, node.body, _CLAIMS[name]):
                yield _lies(name)
        case ast.Assign(targets=targets, value=ast.Lambda() as value):
            for target in targets:
                if isinstance(target, ast.Name):
                    yield from _lambda(target.id, value)
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                yield from _key(key, value)
        case ast.Call(keywords=keywords):
            for each in keywords:
                yield from _lambda(each.arg or "", each.value)
        case _:
            return


def _binds_class(statement: ast.stmt) -> bool:
    match statement:
        case ast.FunctionDef(name="__class__"):
            return True
        case ast.Assign(targets=targets):
            return any(isinstance(each, ast.Name) and each.id == "__class__" for each in targets)
        case _:
            return False


def _key(key: ast.expr | None, value: ast.expr) -> Iterator[Found]:
    if isinstance(key, ast.Constant) and key.value in _CLAIMS:
        if isinstance(value, ast.Lambda):
            yield from _lambda(str(key.value), value)
        else:
            yield Found("equality", f"'{key.value}' is given to a class in a way that hides it")


def _lambda(name: str, value: ast.expr) -> Iterator[Found]:
    if name not in _CLAIMS or not isinstance(value, ast.Lambda):
        return
    if _flatters(value.args, [ast.Return(value.body)], _CLAIMS[name]):
        yield _lies(name)


def _lies(name: str) -> Found:
    return Found("equality", f"'{name}' gives the same answer whatever it is compared with")


def _flatters(arguments: ast.arguments, body: list[ast.stmt], answer: bool) -> bool:
    inside = [child for each in body for child in ast.walk(each)]
    returned = [each.value for each in inside if isinstance(each, ast.Return)]
    given = [each for each in returned if each is not None]
    if not given or all(_is_constant(each, not answer) for each in given):
        return False
    if all(_is_constant(each, answer) for each in given):
        return True
    read = {each.id for each in inside if isinstance(each, ast.Name)}
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)][1:]
    names += [each.arg for each in (arguments.vararg,) if each]
    return not read & set(names)


def _is_constant(node: ast.expr, answer: bool) -> bool:
    """A constant as true or as false as `answer`; `NotImplemented` and `False` deny."""
    if isinstance(node, ast.Name) and node.id == "NotImplemented":
        return True
    return isinstance(node, ast.Constant) and bool(node.value) == answer
