"""Many tests in parts, each with the files that it can reach: a change costs what it reaches.

The sandbox of a part holds nothing else, so a verdict of it is about exactly these files and tests,
and is read back as long as none of them changed.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence

from brickyard.evidence.reach import Reach
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.values import TestModule, Value

LEAST, MOST = 10, 32
"""Test files of a part; where it ends is told by their names: one more moves no other's end."""
_ENDS_AMONG = 12
_RUNS = re.compile(r"^from support import .*\brun\b", re.MULTILINE)


class Part(Value):
    """Tests that are run together, on what they can reach of the package."""

    package: Files
    modules: tuple[TestModule, ...]


def parts(package: Files, modules: Sequence[TestModule]) -> tuple[Part, ...]:
    """Every test file in one of them; those that may reach anything have the whole package."""
    if max(len(modules), len(package)) <= MOST:
        return (Part(package=package, modules=tuple(modules)),)
    reach, command = Reach(package), next((one.command for one in modules if one.command), "")
    free: list[TestModule] = []
    held: dict[str, frozenset[str]] = {}
    bound: list[TestModule] = []
    for module in (_commanded(each, command) for each in modules):
        files = reach.of(module.source, module.command.partition(":")[0])
        if files is None:
            free.append(module)
        else:
            held[module.path] = files
            bound.append(module)
    bound.sort(key=lambda each: (_topmost(held[each.path]), each.path))
    whole = (Part(package=package, modules=tuple(group)) for group in _groups(free))
    own = (
        Part(package=_only(package, (held[each.path] for each in group)), modules=tuple(group))
        for group in _groups(bound)
    )
    return (*whole, *own)


def _commanded(module: TestModule, command: str) -> TestModule:
    """What runs the command says which, so that it is known wherever the test goes."""
    if module.command or not _RUNS.search(module.source):
        return module
    return module.model_copy(update={"command": command})


def _topmost(files: frozenset[str]) -> str:
    """What lies beside each other is tested beside each other, and shares what is below it."""
    return max((path for path in files if path.endswith(".py")), default="")


def _groups(modules: Sequence[TestModule]) -> Iterator[list[TestModule]]:
    group: list[TestModule] = []
    for module in modules:
        group.append(module)
        if len(modules) <= MOST:
            continue
        is_end = hashlib.sha256(module.path.encode()).digest()[0] % _ENDS_AMONG == 0
        if len(group) == MOST or (is_end and len(group) >= LEAST):
            yield group
            group = []
    if group:
        yield group


def _only(package: Files, held: Iterable[frozenset[str]]) -> Files:
    paths = frozenset[str]().union(*held)
    return Files({path: text for path, text in package.items() if path in paths})


def merged(runs: Sequence[TestRun]) -> TestRun:
    """What was shown of all parts, as one run: a problem of one is a problem of all."""
    if len(runs) == 1:
        return runs[0]

    return TestRun(
        outcomes={test: one for run in runs for test, one in run.outcomes.items()},
        lines={test: files for run in runs for test, files in run.lines.items()},
        branches={test: files for run in runs for test, files in run.branches.items()},
        exits={file: lines for run in runs for file, lines in run.exits.items()},
        problem=next((run.problem for run in runs if run.problem), ""),
    )
