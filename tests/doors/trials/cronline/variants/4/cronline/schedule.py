"""The search for runs."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import MAXYEAR, date, datetime, time, timedelta
from itertools import islice, takewhile

from cronline.expression import Expression

_MINUTE = timedelta(minutes=1)


class NoMoreRuns(Exception):
    """No run up to the end of the year 9999."""


def next_run(expression: Expression, after: datetime) -> datetime:
    """The earliest run that begins strictly after the moment. Raises NoMoreRuns."""
    for run in _runs_after(expression, after):
        return run
    raise NoMoreRuns(f"{expression.text!r} has no run after {after} up to the end of the year {MAXYEAR}")


def upcoming(expression: Expression, after: datetime, count: int) -> list[datetime]:
    """The next runs after the moment: fewer than asked for where the year 9999 ends before.

    Raises ValueError for a negative count.
    """
    runs = _runs_after(expression, after)
    if count < 0:
        raise ValueError(f"the number of runs must not be negative: {count}")
    return list(islice(runs, count))


def runs_between(expression: Expression, start: datetime, end: datetime) -> list[datetime]:
    """All runs of the period, with its start and without its end."""
    _check(start)
    _check(end)
    if end <= start:
        return []
    return list(takewhile(lambda run: run < end, _runs_from(expression, _whole_minute(start))))


def _check(moment: datetime) -> None:
    if moment.tzinfo is not None:
        raise ValueError(f"a moment must not carry a time zone: {moment!r}")


def _whole_minute(moment: datetime) -> datetime:
    return datetime(moment.year, moment.month, moment.day, moment.hour, moment.minute)


def _runs_after(expression: Expression, after: datetime) -> Iterator[datetime]:
    _check(after)
    minute = _whole_minute(after)
    if minute == _whole_minute(datetime.max):
        return iter(())
    return _runs_from(expression, minute + _MINUTE)


def _runs_from(expression: Expression, first: datetime) -> Iterator[datetime]:
    """All runs from the minute `first` on, that one included, up to the end of the year 9999."""
    times = [time(hour, minute) for hour in sorted(expression.hours) for minute in sorted(expression.minutes)]
    for day in _days_from(expression, first.date()):
        for of_day in times:
            run = datetime.combine(day, of_day)
            if run >= first:
                yield run


def _days_from(expression: Expression, first: date) -> Iterator[date]:
    months = sorted(expression.months)
    for year in range(first.year, MAXYEAR + 1):
        for month in months:
            if (year, month) < (first.year, first.month):
                continue
            start = first.day if (year, month) == (first.year, first.month) else 1
            for number in range(start, monthrange(year, month)[1] + 1):
                day = date(year, month, number)
                if expression._day_matches(day):
                    yield day
