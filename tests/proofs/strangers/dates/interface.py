"""Dates in text."""

from datetime import date


def dates_in(text: str) -> list[date]: ...


def count_dates(texts: list[str]) -> int: ...
