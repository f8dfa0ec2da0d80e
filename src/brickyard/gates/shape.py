"""What a module imports, calls, documents and annotates, read from its syntax tree."""

import ast
import sys
from collections.abc import Iterator

from brickyard.gates.bodies import last_name
from brickyard.gates.kinship import Function

_DYNAMIC = ("__import__", "importlib.import_module", "import_module")


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every absolute name that is imported, by any way that the syntax tree shows."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and dotted(node.func) in _DYNAMIC and node.args:
            argument = node.args[0]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield node.lineno, argument.value


def outside_stdlib(tree: ast.Module, own: set[str]) -> Iterator[tuple[int, str]]:
    for line, name in imports(tree):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in own:
            yield line, f"'{top}' is not of the standard library"


def called(tree: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """Each call by every name it goes by: as written, as imported, and as a builtin."""
    origins = _origins(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (written := dotted(node.func)):
            head, _, rest = written.partition(".")
            meant = ".".join(filter(None, (origins.get(head, head), rest)))
            yield (
                node.lineno,
                {written, meant, f"builtins.{written}", meant.removeprefix("builtins.")},
            )


def _origins(tree: ast.Module) -> dict[str, str]:
    """Local name → what it was imported as, so that an alias hides nothing."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.asname: each.name for each in node.names if each.asname}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return found


def long_functions(tree: ast.Module, limit: int) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > limit:
                yield node.lineno, f"'{node.name}' has {lines} lines, more than {limit}"


def undocumented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Public functions, classes and methods without a docstring."""
    if ast.get_docstring(tree) is None:
        yield 1, "the module has no docstring"
    for node in _public(tree):
        if ast.get_docstring(node) is None:
            yield node.lineno, f"'{node.name}' has no docstring"


def _public(within: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    for node in within.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node)


def bare_functions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Functions with a parameter or a result that says no type."""
    owners = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    methods = {id(child) for owner in owners for child in owner.body}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            for name in _bare(node, id(node) in methods):
                yield node.lineno, f"'{node.name}' does not say the type of {name}"


def _bare(node: Function, is_method: bool) -> Iterator[str]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    static = any(last_name(each) == "staticmethod" for each in node.decorator_list)
    if is_method and not static:
        plain = plain[1:]
    rest = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    for argument in (*plain, *arguments.kwonlyargs, *rest):
        if argument.annotation is None:
            yield f"'{argument.arg}'"
    if node.returns is None:
        yield "its result"


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return node.id if isinstance(node, ast.Name) else ""


def is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def is_within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")
