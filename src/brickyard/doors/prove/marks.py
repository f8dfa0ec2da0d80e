"""Code as digests that a reformat leaves as they are: the bodies of functions, and all the rest."""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field

from brickyard.doors.prove.code import Code
from brickyard.files import as_bytes
from brickyard.interfaces.slices import canonical
from brickyard.values import Value

PINS = ("uv.lock", "pylock.toml", "poetry.lock", "pdm.lock", "Pipfile.lock", ".python-version")
NEEDS = ("requirements*.txt", "constraints*.txt", "setup.py")
_PROJECT = ("pyproject.toml", "setup.cfg", "setup.py")
ABOUT = "name, version, dependencies or entry points"

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = _Function | ast.Lambda | ast.ClassDef


class Marks(Value):
    whole: dict[str, str] = Field(default_factory=dict)
    """File → its digest; of Python that can be read, of all but the bodies of functions."""
    functions: dict[str, dict[str, str]] = Field(default_factory=dict)
    """File → outermost function → the digest of its body."""


def marks(code: Code) -> Marks:
    """Signatures, defaults, decorators and docstrings count as what is outside of functions: they
    are evaluated, or can be read, without any function being executed."""
    whole = {ABOUT: _digest(repr((code.name, code.version, code.dependencies)))}
    functions: dict[str, dict[str, str]] = {}
    for path, text in code.files.items():
        file = path.removeprefix("src/")
        if ".dist-info/" in file:
            whole[ABOUT] = _digest(whole[ABOUT] + file.rpartition("/")[2] + _digest(text))
            continue
        found = _parted(text) if file.endswith(".py") else None
        if found is None:
            whole[file] = _digest(text)
        else:
            whole[file], functions[file] = found
    return Marks(whole=whole | _beside(project_folder(code)), functions=functions)


def project_folder(code: Code) -> Path:
    """Where the project's own files lie: the folder that was given, or just above it."""
    root = Path(code.root).resolve()
    places = (root, root.parent, root.parent.parent)
    found = [each for each in places if any((each / name).is_file() for name in _PROJECT)]
    return found[0] if found else root if root.is_dir() else root.parent


def _parted(source: str) -> tuple[str, dict[str, str]] | None:
    """What is outside of functions, and what is inside of each; None for what cannot be read."""
    try:
        tree = ast.parse(source)
        bodies: dict[str, str] = {}
        for name, node in [*_outermost(tree, ())]:
            bodies[name] = _digest(bodies.get(name, "") + _taken(node))
        return _digest(canonical(tree)), bodies
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _outermost(node: ast.AST, around: tuple[str, ...]) -> Iterator[tuple[str, _Function]]:
    """Functions that are in no other, by the qualified names that Python gives them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Function):
            yield ".".join((*around, child.name)), child
        elif isinstance(child, ast.ClassDef):
            yield from _outermost(child, (*around, child.name))
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _outermost(child, around)


def _taken(node: _Function) -> str:
    """The meaning of a body, which is taken out; that it yields shows when nothing is executed."""
    documented = int(ast.get_docstring(node, clean=False) is not None)
    kept, body = node.body[:documented], node.body[documented:]
    yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _inside(body))
    node.body = [*kept, *([ast.Expr(ast.Yield())] if yields else [])]
    return canonical(body)


def _inside(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes that are executed in the frame of a function itself."""
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _Scope):
            waiting += ast.iter_child_nodes(node)


def _beside(folder: Path) -> dict[str, str]:
    """Files of the project that decide what is installed beside the code."""
    paths = [path for name in (*PINS, *NEEDS) for path in folder.glob(name) if path.is_file()]
    return {f"{path.name} of the project": _hashed(path.read_bytes()) for path in paths}


def _digest(text: str) -> str:
    return _hashed(as_bytes(text))


def _hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
