"""The security gate: code that reaches out, runs what it is given, or holds secrets.

It reads the syntax tree. What ruff knows of the same kind (weak hashes, unsafe temporary files,
shells, certificates) is for the ruff gate, which no comment in the code silences either.
"""

import ast
from collections.abc import Iterator

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import GateResult, error, judged, parse, sources, unjudged
from brickyard.gates.comments import comments
from brickyard.gates.honest.found import Found, Rule
from brickyard.gates.honest.scopes import walk
from brickyard.gates.risks.names import DYNAMIC, NATIVE, NETWORK, PICKLE, SUBPROCESS
from brickyard.gates.risks.queries import SQL, Queries
from brickyard.gates.risks.reaching import Reaching
from brickyard.gates.risks.running import Running
from brickyard.gates.risks.secrets import SECRET, in_text, secrets
from brickyard.gates.risks.whole import whole_modules
from brickyard.recipe.permissions import PERMISSIONS
from brickyard.sandbox.base import Sandbox
from brickyard.values import Finding, Plan

UNREAD = "unread"
SUGGESTIONS = {
    NETWORK: "Work on what the caller hands in; no requirement asks for the network.",
    SUBPROCESS: "Do the work in Python; no requirement asks for other programs.",
    NATIVE: "Use a module of the standard library that does the same.",
    DYNAMIC: "Write the code out, with names that can be read; a table of functions helps.",
    PICKLE: "Use json, or another format that holds data alone.",
    SECRET: "Take it from the caller or from the environment.",
    SQL: "Put `?` in the text and hand the values in beside it.",
    UNREAD: "Write it in a simpler way.",
}


async def security(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    if not sources(files):
        return unjudged("security", "there is no source to look at")
    return judged("security", list(find_risks(files, plan.package, allowed)))


def find_risks(files: Files, package: str, allowed: Allowed) -> Iterator[Finding]:
    """Every risk in the sources that the recipe does not allow; what cannot be read is one."""
    for path, text in sources(files).items():
        tree = parse(path, text)
        if isinstance(tree, Finding):
            yield tree
            continue
        try:
            found = [*_in_tree(tree, package, allowed), *_in_comments(text)]
        except RecursionError:
            found = [(0, Found(UNREAD, "the source nests too deeply to be read"))]
        for line, each in found:
            if f"security-{each.rule}" not in allowed.permissions:
                yield _finding(path, line, each)


def _in_tree(tree: ast.Module, package: str, allowed: Allowed) -> Iterator[tuple[int, Found]]:
    reaching = Reaching(tree, package, allowed.distributions)
    nodes = walk(tree)
    rules: tuple[Rule, ...] = (reaching, Running(package), secrets, Queries(nodes), whole_modules)
    line = 0
    for node, scope in nodes:
        line = getattr(node, "lineno", line)
        for rule in rules:
            for found in rule(node, scope):
                yield line, found


def _in_comments(text: str) -> Iterator[tuple[int, Found]]:
    for line, comment in comments(text):
        yield from ((line, found) for found in in_text(comment))


def _finding(file: str, line: int, found: Found) -> Finding:
    suggestion = SUGGESTIONS[found.rule]
    if (name := f"security-{found.rule}") in PERMISSIONS:
        suggestion += f" A recipe can allow it: `<!-- brickyard: allow {name}: the reason -->`."
    return error(f"security.{found.rule}", found.message, file, line, suggestion)
