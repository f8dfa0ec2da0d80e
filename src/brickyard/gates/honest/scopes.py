"""Which name means what where: scopes of a module, with every expression bound to a name."""

import ast
from collections.abc import Iterable, Iterator

Bound = ast.expr | str
"""What a name stands for: an expression, the dotted origin of an import, or "" for unknown."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    """A module, a class, a function or a comprehension."""

    def __init__(self, node: ast.AST, parent: "Scope | None" = None) -> None:
        self.node, self.parent = node, parent
        self.names: dict[str, list[tuple[Bound, Scope]]] = {}
        self.folded: dict[int, str] = {}
        """Texts of expressions read here, so that each is put together once."""

    @property
    def module(self) -> "Scope":
        return self.parent.module if self.parent else self

    def bind(self, name: str, bound: Bound, seen_from: "Scope | None" = None) -> None:
        self.names.setdefault(name, []).append((bound, seen_from or self))

    def lookup(self, name: str) -> "list[tuple[Bound, Scope]] | None":
        """What the name may stand for, or None where nothing in the module binds it."""
        scope: Scope | None = self
        while scope:
            visible = scope is self or not isinstance(scope.node, ast.ClassDef)
            if visible and name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None


def walk(tree: ast.Module) -> list[tuple[ast.AST, Scope]]:
    """Every node with the scope it is read in; all names are bound before anything is looked up."""
    found: list[tuple[ast.AST, Scope]] = []
    waiting: list[tuple[ast.AST, Scope]] = [(tree, Scope(tree))]
    while waiting:
        node, scope = waiting.pop()
        found.append((node, scope))
        _bind(node, scope)
        waiting += _children(node, scope)
    return found


def _children(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    opens = isinstance(node, (*_FUNCTIONS, *_COMPREHENSIONS, ast.ClassDef))
    inner = Scope(node, scope) if opens else scope
    if isinstance(node, _FUNCTIONS):
        _bind_parameters(node.args, inner, scope)
    within = _inside(node)
    for child in ast.iter_child_nodes(node):
        yield child, inner if opens and id(child) in within else scope


def _inside(node: ast.AST) -> set[int]:
    """The children that see the names of the scope which the node opens."""
    if isinstance(node, ast.Lambda):
        return {id(node.body)}
    if isinstance(node, _COMPREHENSIONS):
        return {id(child) for child in ast.iter_child_nodes(node)}
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {id(child) for child in node.body}
    return set()


def _bind_parameters(arguments: ast.arguments, inner: Scope, outer: Scope) -> None:
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(plain) - len(arguments.defaults)), *arguments.defaults]
    pairs = [*zip(plain, defaults, strict=True)]
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    for argument, default in pairs:
        inner.bind(argument.arg, default or "", outer)
    for rest in (arguments.vararg, arguments.kwarg):
        if rest:
            inner.bind(rest.arg, "")


def _bind(node: ast.AST, scope: Scope) -> None:
    match node:
        case ast.Import(names=names):
            for each in names:
                top = each.name.partition(".")[0]
                scope.bind(each.asname or top, each.name if each.asname else top)
        case ast.ImportFrom(module=module, names=names, level=level):
            start = "." * level + (module or "")
            for each in names:
                dot = "." if module else ""
                scope.bind(each.asname or each.name, f"{start}{dot}{each.name}")
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind_target(target, value, scope)
        case ast.AnnAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            _bind_target(target, value, scope)
        case ast.AugAssign(target=target):
            _bind_target(target, None, scope)
        case (
            ast.For(target=target, iter=items)
            | ast.AsyncFor(target=target, iter=items)
            | ast.comprehension(target=target, iter=items)
        ):
            for item in _items(items):
                _bind_target(target, item, scope)
        case ast.withitem(optional_vars=ast.expr() as target):
            _bind_target(target, None, scope)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            scope.bind(name, "")
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            scope.bind(name, "")
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            for name in names:
                scope.module.names.setdefault(name, [])
                scope.names[name] = scope.module.names[name]
        case _:
            return


def _items(node: ast.expr) -> Iterable[ast.expr | None]:
    return node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [None]


def _bind_target(target: ast.expr, value: ast.expr | None, scope: Scope) -> None:
    if isinstance(target, ast.Name):
        scope.bind(target.id, value or "")
    elif isinstance(target, ast.Starred):
        _bind_target(target.value, None, scope)
    elif isinstance(target, ast.Tuple | ast.List):
        values = list(_items(value)) if value else [None]
        known = len(values) == len(target.elts) and isinstance(value, ast.Tuple | ast.List)
        for at, each in enumerate(target.elts):
            _bind_target(each, values[at] if known else None, scope)
