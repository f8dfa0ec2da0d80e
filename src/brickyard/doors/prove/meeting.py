"""Where checks that fail meet the code: a line for a person to begin at."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from brickyard.cases import CaseResult

Line = tuple[str, int]


def meeting(
    failing: Sequence[str], results: Mapping[str, CaseResult], failed: Collection[str]
) -> tuple[str, int]:
    """The line that these tests execute most alone: many of them, and few that pass.

    Tests that fail for another requirement, which are in `failed` too, say nothing about it. A
    process of its own and compiled code leave no lines: then there is none.
    """
    own = Counter(line for test in {*failing} for line in _executed(test, results))
    passing = [test for test in results if test not in failed]
    others = Counter(line for test in passing for line in _executed(test, results))

    def alone(line: Line) -> float:
        return own[line] ** 2 / (own[line] + others[line])

    file, number = min(own, key=lambda line: (-alone(line), line), default=("", 0))
    return (f"src/{file}", number) if file else ("", 0)


def _executed(test: str, results: Mapping[str, CaseResult]) -> set[Line]:
    lines = results[test].lines if test in results else {}
    return {(file, line) for file, numbers in lines.items() for line in numbers}
