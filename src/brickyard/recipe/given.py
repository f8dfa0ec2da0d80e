"""`given/NAME.py`: code that a recipe brings along, as the brick of that name; nobody writes it."""

import ast
from collections.abc import Iterator, Mapping

from brickyard.recipe.rules import finding
from brickyard.values import Finding

GIVEN = "given"


def brick_of(path: str) -> str:
    """The brick that a file of the recipe is the code of; nothing if it is another file."""
    folder, _, name = path.rpartition("/")
    return name.removesuffix(".py") if folder == GIVEN and name.endswith(".py") else ""


def given_findings(given: Mapping[str, str], folder: str) -> Iterator[Finding]:
    for brick, source in given.items():
        file = f"{folder}/{brick}.py"
        try:
            ast.parse(source)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            yield finding("given-unreadable", file, line, what=str(error).partition(" (")[0])
        if not brick.isidentifier():
            yield finding("given-unreadable", file, 1, what=f"'{brick}' is no name of a module")


def outline(source: str) -> str:
    """The interface of given code: its public names, functions without their bodies."""
    tree = ast.parse(source)
    tree.body = [bare(node) for node in tree.body if _is_shown(node)]
    return ast.unparse(tree) + "\n"


def _is_shown(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return not name.startswith("_")
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return not name.startswith("_")
        case ast.Import() | ast.ImportFrom():
            return False
        case _:
            return True


def bare(node: ast.stmt) -> ast.stmt:
    """A function with its docstring and `...` alone."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            doc = [node.body[0]] if ast.get_docstring(node) is not None else []
            node.body = [*doc, ast.Expr(ast.Constant(...))]
        case ast.ClassDef():
            node.body = [bare(each) for each in node.body if _is_shown(each)]
        case _:
            pass
    return node
