"""Values near to those that tests use: what a call is made with to see whether two programs differ.

Limits are in the program itself, and values that one call gets are good input for another.
"""

import dataclasses
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from types import CodeType
from typing import Any, cast

HINTS = 24
KNOWN = 10
"""Values of one type, taken from all calls, that others are tried with."""

DEEPEST = 3
FEW = 12
"""Changes of one part of a list or an object."""


class Near:
    """Knows what `functions` speak of, and the values that `calls` were made with."""

    def __init__(self, functions: list[Any], calls: list[Any]) -> None:
        found = [one for function in functions for one in constants(function.__code__)]
        for function in functions:
            found += [one for name, one in sorted(function.__globals__.items()) if name.isupper()]
        numbers = {one for one in found if type(one) is int and abs(one) < 10**9}
        near = {near for one in numbers for near in (one, one - 1, one + 1)}
        self.numbers = sorted(near, key=lambda one: (abs(one), one))[:HINTS]
        words = {one for one in found if type(one) is str and 0 < len(one) < 20}
        self.words = sorted(words, key=lambda one: (len(one), one))[:HINTS]
        self.texts = texts([one for call in calls for one in (call.values, call.named)])[:KNOWN]

    def to(self, value: Any, depth: int = 0) -> list[Any]:
        """Values of the same type, the likelier ones first; none where there is no telling."""
        with suppress(Exception):
            if depth < DEEPEST:
                return self.to_one(value, depth + 1)
        return []

    def to_one(self, value: Any, depth: int) -> list[Any]:
        kind = cast("Any", type(value))
        if isinstance(value, Enum):
            return [one for one in cast("Any", type(value)) if one is not value]
        if isinstance(value, date):
            return [other for days in (1, -1, 31, 366) if (other := later(value, days))]
        if kind is bool:
            return [not value]
        if kind in (int, float):
            return [value + 1, value - 1, 0, -value, value * 10, *self.numbers]
        if kind is Decimal:
            return [value + 1, value - 1, Decimal(0), -value, value / 10]
        if kind is str:
            return self.to_text(value)
        if kind in (list, tuple):
            return [kind(one) for one in self.to_list(list(value), depth)]
        if kind is dict:
            return self.to_dict(value, depth)
        return self.to_object(value, depth)

    def to_text(self, value: str) -> list[str]:
        near = ["", f"{value}x", value[:-1], value.upper(), f" {value} ", value * 2]
        numbers = [str(one) for one in self.numbers] if value.strip("-").isdigit() else []
        others = [near for one in self.texts if one != value for near in (one, f"{one}x")]
        return [*near[:3], *numbers, *others, *near[3:], *self.words]

    def to_list(self, value: list[Any], depth: int) -> list[list[Any]]:
        """Shorter, longer, turned round, and with one of the first items changed."""
        changed = [
            [*value[:number], near, *value[number + 1 :]]
            for number, one in enumerate(value[:4])
            for near in self.to(one, depth)[:FEW]
        ]
        return [[], value[:-1], value[::-1], [*value, *value], *changed]

    def to_dict(self, value: dict[Any, Any], depth: int) -> list[dict[Any, Any]]:
        items = list(value.items())
        few = [{**value, key: near} for key, one in items[:4] for near in self.to(one, depth)[:4]]
        return [{}, dict(items[:-1]), *few]

    def to_object(self, value: Any, depth: int) -> list[Any]:
        """A dataclass with one field changed, where its class allows that. What it keeps to itself
        may depend on the rest: then any change could make an object that nobody can get."""
        fields = dataclasses.fields(value)
        if not all(one.init and not one.name.startswith("_") for one in fields):
            return []
        found: list[Any] = []
        for field in fields:
            for near in self.to(getattr(value, field.name), depth)[:FEW]:
                with suppress(Exception):
                    found.append(dataclasses.replace(value, **{field.name: near}))
        return found


def later(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def texts(value: Any) -> list[str]:
    """The texts in what calls were given, the first of each."""
    match value:
        case str():
            found = [value] if len(value) < 100 else []
        case list() | tuple():
            found = [text for one in cast("list[Any]", value) for text in texts(one)]
        case dict():
            found = [text for one in cast("dict[Any, Any]", value).values() for text in texts(one)]
        case _:
            found = []
    return list(dict.fromkeys(found))


def constants(code: CodeType) -> list[Any]:
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return [*code.co_consts, *(one for part in inner for one in constants(part))]
