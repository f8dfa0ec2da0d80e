"""Whether an edit leaves what code offers as it was: names, parameters, annotations, bases.

Values may differ: a wrong constant or default is mended by another one. Docstrings may differ too.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

from brickyard.values import Value

_MAKES = ("__init__", "__new__")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Parameter(Value):
    name: str
    kind: str
    annotation: str
    has_default: bool


class Offer(Value):
    """One public name as its users see it."""

    head: str
    """What it is: its decorators, its bases, what it returns."""
    parameters: tuple[Parameter, ...] = ()

    def is_same(self, other: "Offer", *, may_add: bool) -> bool:
        if self.head != other.head:
            return False
        return self.parameters == other.parameters or (may_add and self._is_extended(other))

    def _is_extended(self, other: "Offer") -> bool:
        """Every call that was right still is: what is new may be left out, and comes after."""
        new = [one for one in other.parameters if one not in self.parameters]
        old = [one for one in other.parameters if one in self.parameters]
        positional = [one for one in other.parameters if one.kind == "positional"]
        count = sum(one.kind == "positional" for one in self.parameters)
        return (
            old == [*self.parameters]
            and all(one.has_default for one in new)
            and all(one in self.parameters for one in positional[:count])
        )


def interface_changes(
    before: Mapping[str, str], after: Mapping[str, str], *, may_add: bool
) -> list[str]:
    """What is no longer as it was, in sentences; both are interfaces by their paths."""
    old, new = _offers(before), _offers(after)
    problems = [
        f"`{name}` is public and must stay, but it is gone." for name in old.keys() - new.keys()
    ]
    problems += [
        f"`{name}` must keep its signature, bases and annotations."
        for name in old.keys() & new.keys()
        if not old[name].is_same(new[name], may_add=may_add)
    ]
    if not may_add:
        problems += [
            f"`{name}` is a new public name: begin it with an underscore."
            for name in new.keys() - old.keys()
            if _is_public(name)
        ]
    return sorted(problems)


def _is_public(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last in _MAKES or not last.startswith("_")


def _offers(interfaces: Mapping[str, str]) -> dict[str, Offer]:
    return {
        f"{path.removesuffix('.py').replace('/', '.')}.{name}": offer
        for path, text in interfaces.items()
        for name, offer in _named(ast.parse(text).body, "")
    }


def _named(body: Iterable[ast.stmt], owner: str) -> Iterator[tuple[str, Offer]]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _function(node, owner)
            case ast.ClassDef():
                head = [*node.decorator_list, *node.bases, *node.keywords]
                yield f"{owner}{node.name}", Offer(head=f"class {' '.join(map(_text, head))}")
                yield from _named(node.body, f"{owner}{node.name}.")
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield f"{owner}{name}", Offer(head="value")
            case _:
                pass


def _function(node: _Function, owner: str) -> Iterator[tuple[str, Offer]]:
    """A setter and its getter have one name, and so have overloads: each counts by its head."""
    marks = " ".join(f"@{_text(one)}" for one in node.decorator_list)
    head = f"{type(node).__name__} {marks} -> {_text(node.returns) if node.returns else ''}"
    parameters = tuple(_parameters(node.args))
    is_one_of_many = ".setter" in marks or ".deleter" in marks or "overload" in marks
    apart = f" ({ast.unparse(node.args)}) {head}" if is_one_of_many else ""
    yield f"{owner}{node.name}{apart}", Offer(head=head, parameters=parameters)


def _parameters(given: ast.arguments) -> Iterator[Parameter]:
    positional = [*given.posonlyargs, *given.args]
    required = len(positional) - len(given.defaults)
    for at, one in enumerate(positional):
        kind = "only positional" if at < len(given.posonlyargs) else "positional"
        yield _parameter(one, kind, at >= required)
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(one, "keyword", default is not None)
    for one, kind in ((given.vararg, "*"), (given.kwarg, "**")):
        if one is not None:
            yield _parameter(one, kind, True)


def _parameter(given: ast.arg, kind: str, has_default: bool) -> Parameter:
    annotation = _text(given.annotation) if given.annotation else ""
    return Parameter(name=given.arg, kind=kind, annotation=annotation, has_default=has_default)


def _text(node: ast.AST) -> str:
    return ast.unparse(node)
