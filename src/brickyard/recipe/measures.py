"""Times, rates and amounts that a requirement's sentence names: what a measurement is held to."""

import re
from collections.abc import Iterator

from brickyard.values import Requirement, Value

_SECONDS = {
    "ns": 1e-9,
    "nanosecond": 1e-9,
    "µs": 1e-6,
    "μs": 1e-6,
    "us": 1e-6,
    "microsecond": 1e-6,
    "ms": 1e-3,
    "msec": 1e-3,
    "millisecond": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "second": 1.0,
    "min": 60.0,
    "minute": 60.0,
    "h": 3600.0,
    "hour": 3600.0,
}
_WORDS = {"half a": 0.5, "half an": 0.5, "a quarter of a": 0.25} | {
    word: float(value)
    for value, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
}
_TIMES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "k": 1e3, "mio": 1e6}
_NUMBER = (
    r"(?<![\w.,])(?P<number>\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d[\d,_]*(?:\.\d+)?(?:e\d{1,2})?"
    rf"|\.\d+|{'|'.join(sorted(_WORDS, reverse=True))})"
    rf"(?:\s?(?P<times>(?:{'|'.join(_TIMES)})\b|(?-i:M)(?=\s|/)))?"
)
_UNIT = rf"(?P<unit>{'|'.join(sorted(_SECONDS, key=len, reverse=True))})s?"
_DURATION = re.compile(rf"{_NUMBER}[\s-]?{_UNIT}\b", re.IGNORECASE)
_RATE = re.compile(
    rf"{_NUMBER}\s(?:[^\W\d]+\s){{1,3}}?(?:a|an|per|each|every)\s{_UNIT}\b", re.IGNORECASE
)
_SHORT_RATE = re.compile(rf"{_NUMBER}\s?(?:[^\W\d]+\s?)?/\s?{_UNIT}\b", re.IGNORECASE)
_ONE = re.compile(
    rf"\b(?:within|under|below|than|in|most|takes?)\s(?P<number>an?)(?P<times>)\s{_UNIT}"
    r"(?=\s*(?:[.,;:)]|$)|\s(?:for|on|with|when|at|and|or|even|per)\b)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(rf"(?<!(?-i:[A-Z]{{2}})\s){_NUMBER}\s[^\W\d]", re.IGNORECASE)
LEAST_AMOUNT = 100
"""Smaller numbers are rarely the size of what is to be measured."""


class Thresholds(Value):
    """What a sentence allows: times in seconds, and rates as so many a second."""

    seconds: tuple[float, ...] = ()
    a_second: tuple[float, ...] = ()


def said(requirement: Requirement) -> str:
    """Its sentence and its clauses, as one text."""
    return "\n".join((requirement.text, *(clause.text for clause in requirement.clauses)))


def thresholds(text: str) -> Thresholds:
    return Thresholds(
        seconds=tuple(
            _value(found) * _SECONDS[found["unit"].lower()]
            for pattern in (_DURATION, _ONE)
            for found in pattern.finditer(text)
        ),
        a_second=tuple(
            _value(found) / _SECONDS[found["unit"].lower()]
            for pattern in (_RATE, _SHORT_RATE)
            for found in pattern.finditer(text)
        ),
    )


def amounts(text: str) -> tuple[int, ...]:
    """How many of something the sentence speaks of: 1,000,000 lines."""
    return tuple(dict.fromkeys(_amounts(text)))


def _amounts(text: str) -> Iterator[int]:
    timed = {
        found.start("number")
        for pattern in (_DURATION, _RATE, _SHORT_RATE)
        for found in pattern.finditer(text)
    }
    for found in _AMOUNT.finditer(text):
        value = _value(found)
        if found.start("number") not in timed and value >= LEAST_AMOUNT and value.is_integer():
            yield int(value)


def _value(found: re.Match[str]) -> float:
    word = found["number"].lower()
    times = _TIMES.get((found["times"] or "").lower(), 1e6 if found["times"] else 1.0)
    if word in ("a", "an"):
        return 1.0
    number = _WORDS[word] if word in _WORDS else float(re.sub(r"[,_\s]", "", word))
    return number * times
