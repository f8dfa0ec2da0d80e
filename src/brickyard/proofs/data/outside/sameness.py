"""Whether two decoded values are the same, exactly as rendered tests ask it in process."""

import math
from typing import Any, cast

from brickyard.proofs.data.outside.standins import Record, plain


def same(got: Any, expected: Any, within: float = 0.0) -> bool:
    """Equal in value and in kind: True is not 1, 1 is 1.0, a list also stands for a tuple."""
    got, expected = plain(got), plain(expected)
    if expected is None or isinstance(expected, bool) or isinstance(got, bool):
        return got is expected
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return _same_number(got, expected, within)
    match expected, got:
        case (list(), list() | tuple()) | (tuple(), tuple()):
            return _same_items(cast("list[Any]", got), cast("list[Any]", expected), within)
        case dict(), dict():
            return _same_pairs(
                cast("dict[Any, Any]", got), cast("dict[Any, Any]", expected), within
            )
        case Record(), Record():
            return _same_fields(got, expected, within)
        case _:
            return type(got) is type(expected) and _equal(got, expected)


def _equal(got: Any, expected: Any) -> bool:
    """Numbers that signal when they are compared are equal to nothing."""
    try:
        return got == expected
    except ArithmeticError:
        return False


def _same_items(got: list[Any], expected: list[Any], within: float) -> bool:
    pairs = zip(got, expected, strict=False)
    return len(got) == len(expected) and all(same(*pair, within) for pair in pairs)


def _same_pairs(got: dict[Any, Any], expected: dict[Any, Any], within: float) -> bool:
    same_keys = len(got) == len(expected) and all(key in got for key in expected)
    return same_keys and all(same(got[key], expected[key], within) for key in expected)


def _same_fields(got: Record, expected: Record, within: float) -> bool:
    names = [name for name, _ in expected.fields]
    if got.kind != expected.kind or names != [name for name, _ in got.fields]:
        return False
    pairs = zip(got.fields, expected.fields, strict=True)
    return all(same(one, other, within) for (_, one), (_, other) in pairs)


def _same_number(got: float, expected: float, within: float) -> bool:
    if within > 0:
        try:
            return abs(float(got) - float(expected)) <= within
        except OverflowError:
            return False
    if isinstance(expected, float) and math.isnan(expected):
        return isinstance(got, float) and math.isnan(got)
    return got == expected
