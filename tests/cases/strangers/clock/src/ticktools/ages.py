"""Moments and their ages."""
from __future__ import annotations

import datetime
import re

#: The styles of format_age.
STYLES: tuple[str, ...] = ("short", "long", "seconds")
_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def parse_moment(text: str) -> datetime.datetime:
    """Seconds since 1970 or an ISO 8601 moment, as an aware datetime in UTC."""
    utc = datetime.timezone.utc
    try:
        if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
            start = datetime.datetime(1970, 1, 1, tzinfo=utc)
            return start + datetime.timedelta(seconds=float(text))
        moment = datetime.datetime.fromisoformat(text)
        return moment.replace(tzinfo=utc) if moment.tzinfo is None else moment.astimezone(utc)
    except (ValueError, OverflowError):
        raise ValueError(f"bad timestamp: {text!r}") from None


def age_of(moment: datetime.datetime) -> float:
    """Seconds from the moment until now; negative for the future."""
    return (datetime.datetime.now(datetime.timezone.utc) - moment).total_seconds()


def format_age(seconds: float, style: str = "short") -> str:
    """The age as text."""
    if style not in STYLES:
        raise ValueError(f"bad style: {style!r}")
    whole = int(seconds)
    if style == "seconds":
        return str(whole)
    if whole == 0:
        return "just now"
    parts, rest = [], abs(whole)
    for name, size in _UNITS:
        number, rest = divmod(rest, size)
        if number and style == "short":
            parts = parts or [f"{number}{name[0]}"]
        elif number:
            parts.append(f"{number} {name}{'' if number == 1 else 's'}")
    text = ", ".join(parts)
    return f"{text} ago" if whole > 0 else f"in {text}"
