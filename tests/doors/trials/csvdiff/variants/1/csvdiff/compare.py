"""What differs between two tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from csvdiff.table import Table


@dataclass(frozen=True)
class Change:
    """One row that both files have, with the cells that differ: column -> (old, new)."""

    key: tuple[str, ...]
    fields: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Difference:
    """All that differs between two files."""

    key: tuple[str, ...]
    columns_added: tuple[str, ...]
    columns_removed: tuple[str, ...]
    added: tuple[Mapping[str, str], ...]
    removed: tuple[Mapping[str, str], ...]
    changed: tuple[Change, ...]

    @property
    def empty(self) -> bool:
        """Whether there is no difference of any kind."""
        return not (self.columns_added or self.columns_removed or self.added or self.removed or self.changed)


def compare(old: Table, new: Table, ignore: Collection[str] = ()) -> Difference:
    """Compares two tables that have the same key columns."""
    before = [column for column in old.columns if column not in ignore]
    after = [column for column in new.columns if column not in ignore]
    shared = [column for column in before if column in after]
    changed: list[Change] = []
    for key, row in old.rows.items():
        if key not in new.rows:
            continue
        fields = {column: (row[column], new.rows[key][column]) for column in shared if row[column].rstrip() != new.rows[key][column].rstrip()}
        if fields:
            changed.append(Change(key, fields))
    return Difference(
        key=old.key,
        columns_added=tuple(column for column in after if column not in before),
        columns_removed=tuple(column for column in before if column not in after),
        added=tuple(_part(row, after) for key, row in new.rows.items() if key not in old.rows),
        removed=tuple(_part(row, before) for key, row in old.rows.items() if key not in new.rows),
        changed=tuple(changed),
    )


def _part(row: Mapping[str, str], columns: list[str]) -> dict[str, str]:
    return {column: row[column] for column in columns}
