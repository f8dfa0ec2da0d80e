"""One field of a cron expression: text to set of numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


class CronError(ValueError):
    """A text that is not a cron expression."""

    field: str | None

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Field:
    name: str
    low: int
    high: int
    names: Mapping[str, int]


def _names(words: str, first: int) -> Mapping[str, int]:
    return MappingProxyType({word: number for number, word in enumerate(words.split(), first)})


MINUTE = Field("minute", 0, 59, _names("", 0))
HOUR = Field("hour", 0, 23, _names("", 0))
DAY_OF_MONTH = Field("day of month", 1, 31, _names("", 1))
MONTH = Field("month", 1, 12, _names("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC", 1))
DAY_OF_WEEK = Field("day of week", 0, 6, _names("SUN MON TUE WED THU FRI SAT", 0))

_SUNDAY = 7  # the other number of Sunday, understood in the input only

# Only ASCII: \d and str.upper() would let in other digits and letters.
_ITEM = re.compile(
    r"(?:\*|(?P<first>[0-9A-Za-z]+)(?:-(?P<last>[0-9A-Za-z]+))?)(?:/(?P<step>[0-9]+))?"
)
_DIGITS = re.compile(r"[0-9]+")


def parse_field(text: str, field: Field) -> frozenset[int]:
    """The values that the text stands for. Days of the week are 0 (Sunday) to 6 (Saturday). Raises CronError."""
    values: set[int] = set()
    for item in text.split(","):
        try:
            values.update(_parse_item(item, field))
        except _Refusal as refusal:
            raise CronError(f"{field.name} {text!r}: {refusal}", field.name) from None
    if field == DAY_OF_WEEK:
        values = {value % 7 for value in values}
    return frozenset(values)


class _Refusal(Exception):
    """What is wrong with an item."""


def _parse_item(item: str, field: Field) -> range:
    if not item:
        raise _Refusal("an item is empty")
    match = _ITEM.fullmatch(item)
    if match is None:
        raise _Refusal(f"{item!r} is not understood")
    first_text, last_text, step_text = match.group("first", "last", "step")

    step = 1
    if step_text is not None:
        step = _number(step_text)
        if step < 1:
            raise _Refusal(f"the step of {item!r} is zero")

    if first_text is None:  # *
        first, last = field.low, field.high
    else:
        first = _value(first_text, field)
        if last_text is not None:
            last = _value(last_text, field)
            if last_text.upper() == "SUN":
                last = _SUNDAY
            if first_text.upper() == "SUN":
                first = _SUNDAY
            if first > last:
                raise _Refusal(f"the range {item!r} runs backwards")
        elif step_text is not None:
            # 7 is the same Sunday as 0 here, from which the week goes up to Saturday.
            first = first if first <= field.high else field.low
            last = field.high
        else:
            last = first
    return range(first, last + 1, step)


def _value(text: str, field: Field) -> int:
    """A number within the bounds, or a name of the field."""
    if not _DIGITS.fullmatch(text):
        value = field.names.get(text.upper())
        if value is None:
            raise _Refusal(f"{text!r} is not understood")
        return value
    value = _number(text)
    high = _SUNDAY if field == DAY_OF_WEEK else field.high
    if not field.low <= value <= high:
        raise _Refusal(f"{text!r} is not between {field.low} and {high}")
    return value


def _number(digits: str) -> int:
    """The number; any number beyond all bounds where there are very many digits."""
    return int(digits.lstrip("0")[:9] or "0")
