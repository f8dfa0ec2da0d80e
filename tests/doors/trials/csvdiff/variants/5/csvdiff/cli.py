"""The command: arguments, output, exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from csvdiff.compare import compare
from csvdiff.report import as_json, as_text
from csvdiff.table import TableError, read_table

SAME, DIFFERENT, TROUBLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code. None means sys.argv[1:]."""
    try:
        asked = _parser().parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else TROUBLE
    try:
        delimiter = _delimiter(asked.delimiter)
        old = read_table(asked.old, asked.key, delimiter)
        new = read_table(asked.new, asked.key, delimiter)
        for column in asked.ignore:
            if column in asked.key:
                raise ValueError(f"key column '{column}' cannot be ignored")
            if column not in old.columns and column not in new.columns:
                raise ValueError(f"no column '{column}' to ignore in either file")
    except (TableError, ValueError) as problem:
        print(f"csvdiff: {problem}", file=sys.stderr)
        return TROUBLE
    difference = compare(old, new, asked.ignore)
    sys.stdout.write(as_json(difference) if asked.format == "json" else as_text(difference))
    return DIFFERENT if difference.added or difference.removed or difference.changed else SAME


def _delimiter(text: str) -> str:
    if text == "tab":
        return "\t"
    if len(text) != 1:
        raise ValueError(f"the delimiter must be one character or 'tab', not '{text}'")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="csvdiff", description="Compare two CSV files by key.")
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--key", action="append", required=True, metavar="COLUMN", help="a key column; repeat for several")
    parser.add_argument("--ignore", action="append", default=[], metavar="COLUMN", help="a column to leave out; repeat for several")
    parser.add_argument("--delimiter", default=",", metavar="CHAR", help="what separates cells: one character, or 'tab'")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to report")
    return parser
