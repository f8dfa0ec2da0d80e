"""Shows what a surviving mutant does differently: an input of a public operation, two results.

The calls that tests make from outside of the package are played again, as they were and with one
argument changed a little: in one fork on the code as it is, in another on the mutant.
"""

import hashlib
import importlib
import json
import re
from contextlib import suppress
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

MOST_TOLD = forks.LONGEST_REPORT // 2
"""Characters that one fork tells; what would be more is not played."""

Outcomes = list[tuple[str, list[list[str]]]]
"""Calls, and what came of each: where it was looked, what was seen, and a hash of the whole."""


def describe(mutator: Any, survivors: list[Any]) -> None:
    """Give each its difference, if one was found."""
    chosen = some_of(survivors)
    groups = list(dict.fromkeys(tuple(found.tests[:TESTS]) for found in chosen))

    def controls(stirred: bool) -> list[Outcomes]:
        works = [work(mutator, tests, None, stirred=stirred) for tests in groups]
        return [read(report) for report in mutator.forked(works)]

    before = [controls(stirred=False), controls(stirred=False)]
    works = [work(mutator, tuple(found.tests[:TESTS]), found) for found in chosen]
    after = [read(report) for report in mutator.forked(works)]
    every = zip(*before, controls(stirred=True), strict=True)
    same = dict(zip(groups, (steady(*three) for three in every), strict=True))
    for found, outcomes in zip(chosen, after, strict=True):
        found.difference = difference(same[tuple(found.tests[:TESTS])], outcomes)


def some_of(survivors: list[Any]) -> list[Any]:
    counts: dict[tuple[str, str], int] = {}
    chosen: list[Any] = []
    for found in survivors:
        key = (found.file, found.mutant.function)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= OF_ONE_FUNCTION:
            chosen.append(found)
    return chosen[:SHOWN]


def work(mutator: Any, tests: tuple[str, ...], found: Any, *, stirred: bool = False) -> Any:
    def play(tell: Any) -> None:
        calls, called = replays.recorded(mutator, tests)
        stir = [[None] * (number % 50) for number in range(5000)] if stirred else []
        watch = forks.Watch(SECONDS, 5)
        with suppress(forks.Hung), watch:
            others = near.Near(mutator.program.functions, calls)
            tried = replays.in_turn([call.variants(others) for call in calls])[:PLAYED]
            if found is not None:
                mutator.program.exchange(found.file, found.mutant)
            left = MOST_TOLD
            for call in tried:
                parts = [(where, *cut(text, mutator)) for where, text in call.outcome(called)]
                told = {"played": [cut(call.text, mutator)[0], parts]}
                left -= len(json.dumps(told))
                if left < 0:
                    break
                tell(told)
        del stir
        if watch.rang:
            tell({"late": True})

    return play


def cut(text: str, mutator: Any) -> tuple[str, str]:
    """What is shown of a text, and a hash of the whole."""
    text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text.replace(str(mutator.own), "<work>"))
    return text[:LONGEST], hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def read(report: Any) -> Outcomes:
    """Pairs of a call and what came of it; nothing if others wrote there too, or time ran out: a
    faster machine would have seen more."""
    if report.forged or report.end == "hang" or any("late" in told for told in report.told):
        return []
    return [tuple(told["played"]) for told in report.told if "played" in told]


def steady(one: Outcomes, *others: Outcomes) -> Outcomes:
    """What came out the same each time; the rest depends on the time, on chance or on where things
    lie in memory."""
    found: Outcomes = []
    for (call, parts), *same in zip(one, *others, strict=False):
        kept = [part for part in parts if all(part in seen for _, seen in same)]
        found.append((call, kept if all(named == call for named, _ in same) else []))
    return found


def difference(before: Outcomes, after: Outcomes) -> str:
    """A sentence that does not say which of the two is the code, or nothing."""
    for (call, parts), (same, others) in zip(before, after, strict=False):
        if call != same:
            return ""
        now = {where: (text, whole) for where, text, whole in others}
        for where, text, whole in parts:
            other, changed = now.get(where, (text, whole))
            if whole != changed and text == other:
                return f"{call}{where}: two results, different after {len(text)} characters"
            if whole != changed:
                first, second = sorted((text, other))
                return f"{call}{where}: one gives {first}, the other {second}"
    return ""
