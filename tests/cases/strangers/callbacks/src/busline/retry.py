"""Calling a function again after errors."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class RetryFailed(Exception):
    """All attempts failed."""

    errors: list[Exception]

    def __init__(self, errors: list[Exception]) -> None:
        """Keep the errors of all attempts, in order."""
        last, number = errors[-1], len(errors)
        noun = "attempt" if number == 1 else "attempts"
        super().__init__(f"gave up after {number} {noun}: {type(last).__name__}: {last}")
        self.errors = errors


def retry_call(func: Callable[..., T], *args: Any, attempts: int = 3, retry_on: tuple[type[Exception], ...] = (Exception,), on_retry: Callable[[int, Exception], object] | None = None) -> T:
    """Call func(*args) until it gives a result, at most `attempts` times."""
    if attempts < 1:
        raise ValueError("attempts must be at least 1")
    errors: list[Exception] = []
    while True:
        try:
            return func(*args)
        except retry_on as error:
            errors.append(error)
            if len(errors) == attempts:
                raise RetryFailed(errors) from error
            if on_retry is not None and on_retry(len(errors), error) is False:
                raise
