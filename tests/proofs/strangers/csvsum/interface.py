"""Sums the second column of a CSV file."""

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """`csvsum FILE`, or `csvsum -` for standard input: prints the sum of the second column."""
    ...
