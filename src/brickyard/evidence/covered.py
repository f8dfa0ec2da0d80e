"""Which lines of the package the tests of each requirement execute: a fact, not a share."""

from collections.abc import Collection, Mapping, Sequence

from brickyard.evidence.reports import TestRun
from brickyard.values import TestLevel, TestModule


def covered(
    run: TestRun,
    modules: Sequence[TestModule],
    requirements: Collection[str],
    roots: Mapping[str, str] | None = None,
) -> dict[str, dict[str, tuple[int, ...]]]:
    """Requirement → file → lines inside functions that its passing acceptance tests execute."""
    known = roots or {}
    found: dict[str, dict[str, set[int]]] = {requirement: {} for requirement in requirements}
    for module in modules:
        for test, part in module.tests.items():
            files = found.get(known.get(part, part))
            if files is None or module.level is not TestLevel.ACCEPTANCE:
                continue
            if test in run.outcomes and run.outcomes[test].passed:
                for file, lines in run.lines.get(test, {}).items():
                    files.setdefault(file, set()).update(lines)
    return {
        requirement: {file: tuple(sorted(lines)) for file, lines in sorted(files.items())}
        for requirement, files in found.items()
    }
