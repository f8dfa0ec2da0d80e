"""Seven files by people who did not know the engine: read, judged, and every miss accounted for."""

import ast
from pathlib import Path

import pytest
from trials import AREAS, Trial

from brickyard.cases import judge
from brickyard.sandbox import Sandbox

PAGE = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")

UNREAD = {
    "clock": {
        "make_replaced": "replaces functions of the module `time`, which is there for everybody: "
        "no word of the notation does that",
        "replaced_monotonic_takes_effect_at_once": "uses `make_replaced`",
        "wall_clock_changes_have_no_effect": "uses `make_replaced`",
        "last_error_goes_through_without_a_sleep": "uses `make_replaced`",
        "retry_until_a_result": "expects `approx(0.0, 0.001)`; a hundredth of nothing is less",
    },
}
"""Functions that the notation has no words for, or that expect what nothing can meet."""

FAILING = {
    "terminal": {
        "rendered_lines": "expects no lines of `render([], 40)`; R4 says that the chart without "
        "rows is the line `(no data)`",
    },
}
"""Cases that are read and fail on right code: their author is wrong."""


def functions(trial: Trial) -> set[str]:
    body = ast.parse(trial.text).body
    return {each.name for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


def unread(trial: Trial) -> set[str]:
    read = {each.name for each in (*trial.cases.cases, *trial.cases.helpers)}
    return functions(trial) - read


def rows() -> list[str]:
    """The table on the page; who passes is what the slow test below finds."""
    lines: list[str] = []
    sums = [0, 0, 0, 0]
    for trial in AREAS:
        every = functions(trial)
        cases = {name for name in every if not name.startswith("make_")}
        lost, wrong = UNREAD.get(trial.name, {}), FAILING.get(trial.name, {})
        passed = cases - lost.keys() - wrong.keys()
        counts = [len(every), len(every - lost.keys()), len(cases), len(passed)]
        sums = [total + count for total, count in zip(sums, counts, strict=True)]
        lines.append(_row(trial.name, counts))
    return [*lines, _row("all", sums)]


def misses() -> list[str]:
    return [
        f"| `{name}` | {what} | {why} |"
        for what, found in (("not read", UNREAD), ("fails", FAILING))
        for area in found.values()
        for name, why in area.items()
    ]


def _row(name: str, counts: list[int]) -> str:
    return f"| {' | '.join([name, *map(str, counts)])} |"


def test_all_is_read_but_what_the_notation_has_no_words_for() -> None:
    for trial in AREAS:
        for problem in trial.cases.problems:
            print(f"{trial.name}: {problem}")
    found = {trial.name: lost for trial in AREAS if (lost := unread(trial))}
    assert found == {name: set(each) for name, each in UNREAD.items()}
    told = {trial.name: {one.function for one in trial.cases.problems} for trial in AREAS}
    assert {name: each for name, each in told.items() if each} == found
    every = sum(len(functions(trial)) for trial in AREAS)
    assert 1 - sum(map(len, found.values())) / every >= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("trial", AREAS, ids=lambda trial: trial.name)
async def test_what_is_read_passes_on_the_code_beside_it(trial: Trial, sandbox: Sandbox) -> None:
    found = await judge(sandbox, trial.package, [trial.file], seconds=120)
    wrong = [one for one in found.values() if not one.passed]
    for one in wrong:
        print(f"{one.test}: {one.reason}")
    failing = {one.test.partition("::test_")[2] for one in wrong}
    assert failing == FAILING.get(trial.name, {}).keys()
    assert len(found) == len(trial.cases.cases)


def test_the_page_has_the_numbers_and_every_miss() -> None:
    print("\n".join([*rows(), *misses()]))
    assert "\n".join(rows()) in PAGE
    assert "\n".join(misses()) in PAGE
