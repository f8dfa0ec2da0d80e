"""Duplicates."""

from collections.abc import Iterable


def unique(numbers: Iterable[int]) -> list[int]:
    """Each number once, in the order in which it first comes."""
    ...


def count_unique(numbers: Iterable[int]) -> int: ...
