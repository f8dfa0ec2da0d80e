"""What a function's body does: nothing, nothing on purpose, or give a constant answer."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef

_DECLARATIONS = {"abstractmethod", "overload", "abstractproperty"}
_MAY_BE_EMPTY = {"__init__", "__exit__", "__aexit__", "__del__", "__init_subclass__"}
_MEANT = re.compile(r"\b(nothing|no-?op|deliberately|intentionally)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Method:
    """A function and the classes around it that give its body a meaning."""

    node: Function
    owner: ast.ClassDef | None
    overridden: frozenset[str]
    """Methods of the owner that another class of the module overrides."""
    inherited: frozenset[str]
    """Methods that the owner's bases in the module have too."""

    @property
    def is_declaration(self) -> bool:
        """Abstract, an overload, or a member of a Protocol: its body is not meant to work."""
        marks = {last_name(each) for each in self.node.decorator_list}
        bases = self.owner.bases if self.owner else []
        return bool(marks & _DECLARATIONS) or "Protocol" in map(last_name, bases)

    @property
    def is_overridden(self) -> bool:
        return self.node.name in self.overridden

    @property
    def is_inherited(self) -> bool:
        marked = any(last_name(each) == "override" for each in self.node.decorator_list)
        return marked or self.node.name in self.inherited


def functions(tree: ast.Module) -> Iterator[Method]:
    """Every function of a module, with what its class says about it."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    owners = {id(child): each for each in classes for child in each.body}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            owner = owners.get(id(node))
            yield Method(node, owner, _overridden(owner, classes), _inherited(owner, classes))


def last_name(node: ast.expr) -> str:
    """`abc.abstractmethod` and `abstractmethod` alike; the name of a call or of `Generic[T]`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_empty(node: Function) -> bool:
    """Nothing but a docstring, `pass` and `...`."""
    return all(
        isinstance(each, ast.Pass)
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in node.body
    )


def is_meant_empty(node: Function) -> bool:
    """A function that returns nothing and whose name or docstring says why it does nothing."""
    if any(_is_dots(each) for each in node.body) or not _returns_none(node):
        return False
    return node.name in _MAY_BE_EMPTY or bool(_MEANT.search(ast.get_docstring(node) or ""))


def is_constant_answer(method: Method) -> bool:
    """Several parameters, nothing read but its own constants, nothing changed, and a return."""
    node = method.node
    named = [each for each in _parameters(method) if not each.startswith("_")]
    if len(named) < 2 or method.is_inherited or _is_dunder(node.name):
        return False
    inside = [child for each in node.body for child in ast.walk(each)]
    if any(isinstance(child, ast.Global | ast.Nonlocal) for child in inside):
        return False
    stored = {each.id for each in inside if isinstance(each, ast.Name) and not _is_load(each)}
    read = {each.id for each in inside if isinstance(each, ast.Name) and _is_load(each)}
    returns = [child for child in inside if isinstance(child, ast.Return)]
    return bool(returns) and read <= stored - set(named)


def _parameters(method: Method) -> list[str]:
    arguments = method.node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    static = any(last_name(each) == "staticmethod" for each in method.node.decorator_list)
    if method.owner is not None and not static:
        plain = plain[1:]
    return [each.arg for each in (*plain, *arguments.kwonlyargs)]


def _overridden(owner: ast.ClassDef | None, classes: list[ast.ClassDef]) -> frozenset[str]:
    if owner is None:
        return frozenset()
    heirs = [each for each in classes if owner.name in map(last_name, each.bases)]
    return frozenset(name for heir in heirs for name in _methods(heir))


def _inherited(owner: ast.ClassDef | None, classes: list[ast.ClassDef]) -> frozenset[str]:
    bases = set(map(last_name, owner.bases)) if owner else set[str]()
    return frozenset(name for each in classes if each.name in bases for name in _methods(each))


def _methods(owner: ast.ClassDef) -> list[str]:
    return [each.name for each in owner.body if isinstance(each, Function)]


def _returns_none(node: Function) -> bool:
    return isinstance(node.returns, ast.Constant) and node.returns.value is None


def _is_dots(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.value.value is ...
    )


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_load(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)
