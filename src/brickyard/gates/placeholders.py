"""The placeholders gate: code that stands where work should be, found in the syntax tree."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import GateResult, error, judged, parse, sources, trees, unjudged
from brickyard.gates.bodies import (
    Around,
    Method,
    functions,
    is_constant_answer,
    is_empty,
    is_meant_empty,
    promised,
)
from brickyard.gates.comments import comments
from brickyard.gates.handed import handed_in
from brickyard.gates.honest.scopes import walk
from brickyard.gates.kinship import Kinship
from brickyard.gates.unwritten import Scopes, own_nodes, unwritten
from brickyard.sandbox.base import Sandbox
from brickyard.values import Finding, Plan

_THINGS = "items?|lists?|entry|entries|columns?|tasks?|files?|records?|notes?|cards?|titles?|apps?"
_MARK = re.compile(
    rf"^#+\W*(TODO\b(?!\s+(?:{_THINGS}|is|are|has|have|comes?)\b)|FIXME\b|XXX\b)"
    r"|\b(TODO|FIXME)\s*[:(]"
)
_PHRASE = re.compile(
    r"""\b(your|add|insert|put|write|rest\ of\ the|remaining|actual|real)\s
          (\w+\s){0,2}(code|logic|implementation)\s+(goes\s+)?here\b
      | \b(code|logic|implementation)\s+goes\s+here\b
      | ^\W*(the\s)?(rest\ of|remaining|existing)\s(the\s)?
          (code|implementation|logic|methods|functions)
          (\s(here|unchanged|omitted|as\ before|(remains?|stays?)\s\w+))?\W*$
      | \b(implement|fill)\s(this|me|it)(\s(in\s)?later)?\s*[.!…]*$
      | \bto\ be\ implemented\b(?!\sby\b)
      | \bnot\s(yet\s)?implemented(\syet)?\s*[.!…]*$
      | \b(placeholder|stub|dummy|mock|fake)(bed)?\simplementation\b
      | ^\W*placeholder(\s(code|logic|body|until\b.*|for\ now))?\W*$
      | \bthis\sis\s(just\s|only\s)?an?\s(placeholder|stub|dummy|mock|simplified|fake)\b
      | \bin\ a\ real(-world)?\s(implementation|system|application|app|scenario|world)\b
      | \bsimulated?\s(for\ now|implementation)\b
      | ^\W*simplified\s(implementation|logic)\b
      | \b(hard-?\ ?coded|faked|stubbed|mocked|skipped|ignored)\sfor\ now\b
      | ^\W*for\ now\b | \bfor\ now\s*[.!…)]*$""",
    re.IGNORECASE | re.VERBOSE,
)


async def placeholders(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    if not sources(files):
        return unjudged("placeholders", "there is no source to look at")
    return judged("placeholders", find_placeholders(files, plan))


def find_placeholders(files: Files, plan: Plan) -> list[Finding]:
    """Every placeholder in the sources that compile."""
    found: list[Finding] = []
    read = trees(files)
    around = _around(read.values(), plan)
    for file, tree in read.items():
        try:
            known = replace(around, promised=promised(file, plan))
            found += [_found(file, *each) for each in _in_tree(tree, known)]
        except RecursionError:
            found.append(_found(file, "unread", 0, "the source nests too deeply to be read"))
        found += [_found(file, *each) for each in _in_text(files[file], tree)]
    return found


def _around(read: Iterable[ast.Module], plan: Plan) -> Around:
    """What the sources say of each other, and the interfaces of bricks that are not there yet."""
    own = frozenset((plan.package,))
    stubs = [parse(each.name, each.interface) for each in plan.bricks]
    known = [*read, *(each for each in stubs if isinstance(each, ast.Module))]
    return Around(Kinship(known, own), handed_in(known, own))


def _found(file: str, rule: str, line: int, message: str) -> Finding:
    return error(f"placeholders.{rule}", message, file, line, "Write the code that does the work.")


def _in_tree(tree: ast.Module, around: Around) -> Iterator[tuple[str, int, str]]:
    scopes = {id(node): scope for node, scope in walk(tree) if isinstance(node, ast.Raise)}
    for method in functions(tree, around):
        yield from _in_function(method, scopes)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and _is_bare(node):
            yield "class", node.lineno, f"class '{node.name}' is empty"


def _in_function(method: Method, scopes: Scopes) -> Iterator[tuple[str, int, str]]:
    node, name = method.node, method.node.name
    if method.is_declaration:
        return
    if is_empty(node):
        if not is_meant_empty(method):
            yield "body", node.lineno, f"'{name}' has no body"
        return
    if is_constant_answer(method):
        yield "constant", node.lineno, f"'{name}' uses none of its parameters: a constant answer"
    for line, what in unwritten(method, scopes):
        yield "not-implemented", line, f"'{name}' {what} in place of work"
    for child in own_nodes(node):
        if isinstance(child, ast.Expr) and _is_dots(child.value):
            yield "dots", child.lineno, f"'...' stands in '{name}' in place of a statement"


def _is_dots(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_bare(node: ast.ClassDef) -> bool:
    """A public class of nothing at all; exceptions, marked and documented classes say something."""
    says_something = node.bases or node.keywords or node.decorator_list or node.name[0] == "_"
    return not says_something and all(
        isinstance(each, ast.Pass) or (isinstance(each, ast.Expr) and _is_dots(each.value))
        for each in node.body
    )


def _in_text(text: str, tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    for line, comment in comments(text):
        if mark := _mark(comment):
            yield "comment", line, f"a comment says that work is left: {mark!r}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for line in (ast.get_docstring(node) or "").splitlines():
                if found := _PHRASE.search(line):
                    place = node.body[0].lineno
                    yield "comment", place, f"a docstring says that work is left: {found[0]!r}"


def _mark(comment: str) -> str:
    found = _MARK.search(comment) or _PHRASE.search(comment.lstrip("# "))
    return found[0].strip() if found else ""
