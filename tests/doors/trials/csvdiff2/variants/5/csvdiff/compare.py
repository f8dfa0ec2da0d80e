"""Turns two tables into a difference; pure, no input or output."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from csvdiff.table import Table


@dataclass(frozen=True)
class Change:
    key: tuple[str, ...]
    fields: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Difference:
    key: tuple[str, ...]
    columns_added: tuple[str, ...]
    columns_removed: tuple[str, ...]
    added: tuple[Mapping[str, str], ...]
    removed: tuple[Mapping[str, str], ...]
    changed: tuple[Change, ...]

    @property
    def empty(self) -> bool:
        return not (
            self.columns_added or self.columns_removed or self.added or self.removed or self.changed
        )


def compare(old: Table, new: Table, ignore: Collection[str] = ()) -> Difference:
    """Raises ValueError for tables with different keys, and for an ignored column that is a key column or in neither table."""
    if old.key != new.key:
        raise ValueError("the tables have different key columns")
    for column in ignore:
        if column in old.key:
            raise ValueError(f"key column {column!r} cannot be ignored")
        if column not in old.columns and column not in new.columns:
            raise ValueError(f"column {column!r} cannot be ignored: neither file has it")

    old_columns = [column for column in old.columns if column not in ignore]
    new_columns = [column for column in new.columns if column not in ignore]
    common = [column for column in old_columns if column in new.columns]

    changed = []
    for key, old_row in old.rows.items():
        new_row = new.rows.get(key)
        if new_row is None:
            continue
        fields = {
            column: (old_row[column], new_row[column])
            for column in common
            if old_row[column] != new_row[column]
        }
        if fields:
            changed.append(Change(key, fields))

    return Difference(
        key=old.key,
        columns_added=tuple(column for column in new_columns if column not in old.columns),
        columns_removed=tuple(column for column in old_columns if column not in new.columns),
        added=_missing(new, old, common),
        removed=_missing(old, new, common),
        changed=tuple(changed),
    )


def _missing(table: Table, other: Table, columns: list[str]) -> tuple[dict[str, str], ...]:
    """The rows of a table that the other one lacks."""
    return tuple(
        {column: row[column] for column in columns}
        for key, row in table.rows.items()
        if key not in other.rows
    )
