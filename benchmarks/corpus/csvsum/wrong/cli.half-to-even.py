"""The command `csvsum FILE COLUMN [--by GROUP]`."""

import argparse
import sys
from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Context, Decimal
from pathlib import Path
from typing import NoReturn

from csvsum.table import Table, TableError, position, read_number, read_table

_EXACT = Context(prec=1000)


class _Misuse(Exception):
    """The command was used wrongly; the text says how."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Misuse(" ".join(message.split()))


def main(arguments: list[str] | None = None) -> int:
    """Run the command with `arguments` (None: those of the process) and return the exit code.

    Every error prints one line that begins with `csvsum: ` to standard error and returns 2.
    """
    parser = _Parser(prog="csvsum", allow_abbrev=False, add_help=False)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("column", metavar="COLUMN")
    parser.add_argument("--by", metavar="GROUP")
    try:
        given = parser.parse_args(arguments)
        lines = _lines(read_table(_text(given.file)), given.column, given.by)
    except (_Misuse, TableError) as error:
        print(f"csvsum: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


def _text(file: str) -> str:
    try:
        return Path(file).read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        raise _Misuse(f"cannot read {file}") from error


def _lines(table: Table, column: str, group: str | None) -> list[str]:
    sums = _sums(table, column, group)
    total = _shown(_added(*sums.values()))
    if group is None:
        return [total]
    order = sorted(sorted(sums), key=lambda name: sums[name], reverse=True)
    return [*(f"{name}: {_shown(sums[name])}" for name in order), f"total: {total}"]


def _sums(table: Table, column: str, group: str | None) -> Mapping[str, Decimal]:
    """The exact sum of each group; without groups all rows are one."""
    at = position(table, column)
    by = None if group is None else position(table, group)
    sums: dict[str, Decimal] = {}
    for row in table.rows:
        number = read_number(row, at)
        if number is not None:
            name = "" if by is None else row.fields[by].strip(" ")
            name = name or "(none)"
            sums[name] = _added(sums.get(name, Decimal(0)), number)
    return sums


def _added(*numbers: Decimal) -> Decimal:
    total = Decimal(0)
    for number in numbers:
        total = _EXACT.add(total, number)
    return total


def _shown(number: Decimal) -> str:
    rounded = number.quantize(Decimal("0.01"), ROUND_HALF_EVEN, _EXACT)
    return f"{rounded if rounded else abs(rounded):f}"
