"""How large a value is: its parts, lines and characters, of whatever it holds inside.

No method of a value is asked; what is read here is what its base type holds.
"""

import io
from collections import deque
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from brickyard.cases.inside.crossing import kind_of

DEPTH = 20
LEAST_BULK = 100
"""What is handed over by so many at a time is added up."""

_EMPTY: dict[Any, Any] = {}
_HELD: dict[Any, Any] = {dict: dict[Any, Any].values}
_TEXTS: tuple[Any, ...] = (str, bytes, bytearray, io.StringIO, io.BytesIO)
_KNOWN: tuple[Any, ...] = (
    *_TEXTS,
    int,
    *(dict, list, tuple, set, frozenset, deque, range),
    *(type(_EMPTY.keys()), type(_EMPTY.values()), type(_EMPTY.items())),
)
_SMALL = frozenset({"datetime", "decimal", "fractions", "pathlib", "re", "uuid", "zoneinfo"})
_COUNTS = ("parts", "lines", "characters", "inner")


class Given:
    """The largest of what was handed over, and how many calls did. `inner`: characters of a text
    inside of something else; `numbers`: whole arguments; `bulk`: what came piece by piece."""

    def __init__(self) -> None:
        self.parts = self.lines = self.characters = self.inner = self.calls = 0
        self.numbers: set[int] = set()
        self.bulk = dict.fromkeys(_COUNTS, 0)
        self.known = True
        self.sources: set[Given] = set()
        """What was given to objects that were handed over."""

    def text(self, text: str, is_inner: bool) -> None:
        if is_inner:
            self.inner = max(self.inner, len(text))
        else:
            self.characters = max(self.characters, len(text))
        self.lines = max(self.lines, text.count("\n") + (text[-1:] not in ("\n", "")))

    def take(self, other: "Given", calls: int = 0) -> None:
        self.calls += calls
        self.known = self.known and other.known
        self.numbers |= other.numbers
        self.sources |= other.sources
        self.parts = max(self.parts, other.parts)
        self.lines = max(self.lines, other.lines)
        self.characters = max(self.characters, other.characters)
        self.inner = max(self.inner, other.inner)
        for name in _COUNTS:
            if (size := getattr(other, name)) >= LEAST_BULK:
                self.bulk[name] += size

    def whole(self) -> "Given":
        """With all that its sources were given, and theirs."""
        found, seen, waiting = Given(), {self}, [self]
        while waiting:
            one = waiting.pop()
            found.take(one)
            found.parts = max(found.parts, one.calls)
            for name, size in one.bulk.items():
                setattr(found, name, max(getattr(found, name), size))
            waiting += [*(one.sources - seen)]
            seen |= one.sources
        return found

    def told(self) -> dict[str, Any]:
        sizes = {name: getattr(self, name) for name in _COUNTS}
        return {**sizes, "numbers": sorted(self.numbers), "known": self.known}


class Sizes:
    """Measures values. `source`: what an object of the package was given; None for other values."""

    def __init__(self, source: Callable[[Any], Given | None]) -> None:
        self.source = source
        self.bases: dict[type, Any] = {}
        self.seen: dict[tuple[int, int], tuple[Any, Given]] = {}
        """Large containers are looked at once; kept, so that no other gets the place of one."""

    def of(self, value: Any) -> Given:
        found = Given()
        self.add(value, found, 0)
        return found

    def add(self, value: Any, found: Given, depth: int) -> None:
        kind = kind_of(value)
        if kind not in self.bases:
            self.bases[kind] = next((one for one in _KNOWN if issubclass(kind, one)), None)
        base = self.bases[kind]
        if depth > DEPTH:
            found.known = False
        elif base in _TEXTS:
            self.text(value, found, depth)
        elif base is int:
            found.numbers |= {int(value)} if depth == 0 and kind is not bool else set[int]()
        elif base is not None:
            self.container(value, base, found, depth)
        elif not is_small(value, kind):
            self.object(value, found, depth)

    def text(self, value: Any, found: Given, depth: int) -> None:
        text = value.getvalue() if hasattr(value, "getvalue") else value
        found.text(text if isinstance(text, str) else text.decode("latin-1"), depth > 0)

    def container(self, value: Any, base: Any, found: Given, depth: int) -> None:
        size = base.__len__(value)
        found.parts = max(found.parts, size)
        key = (id(value), size)
        if base is range:
            return
        if key not in self.seen:
            inside = Given()
            for one in _HELD.get(base, base.__iter__)(value):
                if type(one) is not int:
                    self.add(one, inside, depth + 1)
            if size < LEAST_BULK:
                found.take(inside)
                return
            self.seen[key] = value, inside
        found.take(self.seen[key][1])

    def object(self, value: Any, found: Given, depth: int) -> None:
        source = self.source(value)
        if source is not None:
            found.sources.add(source)
        if is_dataclass(value):
            held = [getattr(value, name, None) for name in value.__dataclass_fields__]
        else:
            found.known = found.known and source is not None
            held = [*getattr(value, "__dict__", _EMPTY).values()] if is_written(value) else []
        for each in held:
            self.add(each, found, depth + 1)


def is_small(value: Any, kind: Any) -> bool:
    """Whether it is one value, whatever its text may be."""
    one = value is None or issubclass(kind, float | complex | Enum | type)
    return one or kind.__module__.partition(".")[0] in _SMALL


def is_written(value: Any) -> bool:
    """Whether the case wrote it, or its class."""
    return getattr(value, "__module__", "") == "cases"
