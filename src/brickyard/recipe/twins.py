"""Names of packages that look like a well-known one but are not: how a misspelling brings harm."""

import re
from functools import cache
from importlib.resources import files

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_AFFIX = re.compile(r"^(?:python3?|py)-|-(?:python3?|py)$")
_SHORTEST, _LONG = 5, 8
"""Names of fewer letters differ by one letter too easily; only long ones are held to two."""


def distribution(requirement: str) -> str:
    """`python-dateutil` of `Python_DateUtil[x]>=2`: the name by which registries tell apart."""
    found = _NAME.match(requirement.strip())
    return canonical(found[0]) if found else ""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def well_known() -> dict[str, tuple[str, ...]]:
    """Well-known distributions, with the modules of those that are imported by another name."""
    text = (files("brickyard.recipe") / "well_known.txt").read_text("utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {words[0]: tuple(words[1:]) for words in lines}


def twin_of(name: str) -> str:
    """The well-known distribution that this name could be mistaken for; "" if none, or itself."""
    own = canonical(name)
    if own in well_known():
        return ""
    alike = [each for each, modules in well_known().items() if _alike(own, each, modules)]
    return min(alike, key=lambda each: distance(own, each), default="")


def _alike(own: str, known: str, modules: tuple[str, ...]) -> bool:
    if own in {canonical(each) for each in modules}:
        return True
    if _bare(own) == _bare(known) or sorted(own.split("-")) == sorted(known.split("-")):
        return True
    return _is_misspelt(own, known)


def _bare(name: str) -> str:
    return _AFFIX.sub("", name).replace("-", "")


def _is_misspelt(own: str, known: str) -> bool:
    shorter = min(len(own), len(known))
    if shorter < _SHORTEST:
        return len(own) == len(known) > 3 and sorted(own) == sorted(known) and _near(own, known, 1)
    return _near(own, known, 2 if shorter >= _LONG else 1)


def _near(own: str, known: str, most: int) -> bool:
    return abs(len(own) - len(known)) <= most and distance(own, known) <= most


def distance(first: str, second: str) -> int:
    """Letters put in, left out, changed or swapped with the next, at least, between two words."""
    before: list[int] = []
    last = [*range(len(second) + 1)]
    for row, one in enumerate(first, 1):
        now = [row]
        for column, other in enumerate(second, 1):
            cost = min(now[-1] + 1, last[column] + 1, last[column - 1] + (one != other))
            if row > 1 and column > 1 and (one, first[row - 2]) == (second[column - 2], other):
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        before, last = last, now
    return last[-1]
