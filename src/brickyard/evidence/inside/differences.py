"""Shows what a surviving mutant does differently: an input of a public operation, two results.

The calls that tests make from outside of the package are played again, as they were and with one
argument changed a little: in one fork on the code as it is, in another on the mutant.
"""

import importlib
from contextlib import suppress
from itertools import pairwise
from typing import Any

forks: Any = importlib.import_module("forks")
replays: Any = importlib.import_module("replays")

SHOWN = 60
"""Survivors that are looked into at most."""

OF_ONE_FUNCTION = 4
PLAYED = 400
"""Calls that are played at most: what is found depends on their number, not on their speed."""

SECONDS = 4.0
"""Processor time of all of them; beyond it nothing that was seen counts."""

TESTS = 8

Outcomes = list[tuple[str, str]]


def describe(mutator: Any, survivors: list[Any]) -> None:
    """Give each its difference, if one was found."""
    chosen = some_of(survivors)
    groups: dict[tuple[str, ...], Outcomes] = {tuple(found.tests[:TESTS]): [] for found in chosen}
    works = [work(mutator, tests, None) for tests in groups for _ in range(2)]
    twice = [read(report) for report in mutator.forked(works)]
    for tests, (one, again) in zip(groups, list(pairwise(twice))[::2], strict=True):
        groups[tests] = steady(one, again)
    works = [work(mutator, tuple(found.tests[:TESTS]), found) for found in chosen]
    for found, report in zip(chosen, mutator.forked(works), strict=True):
        found.difference = difference(groups[tuple(found.tests[:TESTS])], read(report))


def some_of(survivors: list[Any]) -> list[Any]:
    counts: dict[tuple[str, str], int] = {}
    chosen: list[Any] = []
    for found in survivors:
        key = (found.file, found.mutant.function)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= OF_ONE_FUNCTION:
            chosen.append(found)
    return chosen[:SHOWN]


def work(mutator: Any, tests: tuple[str, ...], found: Any) -> Any:
    def play(tell: Any) -> None:
        calls = replays.recorded(mutator, tests)
        hints = replays.Hints(mutator.program.functions)
        if found is not None:
            mutator.program.exchange(found.file, found.mutant)
        tried = [variant for call in calls for variant in call.variants(hints)][:PLAYED]
        watch = forks.Watch(SECONDS, 5)
        with suppress(forks.Hung), watch:
            for call in tried:
                told = (call.described(), call.outcome())
                tell({"played": [text.replace(str(mutator.own), "<work>") for text in told]})
        if watch.rang:
            tell({"late": True})

    return play


def read(report: Any) -> Outcomes:
    """Pairs of a call and what came of it; nothing if others wrote there too, or time ran out: a
    faster machine would have seen more."""
    if report.forged or report.end == "hang" or any("late" in told for told in report.told):
        return []
    return [tuple(told["played"]) for told in report.told if "played" in told]


def steady(one: Outcomes, again: Outcomes) -> Outcomes:
    """What came out the same both times; the rest depends on the time or on chance."""
    return [
        first if first == second else (first[0], "")
        for first, second in zip(one, again, strict=False)
    ]


def difference(before: Outcomes, after: Outcomes) -> str:
    """A sentence that does not say which of the two is the code, or nothing."""
    for (call, one), (same, other) in zip(before, after, strict=False):
        if call != same:
            return ""
        if one and one != other:
            first, second = sorted((one, other))
            return f"{call}: one gives {first}, the other {second}"
    return ""
