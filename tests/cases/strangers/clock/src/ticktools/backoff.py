"""Retrying with growing waits."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def delays(attempts: int, base: float = 0.1, factor: float = 2.0, maximum: float | None = None) -> list[float]:
    """The waits between attempts."""
    if attempts < 1:
        raise ValueError("attempts must be at least 1")
    if base < 0:
        raise ValueError("base must not be negative")
    waits = [base * factor ** i for i in range(attempts - 1)]
    return waits if maximum is None else [min(wait, maximum) for wait in waits]


def retry(func: Callable[[], T], attempts: int = 3, base: float = 0.1, factor: float = 2.0, maximum: float | None = None, retry_on: tuple[type[Exception], ...] = (Exception,)) -> T:
    """Call func() until it gives a result, sleeping between attempts."""
    for delay in delays(attempts, base, factor, maximum):
        try:
            return func()
        except retry_on:
            time.sleep(delay)
    return func()
