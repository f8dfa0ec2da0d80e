"""Reads a CSV file into rows by key."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass


class TableError(Exception):
    """A file that cannot be compared."""

    def __init__(self, path: str, reason: str, line: int | None = None) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line is not None else f"{path}: {reason}")
        self.path = path
        self.line = line


@dataclass(frozen=True)
class Table:
    """A file's columns, and its rows by key, both in the order of the file."""

    columns: tuple[str, ...]
    key: tuple[str, ...]
    rows: Mapping[tuple[str, ...], Mapping[str, str]]


def read_table(path: str, key: Sequence[str], delimiter: str = ",") -> Table:
    """Reads a file. Raises TableError."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as source:
            return _table(path, _lines(source, delimiter), tuple(key))
    except UnicodeDecodeError:
        raise TableError(path, "not UTF-8") from None
    except csv.Error as error:
        raise TableError(path, f"not CSV: {error}") from None
    except OSError as error:
        raise TableError(path, error.strerror or str(error)) from None


def _lines(source: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows with the number of the line on which each begins; empty lines are skipped."""
    reader, line = csv.reader(source, delimiter=delimiter, strict=True), 1
    for cells in reader:
        if any(cells):
            yield line, cells
        line = reader.line_num + 1


def _table(path: str, lines: Iterator[tuple[int, list[str]]], key: tuple[str, ...]) -> Table:
    _, header = next(lines, (1, list[str]()))
    if not header:
        raise TableError(path, "no header")
    for column in header:
        if header.count(column) > 1:
            raise TableError(path, f"the header names column '{column}' twice")
    for column in key:
        if column not in header:
            raise TableError(path, f"no key column '{column}'")
    rows: dict[tuple[str, ...], Mapping[str, str]] = {}
    for line, cells in lines:
        if len(cells) != len(header):
            raise TableError(path, f"{len(cells)} cells, the header has {len(header)}", line)
        row = dict(zip(header, cells, strict=True))
        identity = tuple(row[column] for column in key)
        if identity in rows:
            raise TableError(path, f"a second row with the key {', '.join(identity)}", line)
        rows[identity] = row
    return Table(tuple(header), key, rows)
