"""Reads a file into a table; all refusals that concern a file come from here."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_NO_DELIMITERS = '"\r\n'


class TableError(Exception):
    """A file that cannot be compared. The message starts with the path, then the line where there is one: 'PATH:LINE: reason' or 'PATH: reason'."""

    path: str
    line: int | None

    def __init__(self, path: str, line: int | None, reason: str) -> None:
        place = path if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {reason}")
        self.path = path
        self.line = line


@dataclass(frozen=True)
class Table:
    columns: tuple[str, ...]
    key: tuple[str, ...]
    rows: Mapping[tuple[str, ...], Mapping[str, str]]


def is_delimiter(text: str) -> bool:
    """Any single character but the quote and line breaks, which have a meaning already."""
    return len(text) == 1 and text not in _NO_DELIMITERS


def read_table(path: str, key: Sequence[str], delimiter: str = ",") -> Table:
    """Raises TableError."""
    if not is_delimiter(delimiter):
        raise ValueError(f"{delimiter!r} cannot be a delimiter")
    key = tuple(key)
    if not key:
        raise ValueError("at least one key column is needed")

    numbered_rows = _numbered_rows(path, _read_text(path), delimiter)
    columns = _read_header(path, key, numbered_rows)
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for line, cells in numbered_rows:
        if len(cells) != len(columns):
            raise TableError(
                path, line, f"row has a wrong number of cells: {len(cells)} instead of {len(columns)}"
            )
        row = dict(zip(columns, cells))
        values = tuple(row[column] for column in key)
        if values in rows and rows[values] != row:
            shown = ", ".join(f"{column}={value!r}" for column, value in zip(key, values))
            raise TableError(path, line, f"second row with the key {shown}")
        rows[values] = row
    return Table(columns, key, rows)


def _read_text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise TableError(path, None, error.strerror or str(error)) from error
    except ValueError as error:  # a path that no file can have
        raise TableError(path, None, str(error)) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableError(path, None, "not UTF-8") from error


def _read_header(
    path: str, key: tuple[str, ...], numbered_rows: Iterator[tuple[int, list[str]]]
) -> tuple[str, ...]:
    _, cells = next(numbered_rows, (None, None))
    if cells is None:
        raise TableError(path, None, "no header")
    columns = tuple(cells)
    for column in columns:
        if columns.count(column) > 1:
            raise TableError(path, None, f"the header names the column {column!r} twice")
    for column in key:
        if column not in columns:
            raise TableError(path, None, f"no key column {column!r}")
    return columns


def _numbered_rows(path: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the line on which it begins."""
    # newline="" leaves the line breaks inside cells as they are; strict refuses a quote
    # without an end, which would otherwise swallow the rest of the file.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        # Cells may be of any length. The limit is global to the csv module.
        limit = csv.field_size_limit(max(len(text), csv.field_size_limit()))
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise TableError(path, line, f"not readable as CSV: {error}") from error
        finally:
            csv.field_size_limit(limit)
        if cells:
            yield line, cells
