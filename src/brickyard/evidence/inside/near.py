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

    def to(self, value: Any) -> list[Any]:
        """Values of the same type, the likelier ones first."""
        match value:
            case bool():
                return [not value]
            case int() | float():
                return [value + 1, value - 1, 0, -value, value * 10, *self.numbers]
            case Decimal():
                return [value + 1, value - 1, Decimal(0), -value, value / 10]
            case date():
                return [value + timedelta(days=days) for days in (1, -1, 31, 366)]
            case Enum():
                return [one for one in cast("Any", type(value)) if one is not value]
            case str():
                return self.to_text(value)
            case list():
                return self.to_list(cast("list[Any]", value))
            case tuple() if type(cast("Any", value)) is tuple:
                return [tuple(one) for one in self.to_list(list(cast("tuple[Any]", value)))]
            case dict():
                return self.to_dict(cast("dict[Any, Any]", value))
            case _:
                return self.to_object(value)

    def to_text(self, value: str) -> list[str]:
        near = ["", f"{value}x", value[:-1], value.upper(), f" {value} ", value * 2]
        numbers = [str(one) for one in self.numbers] if value.strip("-").isdigit() else []
        others = [near for one in self.texts if one != value for near in (one, f"{one}x")]
        return [*near[:3], *numbers, *others, *near[3:], *self.words]

    def to_list(self, value: list[Any]) -> list[list[Any]]:
        """Shorter, longer, turned round, and with one of the first items changed."""
        changed = [
            [*value[:number], near, *value[number + 1 :]]
            for number, one in enumerate(value[:4])
            for near in self.to(one)[:FEW]
        ]
        return [[], value[:-1], value[::-1], [*value, *value], *changed]

    def to_dict(self, value: dict[Any, Any]) -> list[dict[Any, Any]]:
        items = list(value.items())
        changed = [{**value, key: near} for key, one in items[:4] for near in self.to(one)[:4]]
        return [{}, dict(items[:-1]), *changed]

    def to_object(self, value: Any) -> list[Any]:
        """A dataclass with one field changed, where its class allows that."""
        if not dataclasses.is_dataclass(value) or isinstance(value, type):
            return []
        found: list[Any] = []
        for field in dataclasses.fields(value):
            for near in self.to(getattr(value, field.name))[:FEW] if field.init else []:
                with suppress(Exception):
                    found.append(dataclasses.replace(value, **{field.name: near}))
        return found


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
