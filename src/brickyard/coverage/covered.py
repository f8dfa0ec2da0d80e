"""Which lines and branches of the package the tests of each requirement execute: a fact."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from brickyard.evidence.reports import TestRun
from brickyard.values import TestLevel, TestModule


def covered(
    run: TestRun,
    modules: Sequence[TestModule],
    requirements: Collection[str],
    roots: Mapping[str, str] | None = None,
) -> dict[str, dict[str, tuple[int, ...]]]:
    """Requirement → file → lines inside functions that its passing acceptance tests execute."""
    found: dict[str, dict[str, set[int]]] = {requirement: {} for requirement in requirements}
    for requirement, test in _passing(run, modules, roots or {}):
        for file, lines in run.lines.get(test, {}).items():
            if requirement in found:
                found[requirement].setdefault(file, set()).update(lines)
    return {
        requirement: {file: tuple(sorted(lines)) for file, lines in sorted(files.items())}
        for requirement, files in found.items()
    }


def covered_branches(
    run: TestRun,
    modules: Sequence[TestModule],
    requirements: Collection[str],
    roots: Mapping[str, str] | None = None,
) -> dict[str, tuple[int, int]]:
    """Requirement → branches that its passing acceptance tests take, of those on their way.

    A branch is on their way if they execute the line that it leaves.
    """
    taken: dict[str, set[tuple[str, int, int]]] = {
        requirement: set() for requirement in requirements
    }
    for requirement, test in _passing(run, modules, roots or {}):
        for file, ways in run.branches.get(test, {}).items():
            if requirement in taken:
                taken[requirement].update((file, *way) for way in ways)
    exits = {(file, line): ways for file, lines in run.exits.items() for line, ways in lines}
    return {
        requirement: (
            len(ways),
            sum(exits[place] for place in {(file, line) for file, line, _ in ways}),
        )
        for requirement, ways in taken.items()
    }


def _passing(
    run: TestRun, modules: Sequence[TestModule], roots: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Requirements, and acceptance tests of theirs that passed."""
    for module in modules:
        for test, part in module.tests.items():
            outcome = run.outcomes.get(test)
            if module.level is TestLevel.ACCEPTANCE and outcome and outcome.passed:
                yield roots.get(part, part), test
