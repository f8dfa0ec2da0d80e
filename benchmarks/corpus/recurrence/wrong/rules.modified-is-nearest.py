"""Dates that repeat, and the workdays near a date."""

from calendar import monthrange
from collections.abc import Collection
from datetime import date, timedelta

_WEEKDAYS = range(7)
_RULES = ("following", "preceding", "modified")


class RuleError(ValueError):
    """A count, an interval, a weekday or a rule that is not accepted."""


def monthly(start: date, count: int, every: int = 1) -> list[date]:
    """Return `count` dates, `start` first, each `every` months after the one before.

    A month without the day of `start` gives its last day. Raises RuleError for a count lower than
    0 or an interval lower than 1.
    """
    if count < 0 or every < 1:
        raise RuleError("count must be at least 0 and every at least 1")
    return [_months_later(start, number * every) for number in range(count)]


def weekly(start: date, weekdays: Collection[int], until: date, every: int = 1) -> list[date]:
    """Return the dates from `start` to `until` on these weekdays (Monday is 0) of every n-th week.

    The week of `start`, from its Monday on, is the first one. Raises RuleError without weekdays,
    for a weekday outside 0 to 6 or an interval lower than 1.
    """
    if not weekdays or every < 1 or any(each not in _WEEKDAYS for each in weekdays):
        raise RuleError("weekdays must be from 0 to 6 and every at least 1")
    first = start - timedelta(days=start.weekday())
    found: list[date] = []
    for number in range((until - start).days + 1):
        day = start + timedelta(days=number)
        week = (day - first).days // 7
        if week % every == 0 and day.weekday() in weekdays:
            found.append(day)
    return found


def nth_weekday(year: int, month: int, weekday: int, n: int) -> date | None:
    """Return the n-th such weekday of the month, from its end if n is negative, or None.

    Raises RuleError for an n that is 0 or outside -5 to 5, and for a weekday outside 0 to 6.
    """
    if n == 0 or abs(n) > 5 or weekday not in _WEEKDAYS:
        raise RuleError("n must be from 1 to 5 or -5 to -1 and the weekday from 0 to 6")
    length = monthrange(year, month)[1]
    days = [date(year, month, number) for number in range(1, length + 1)]
    matching = [day for day in days if day.weekday() == weekday]
    index = n - 1 if n > 0 else len(matching) + n
    return matching[index] if 0 <= index < len(matching) else None


def shift(day: date, holidays: Collection[date], rule: str) -> date:
    """Return `day` if it is a workday, else the workday that the rule says.

    The rules are `following`, `preceding` and `modified`; raises RuleError for another one.
    """
    if rule not in _RULES:
        raise RuleError(f"unknown rule: {rule}")
    following = _nearest(day, holidays, 1)
    if rule == "following":
        return following
    preceding = _nearest(day, holidays, -1)
    if rule == "modified" and following - day <= day - preceding:
        return following
    return preceding


def _months_later(start: date, months: int) -> date:
    years, month = divmod(start.month - 1 + months, 12)
    year = start.year + years
    last = monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last))


def _nearest(day: date, holidays: Collection[date], step: int) -> date:
    """`day` itself if it is a workday, else the first workday in steps of that many days."""
    while day.weekday() > 4 or day in holidays:
        day += timedelta(days=step)
    return day
