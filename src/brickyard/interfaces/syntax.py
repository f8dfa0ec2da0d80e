"""Questions about one syntax node: is it an operation, a Protocol, a generator, a property?"""

import ast
import inspect
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef

GENERATORS = frozenset({"Iterator", "Generator"})
ASYNC_GENERATORS = frozenset({"AsyncIterator", "AsyncGenerator"})
_REAL = frozenset({"overload", "abstractmethod"})


def last_name(node: ast.expr | None) -> str:
    """`Iterator` of `collections.abc.Iterator[int]`, of `"Iterator[int]"` and of `Iterator`."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return last_name(value)
        case ast.Call(func=function):
            return last_name(function)
        case ast.Constant(value=str(text)):
            return last_name(parsed_annotation(text))
        case _:
            return ""


def parsed_annotation(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None


def decorators(node: Function | ast.ClassDef) -> list[str]:
    return [last_name(decorator) for decorator in node.decorator_list]


def is_operation(node: ast.stmt) -> bool:
    """A function whose body is to be written."""
    return isinstance(node, Function) and not _REAL & set(decorators(node)) and is_empty(node)


def is_empty(node: Function) -> bool:
    """Its body is a docstring, `...`, both, and nothing else."""
    return all(
        isinstance(line, ast.Expr)
        and isinstance(line.value, ast.Constant)
        and (line.value.value is ... or (at == 0 and isinstance(line.value.value, str)))
        for at, line in enumerate(node.body)
    )


def is_protocol(node: ast.ClassDef) -> bool:
    return "Protocol" in [last_name(base) for base in node.bases]


def is_dataclass(node: ast.ClassDef) -> bool:
    return "dataclass" in decorators(node)


def is_dunder(name: str) -> bool:
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def is_public(name: str) -> bool:
    return not name.startswith("_")


def operations(tree: ast.Module) -> Iterator[tuple[str, Function, ast.ClassDef | None]]:
    """Every operation with its dotted name and its class, in the order of the source."""
    for node in tree.body:
        if isinstance(node, Function) and is_operation(node):
            yield node.name, node, None
        elif isinstance(node, ast.ClassDef) and not is_protocol(node):
            for member in node.body:
                if isinstance(member, Function) and is_operation(member):
                    yield f"{node.name}.{member.name}", member, node


def kind(node: Function, owner: ast.ClassDef | None) -> str:
    """function, method, property, setter, classmethod or static."""
    if owner is None:
        return "function"
    names = decorators(node)
    if "staticmethod" in names:
        return "static"
    if "classmethod" in names:
        return "classmethod"
    if "property" in names or "cached_property" in names:
        return "property"
    return "setter" if {"setter", "deleter"} & set(names) else "method"


def bound_parameters(node: Function, kind: str) -> list[ast.arg]:
    """Positional parameters without `self` or `cls`."""
    every = [*node.args.posonlyargs, *node.args.args]
    return every if kind in ("function", "static") else every[1:]


def signature(node: Function) -> str:
    """The head of the definition as text: `async def add(self, item: str) -> None`."""
    prefix = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{prefix} {node.name}({ast.unparse(node.args)}){returns}"


def docstring(node: Function | ast.ClassDef | ast.Module) -> str:
    return inspect.cleandoc(ast.get_docstring(node, clean=False) or "")


def target_name(node: ast.stmt) -> str:
    """The one name that an assignment binds, or nothing."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return ""
