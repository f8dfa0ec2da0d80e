"""Parsing and rendering."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: The largest value of one line.
MAX_VALUE: int = 1000000000


class InputError(ValueError):
    """A line of input is wrong."""


@dataclass(frozen=True)
class Row:
    """One label and its value."""

    label: str
    value: int


def parse(lines: Iterable[str]) -> list[Row]:
    """The rows of the input lines, with equal labels added up."""
    sums: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        fields = line.rsplit(None, 1)
        if len(fields) < 2:
            raise InputError(f"line {number}: expected LABEL VALUE")
        label, field = fields
        if not (field.isascii() and field.isdigit()):
            raise InputError(f"line {number}: bad value {field!r}")
        digits = field.lstrip("0") or "0"
        if len(digits) > 10 or int(digits) > MAX_VALUE:
            raise InputError(f"line {number}: value too large")
        sums[label] = sums.get(label, 0) + int(digits)
    return [Row(label, value) for label, value in sums.items()]


def sort_rows(rows: Iterable[Row], order: str) -> list[Row]:
    """The rows sorted by order: none, name or value."""
    if order == "name":
        return sorted(rows, key=lambda row: row.label)
    if order == "value":
        return sorted(rows, key=lambda row: (-row.value, row.label))
    return list(rows)


def render(rows: list[Row], width: int, *, fill: str = "█", cut: str = "…", color: bool = False) -> list[str]:
    """The chart's lines (without newlines), each `width` places wide."""
    if not rows:
        return ["(no data)"]
    longest = min(max(len(row.label) for row in rows), width // 3)
    digits = max(len(str(row.value)) for row in rows)
    places = max(width - longest - digits - 2, 1)
    largest = max(row.value for row in rows)
    lines = []
    for row in rows:
        label = row.label if len(row.label) <= longest else row.label[:longest - 1] + cut
        filled = max(row.value * places // largest, 1) if row.value else 0
        bar = fill * filled
        if color and filled:
            bar = f"\x1b[{31 if row.value == largest else 32}m{bar}\x1b[0m"
        lines.append(f"{label:<{longest}} {bar}{' ' * (places - filled)} {row.value:>{digits}}")
    return lines
