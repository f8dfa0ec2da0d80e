"""Shows what a surviving mutant does differently: an input of a public operation, two results.

The calls that tests make from outside of the package are played again, as they were and with one
argument changed a little: in one fork on the code as it is, in another on the mutant.
"""

import hashlib
import importlib
import re
from contextlib import suppress
from itertools import pairwise
from typing import Any

forks: Any = importlib.import_module("forks")
near: Any = importlib.import_module("near")
replays: Any = importlib.import_module("replays")

SHOWN = 60
"""Survivors that are looked into at most."""

OF_ONE_FUNCTION = 4
PLAYED = 600
"""Calls that are played at most: what is found depends on their number, not on their speed."""

SECONDS = 4.0
"""Processor time of all of them; beyond it nothing that was seen counts."""

TESTS = 8
LONGEST = 300
"""Characters of what is shown."""

Outcomes = list[tuple[str, list[list[str]]]]
"""Calls, and what came of each: where it was looked, what was seen, and a hash of the whole."""


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
        others = near.Near(mutator.program.functions, calls)
        tried = replays.in_turn([call.variants(others) for call in calls])[:PLAYED]
        own = str(mutator.own)

        def cut(text: str) -> tuple[str, str]:
            text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text.replace(own, "<work>"))
            return text[:LONGEST], hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]

        if found is not None:
            mutator.program.exchange(found.file, found.mutant)
        watch = forks.Watch(SECONDS, 5)
        with suppress(forks.Hung), watch:
            for call in tried:
                parts = [(where, *cut(text)) for where, text in call.outcome()]
                tell({"played": [cut(call.described())[0], parts]})
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
        (call, [part for part in parts if part in others])
        for (call, parts), (_, others) in zip(one, again, strict=False)
    ]


def difference(before: Outcomes, after: Outcomes) -> str:
    """A sentence that does not say which of the two is the code, or nothing."""
    for (call, parts), (same, others) in zip(before, after, strict=False):
        if call != same:
            return ""
        now = {where: (text, whole) for where, text, whole in others}
        for where, text, whole in parts:
            other, changed = now.get(where, (text, whole))
            if whole != changed:
                first, second = sorted((text, other))
                return f"{call}{where}: one gives {first}, the other {second}"
    return ""
