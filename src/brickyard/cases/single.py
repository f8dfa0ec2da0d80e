"""Cases one by one, as text: how they are kept, asked about, disputed, and put into files."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from brickyard.cases.model import Cases, Names
from brickyard.cases.reading import read
from brickyard.cases.sets import join, split, written
from brickyard.values import WrittenCase


def singles(cases: Cases) -> tuple[WrittenCase, ...]:
    """Each case of a file by itself, with what it stands on."""
    return tuple(single(one) for one in split(cases))


def single(cases: Cases) -> WrittenCase:
    """The one case of a file."""
    (case,) = cases.cases
    return WrittenCase(name=case.name, requirement=case.requirements[0], text=written(cases))


def alone(case: WrittenCase, names: Names) -> Cases:
    """A file with this case only; ValueError if the package does not offer what it names."""
    found = read_once(case.text, names)
    if found.problems or len(found.cases) != 1:
        raise ValueError("; ".join(map(str, found.problems)) or "it is not one case")
    return found


@lru_cache(maxsize=8192)
def read_once(text: str, names: Names) -> Cases:
    """A case goes through many hands between its question and its verdict."""
    return read(text, names)


def file_of(cases: Iterable[WrittenCase], names: Names) -> Cases:
    """One file of many cases; their names are told apart already."""
    return join([alone(case, names) for case in cases])


def renamed(case: WrittenCase, name: str) -> WrittenCase:
    text = re.sub(rf"^((?:async )?def ){case.name}\(", rf"\g<1>{name}(", case.text, flags=re.M)
    return case.model_copy(update={"name": name, "text": text})


def named_apart(cases: Sequence[WrittenCase], taken: Iterable[str]) -> list[WrittenCase]:
    """Under names that no other case has."""
    known = set(taken)
    found: list[WrittenCase] = []
    for case in cases:
        name, number = case.name, 2
        while name in known:
            name, number = f"{case.name}_{number}", number + 1
        known.add(name)
        found.append(case if name == case.name else renamed(case, name))
    return found


def repeats(case: WrittenCase, known: Iterable[WrittenCase]) -> bool:
    """Whether one of these says the same under another name."""
    return any(renamed(other, case.name).text == case.text for other in known)
