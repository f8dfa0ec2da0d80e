"""Renders a difference as text or JSON; pure."""

from __future__ import annotations

import json
from collections.abc import Iterable

from csvdiff.compare import Difference


def as_text(difference: Difference) -> str:
    if difference.empty:
        return "no differences\n"
    lines = []
    if difference.columns_added:
        lines.append("columns added: " + ", ".join(difference.columns_added))
    if difference.columns_removed:
        lines.append("columns removed: " + ", ".join(difference.columns_removed))
    for sign, rows in (("-", difference.removed), ("+", difference.added)):
        for row in rows:
            values = (row[column] for column in difference.key)
            lines.append(f"{sign} {_key_text(difference, values)}")
    for change in difference.changed:
        key = _key_text(difference, change.key)
        for column, (old, new) in change.fields.items():
            lines.append(f"~ {key} {column}: {old} -> {new}")
    lines.append(", ".join(f"{count} {what}" for what, count in _summary(difference).items()))
    return "".join(_on_one_line(line) + "\n" for line in lines)


def as_json(difference: Difference) -> str:
    return json.dumps(
        {
            "columns_added": list(difference.columns_added),
            "columns_removed": list(difference.columns_removed),
            "added": [dict(row) for row in difference.added],
            "removed": [dict(row) for row in difference.removed],
            "changed": [
                {
                    "key": dict(zip(difference.key, change.key)),
                    "fields": {
                        column: {"old": old, "new": new}
                        for column, (old, new) in change.fields.items()
                    },
                }
                for change in difference.changed
            ],
            "summary": _summary(difference),
        }
    )


def _summary(difference: Difference) -> dict[str, int]:
    return {
        "added": len(difference.added),
        "removed": len(difference.removed),
        "changed": sum(len(change.fields) for change in difference.changed),
    }


def _key_text(difference: Difference, values: Iterable[str]) -> str:
    return ",".join(f"{column}={value}" for column, value in zip(difference.key, values))


def _on_one_line(text: str) -> str:
    return text.replace("\n", "\\n").replace("\r", "\\r")
