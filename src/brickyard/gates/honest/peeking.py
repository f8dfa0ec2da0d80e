"""Strings that name the tests, their settings, or the places where a judge keeps them."""

import ast
import re
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.forbidden import ATTRIBUTES, MACHINERY, PLAIN_WORDS
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope

_PLACES = re.compile(
    r"""^/+trusted(/|$) | /trusted/ | \b(conftest|sitecustomize|usercustomize)\b | \bpytest\.ini\b
      | (^|[/*])test_[\w*?\0]*\.py""",
    re.VERBOSE,
)
_MEMORY = re.compile(r"/proc/(self|thread-self|\0|\d+)/(mem|fd|fdinfo|maps|task|root)\b|/dev/fd\b")
_VARIABLES = re.compile(r"^(PYTEST|COVERAGE|COV_CORE|HYPOTHESIS)_\w+$")
_WHO_RUNS = ("sys.argv", "sys.modules", "sys.path", "sys.orig_argv", "os.environ", "sys.flags")
_LISTERS = ("os.walk", "os.listdir", "os.scandir", "os.fwalk", "glob.glob", "glob.iglob")
_LIST_METHODS = ("rglob", "glob", "iterdir", "walk")


class Peeking:
    """Says of a string once that it peeks, and never of a docstring, which only explains."""

    def __init__(self, tree: ast.Module) -> None:
        self.quiet = {id(each) for node in ast.walk(tree) for each in _remarks(node)}

    def __call__(self, node: ast.AST, scope: Scope) -> Iterator[Found]:
        if id(node) in self.quiet:
            self.quiet |= {id(each) for each in ast.iter_child_nodes(node)}
            return
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.BinOp() | ast.Call() | ast.Subscript():
                yield from _text(fold(node, scope))
            case ast.Compare():
                yield from _asks_who_runs(node, scope)
            case _:
                pass
        if isinstance(node, ast.Call):
            yield from _lists_all(node, scope)
            yield from _asks_who_runs(node, scope)


def _remarks(node: ast.AST) -> Iterator[ast.AST]:
    """Strings that stand alone, as docstrings do."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.JoinedStr):
        yield node.value


def _text(text: str) -> Iterator[Found]:
    if found := _PLACES.search(text):
        yield Found("reads-tests", f"'{_shown(found)}' is where tests and their settings are kept")
    if found := _MEMORY.search(text):
        yield Found("process", f"'{_shown(found)}' is a way into running processes")
    if _VARIABLES.match(text):
        yield Found("detects-tests", f"'{text}' tells or changes how tests are run")
    if text in ATTRIBUTES:
        yield Found("frames", f"'{text}' {ATTRIBUTES[text]}")


def _shown(found: re.Match[str]) -> str:
    return found[0].replace(UNKNOWN, "…").strip("/")


def _asks_who_runs(node: ast.Compare | ast.Call, scope: Scope) -> Iterator[Found]:
    """A comparison or a search with the name of a test tool and the command line in it."""
    inside = [each for each in ast.walk(node) if isinstance(each, ast.expr)]
    named = {fold(each, scope) for each in inside if isinstance(each, ast.Constant)} & MACHINERY
    if not (named := named - PLAIN_WORDS):
        return
    origins = {origin for each in inside for origin in resolve(each, scope)}
    if any(origin.startswith(_WHO_RUNS) for origin in origins):
        yield Found("detects-tests", f"it asks whether '{min(named)}' is at work")


def _lists_all(node: ast.Call, scope: Scope) -> Iterator[Found]:
    if resolve(node.func, scope) & {*_LISTERS}:
        place = fold(node.args[0] if node.args else None, scope)
    elif isinstance(node.func, ast.Attribute) and node.func.attr in _LIST_METHODS:
        place = fold(node.func.value, scope)
    else:
        return
    if place in ("/", "/*", "/**", "/**/*"):
        yield Found("reads-tests", "it looks through the whole disk, where the tests lie too")
