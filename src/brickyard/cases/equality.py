"""The one equality. Rendered tests carry this very text, so it imports nothing of ours.

Python's `==`, except: True is not 1, NaN is NaN, an expected list also stands for a tuple and an
expected set for a frozenset, at any depth. Objects are the same by their class and the fields
that count; nobody's own `__eq__` is asked first, for it may claim to equal everything.
"""

import math
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

SHARE, LEAST = 0.01, 1e-6
"""A tolerance is at most this part of the number that it is about, or this."""

_KINDS: tuple[Any, ...] = (int, float, complex, Decimal, Fraction)
_Above = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Approx:
    """A number within a distance that its size allows."""

    value: Any
    within: Any

    def __post_init__(self) -> None:
        limit = max(abs(float(self.value)) * SHARE, LEAST)
        if not math.isfinite(limit) or not 0 <= float(self.within) <= limit:
            raise ValueError(f"within is {self.within}, around {self.value} at most {limit}")


def approx(value: Any, within: Any) -> Approx:
    return Approx(value, within)


def same(got: Any, expected: Any) -> bool:
    """Whether what came is what was expected."""
    try:
        return _same(got, expected, frozenset())
    except (ArithmeticError, RecursionError):
        return False


same_value = same
"""For files in which something else is called `same`."""


def _same(got: Any, expected: Any, above: _Above) -> bool:
    if (id(got), id(expected)) in above:
        return True
    above |= {(id(got), id(expected))}
    if expected is None or isinstance(expected, bool) or isinstance(got, bool):
        return got is expected
    if isinstance(expected, Approx):
        return isinstance(got, _KINDS) and _is_near(got, expected)
    if isinstance(expected, _KINDS):
        return isinstance(got, _KINDS) and _same_number(got, expected)
    if isinstance(expected, list | tuple):
        return _same_items(got, cast("list[Any]", expected), above)
    if isinstance(expected, set | frozenset):
        return _same_members(got, cast("set[Any]", expected), above)
    if isinstance(expected, dict):
        return _same_pairs(got, cast("dict[Any, Any]", expected), above)
    kind = _kind(expected, (str, bytes, bytearray))
    if kind is not None:
        return isinstance(got, kind) and kind.__eq__(expected, got)
    return _same_object(got, expected, above)


def _kind(value: Any, kinds: tuple[Any, ...]) -> Any:
    """The builtin below a value: a type of the package's own may lie about itself, it does not."""
    return next((kind for kind in kinds if isinstance(value, kind)), None)


def _same_items(got: Any, expected: list[Any] | tuple[Any, ...], above: _Above) -> bool:
    kind = _kind(got, (list, tuple))
    if kind is None or (isinstance(expected, tuple) and isinstance(got, list)):
        return False
    items = [*kind.__iter__(got)]
    return len(items) == len(expected) and all(
        _same(one, other, above) for one, other in zip(items, expected, strict=True)
    )


def _same_members(got: Any, expected: set[Any] | frozenset[Any], above: _Above) -> bool:
    kind = _kind(got, (set, frozenset))
    if kind is None or (isinstance(expected, frozenset) and isinstance(got, set)):
        return False
    left = [*kind.__iter__(got)]
    for member in expected:
        found = next((at for at, one in enumerate(left) if _same(one, member, above)), None)
        if found is None:
            return False
        del left[found]
    return not left


def _same_pairs(got: Any, expected: dict[Any, Any], above: _Above) -> bool:
    kind = _kind(got, (dict,))
    if kind is None:
        return False
    pairs = {key: (key, value) for key, value in kind.items(got)}
    return len(pairs) == len(expected) and all(
        key in pairs and _same(pairs[key][0], key, above) and _same(pairs[key][1], value, above)
        for key, value in expected.items()
    )


def _same_object(got: Any, expected: Any, above: _Above) -> bool:
    """Dataclasses by their compared fields; what else is no plain data, by its own `==`, twice."""
    if type(got) is not type(expected):
        return False
    if is_dataclass(expected) and not isinstance(expected, type):
        names = [each.name for each in fields(expected) if each.compare]
        return all(_same(getattr(got, name), getattr(expected, name), above) for name in names)
    return got is expected or ((got == expected) is True and (expected == got) is True)


def _same_number(got: Any, expected: Any) -> bool:
    kind = _kind(got, _KINDS)
    if _is_nan(expected):
        return isinstance(expected, kind) and _is_nan(got)
    return (
        kind.__eq__(got, expected) is True or _kind(expected, _KINDS).__eq__(expected, got) is True
    )


def _is_nan(value: Any) -> bool:
    if isinstance(value, Decimal):
        return Decimal.is_nan(value)
    return isinstance(value, float) and math.isnan(value)


def _is_near(got: Any, expected: Approx) -> bool:
    try:
        distance = abs(Fraction(got) - Fraction(expected.value))
        return distance <= Fraction(expected.within)
    except (ArithmeticError, ValueError, TypeError):
        return False
