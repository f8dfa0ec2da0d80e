"""The honesty gate: code that looks at, changes or shuns its judge, found before it is run.

It reads the syntax tree and can be got round by who tries hard; what it lets through still meets
the guarded run of the tests and the judge outside the process.
"""

import ast
from collections.abc import Iterator

from brickyard.files import Files
from brickyard.gates.allowed import Allowed
from brickyard.gates.base import GateResult, error, judged, parse, sources, unjudged
from brickyard.gates.honest.equality import equality
from brickyard.gates.honest.found import Found, Rule
from brickyard.gates.honest.importing import IMPORTS_TESTS, Imports
from brickyard.gates.honest.patching import patching
from brickyard.gates.honest.peeking import Peeking
from brickyard.gates.honest.planted import planted
from brickyard.gates.honest.reach import reach
from brickyard.gates.honest.scopes import walk
from brickyard.sandbox.base import Sandbox
from brickyard.values import Finding, Plan, Severity

SUGGESTIONS = {
    IMPORTS_TESTS: "Leave tests to the test files; do the work with other modules.",
    "frames": "Take what is needed as a parameter.",
    "patches": "Leave it as it is; wrap it, or make a class or a variable of your own.",
    "process": "Return, or raise SystemExit where a command ends; start others with subprocess.",
    "hidden": "Write the code out, with names that can be read.",
    "reads-tests": "Work from the specification; the tests are none of the code's business.",
    "detects-tests": "Behave the same whoever runs the code.",
    "equality": "Compare the two objects, and return NotImplemented for other types.",
    "planted": "Remove the file.",
    "unread": "Write it in a simpler way.",
}


async def honesty(files: Files, plan: Plan, sandbox: Sandbox, allowed: Allowed) -> GateResult:
    if not sources(files):
        return unjudged("honesty", "there is no source to look at")
    return judged("honesty", list(find_deceit(files, plan.package, allowed.packages)))


def find_deceit(files: Files, package: str, packages: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Everything dishonest in the sources; what cannot be read is not taken for honest."""
    for path, found in planted(files, package):
        yield _finding(path, 0, found)
    for path, text in sources(files).items():
        tree = parse(path, text)
        if isinstance(tree, Finding):
            yield tree
            continue
        try:
            found = list(_in_tree(tree, package, packages))
        except RecursionError:
            found = [(0, Found("unread", "the source nests too deeply to be read"))]
        yield from (_finding(path, *each) for each in found)


def _in_tree(
    tree: ast.Module, package: str, packages: tuple[str, ...]
) -> Iterator[tuple[int, Found]]:
    rules: tuple[Rule, ...] = (Imports(package, packages), reach, patching, Peeking(tree), equality)
    for node, scope in walk(tree):
        for rule in rules:
            for found in rule(node, scope):
                yield getattr(node, "lineno", 0), found


def _finding(file: str, line: int, found: Found) -> Finding:
    finding = error(f"honesty.{found.rule}", found.message, file, line, SUGGESTIONS[found.rule])
    severity = Severity.WARNING if found.is_allowed else finding.severity
    return finding.model_copy(update={"severity": severity})
