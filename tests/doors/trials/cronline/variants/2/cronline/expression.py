"""Five fields, shorthands, the day rule and impossible dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime

from cronline.fields import (
    DAY_OF_MONTH,
    DAY_OF_WEEK,
    HOUR,
    MINUTE,
    MONTH,
    CronError,
    parse_field,
)

_FIELDS = (MINUTE, HOUR, DAY_OF_MONTH, MONTH, DAY_OF_WEEK)
_BLANKS = " \t"
_SHORTHANDS = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
# The longest that each month can be, in a leap year.
_LONGEST = {1: 31, 2: 29, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}


@dataclass(frozen=True)
class Expression:
    text: str
    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    days_restricted: bool
    weekdays_restricted: bool

    def matches(self, moment: datetime) -> bool:
        """Whether the moment lies in a minute in which the expression is due."""
        if moment.tzinfo is not None:
            raise ValueError(f"a moment must not carry a time zone: {moment!r}")
        return (
            moment.minute in self.minutes
            and moment.hour in self.hours
            and moment.month in self.months
            and self._day_matches(moment)
        )

    def _day_matches(self, day: date) -> bool:
        """The day rule; the month is not looked at."""
        in_days = day.day in self.days
        in_weekdays = day.isoweekday() % 7 in self.weekdays
        if self.days_restricted and self.weekdays_restricted:
            return in_days or in_weekdays
        if self.days_restricted:
            return in_days
        return in_weekdays or not self.weekdays_restricted


def parse(text: str) -> Expression:
    """Reads an expression or a shorthand. Raises CronError."""
    stripped = text.strip(_BLANKS)
    parts = re.split(f"[{_BLANKS}]+", stripped) if stripped else []
    kept = " ".join(parts)
    if stripped.startswith("@"):
        if kept not in _SHORTHANDS:
            raise CronError(f"{kept!r} is not a known shorthand")
        parts = _SHORTHANDS[kept].split()
    if len(parts) != len(_FIELDS):
        raise CronError(f"an expression has five fields, but {kept!r} has {len(parts)}")

    minutes, hours, days, months, weekdays = (
        parse_field(part, field) for part, field in zip(parts, _FIELDS)
    )
    expression = Expression(
        text=kept,
        minutes=minutes,
        hours=hours,
        days=days,
        months=months,
        weekdays=weekdays,
        days_restricted=len(days) < 31,
        weekdays_restricted=len(weekdays) < 7,
    )
    # A restricted day of week lets some day of every month count; otherwise the
    # earliest day of month has to exist in one of the months.
    if not expression.weekdays_restricted and min(days) > max(_LONGEST[m] for m in months):
        raise CronError(
            f"{kept!r} can never come true: day of month {parts[2]!r} does not exist in month {parts[3]!r}"
        )
    return expression
