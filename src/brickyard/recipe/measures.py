"""Times, rates and amounts that a requirement's sentence names: what a measurement is held to."""

import re
from collections.abc import Iterator
from itertools import chain

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
_WORDS = {
    "half a": 0.5,
    "half an": 0.5,
    "a quarter of a": 0.25,
    "fifteen": 15.0,
    "twenty": 20.0,
    "thirty": 30.0,
    "fifty": 50.0,
    "sixty": 60.0,
} | {
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
_BOUND = (
    r"(?:\b(?:within|under|below|inside|at most|not exceed(?:ing)?|never exceeds?|up to"
    r"|max(?:imum)?(?: of)?|limit(?:ed to| of)|budget of|(?:less|faster|quicker|shorter|sooner"
    r"|(?:no|not|never)(?: (?:take|need|last|run|be))? (?:more|longer|slower|later)) than"
    r"|(?:latency|response time|run(?:ning)? ?time|time limit)(?: is| of|:)?)|[<≤]=?)"
)
_UPPER = re.compile(rf"{_BOUND}\s*(?:about |around |roughly |a total of )?$", re.IGNORECASE)
_BARE = re.compile(r"\b(?:in|takes?)\s(?:about |around |roughly )?$", re.IGNORECASE)
_UPPER_BEHIND = re.compile(
    r"\s*(?:or (?:less|faster|sooner|quicker|under)|at (?:the )?(?:most|latest)|max|limit)\b",
    re.IGNORECASE,
)
_OF_SOMETHING = re.compile(
    rf"(?:\bfor|(?<!time)(?<!latency)(?<!limit)(?<!budget) of)\s+{_BOUND}\s*$", re.IGNORECASE
)
"""A trip of under an hour, blocked for at most an hour: how long something is, not work."""
_CONDITION = re.compile(r"^\s*(?:and |or |but )?(?:if|when|whenever|unless|until|once)\b", re.I)
_NOT_OF_WORK = re.compile(
    r"\b(?:wait|sleep|pause|delay|keep|kept|live|expire|hold|held|retain|remember|cache|valid"
    r"|repeat|retry|retri|idle|time[sd]? ?out|old|young|elaps|schedul|fire|remind|postpone"
    r"|precis|accura|resolution|drift)\w*",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s*(?:(?:before|after|past|ago|later|earlier|old|apart|between|from now|is|are|was|were"
    r"|counts?|costs?|gets?|must|shall|should|may|can|will|do|does|has|have)\b"
    r"|of (?:each|one another|inactivity|idle|silence|midnight|noon|the (?:other|last|previous)))",
    re.IGNORECASE,
)
"""Behind a point in time, or behind what the time tells apart: "recordings under 5 s are …"."""
_LOWER = re.compile(
    r"\b(?:at least|(?:no|not) (?:fewer|less) than|more than|minimum(?: of)?|throughput of"
    r"|keeps? up with|(?:sustain|handle|read|write|serve|import|convert|validate|answer|ingest"
    r"|decode|encode|index|scan|check|insert|render|sort|parse|hash)s?|process(?:es)?)"
    r"\s(?:about |around |roughly )?$|[>≥]=?\s*$",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\d\s?(?:[kmgt]i?b|bytes)\b", re.IGNORECASE)
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
    """Every time and every rate that is named, whatever for."""
    return Thresholds(
        seconds=tuple(_seconds(found) for found in _times(text)),
        a_second=tuple(_a_second(found) for found in _rates(text)),
    )


def limits(text: str) -> Thresholds:
    """Those of them that work is held to: "within 2 s" is a limit, "2 s before noon" is none."""
    return Thresholds(
        seconds=tuple(_seconds(found) for found in _times(text) if _is_upper(text, found)),
        a_second=tuple(_a_second(found) for found in _rates(text) if _is_lower(text, found)),
    )


def _times(text: str) -> Iterator[re.Match[str]]:
    return chain.from_iterable(pattern.finditer(text) for pattern in (_DURATION, _ONE))


def _rates(text: str) -> Iterator[re.Match[str]]:
    return chain.from_iterable(pattern.finditer(text) for pattern in (_RATE, _SHORT_RATE))


def _seconds(found: re.Match[str]) -> float:
    return _value(found) * _SECONDS[found["unit"].lower()]


def _a_second(found: re.Match[str]) -> float:
    return _value(found) / _SECONDS[found["unit"].lower()]


def _is_upper(text: str, found: re.Match[str]) -> bool:
    """How long work may take; not how long something waits or is kept, nor a point in time."""
    before, behind = text[: found.start("number")], text[found.end() :]
    clause = re.split(r"[.,;:!?](?:\s|$)|\n", before)[-1]
    sized = _BARE.search(before) and (amounts(text) or _SIZE.search(text))
    bound = _UPPER.search(before) or _UPPER_BEHIND.match(behind) or sized
    others = (_NOT_OF_WORK, _CONDITION, _OF_SOMETHING)
    return (
        bool(bound) and not any(one.search(clause) for one in others) and not _BEHIND.match(behind)
    )


def _is_lower(text: str, found: re.Match[str]) -> bool:
    """How much work must be done in a time; not how much may be, nor a speed of something else."""
    return bool(_LOWER.search(text[: found.start("number")]))


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
