"""CSV text as a table, and its cells as numbers."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


class TableError(ValueError):
    """The table cannot be read, or a column or number is not there; the text says what is wrong."""


@dataclass(frozen=True)
class Row:
    """The fields of one record as they are written, and the line of the file where it begins."""

    line: int
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """The names of the columns, without surrounding spaces, and the rows, blank lines left out."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]


def read_table(text: str) -> Table:
    """Return the table that the text of a CSV file holds.

    Raises TableError with `no header` for a text without one, and with
    `line N: F fields instead of H` for the first row that has a wrong number of fields.
    """
    records = list(_records(text))
    if not records:
        raise TableError("no header")
    header, rows = records[0], records[1:]
    wanted = len(header.fields)
    for row in rows:
        if len(row.fields) != wanted:
            raise TableError(f"line {row.line}: {len(row.fields)} fields instead of {wanted}")
    return Table(tuple(name.strip(" ") for name in header.fields), tuple(rows))


def position(table: Table, name: str) -> int:
    """Return the position of the first column of this name, counted from 0.

    Raises TableError with `no column NAME` if there is none.
    """
    if name not in table.header:
        raise TableError(f"no column {name}")
    return {found: at for at, found in enumerate(table.header)}[name]


def read_number(row: Row, column: int) -> Decimal | None:
    """Return the number in that cell of the row, or None if the cell is empty.

    Raises TableError with `line N: not a number: CELL` for any other cell.
    """
    cell = row.fields[column].strip(" ")
    if not cell:
        return None
    if not _NUMBER.fullmatch(cell):
        raise TableError(f"line {row.line}: not a number: {cell}")
    return Decimal(cell)


def _records(text: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""))
    begins = 1
    for fields in reader:
        if len(fields) > 1 or (fields and fields[0].strip(" ")):
            yield Row(begins, tuple(fields))
        begins = reader.line_num + 1
