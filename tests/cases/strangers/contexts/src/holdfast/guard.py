"""Suppression of chosen errors."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager


class Caught:
    """What a suppress block caught."""

    error: Exception | None

    def __init__(self) -> None:
        """Start with nothing caught."""
        self.error = None

    def __bool__(self) -> bool:
        """True just if an error was suppressed."""
        return self.error is not None


def suppress(*types: type[Exception], match: str | None = None, on_error: Callable[[Exception], object] | None = None) -> AbstractContextManager[Caught]:
    """Suppress errors of the given types whose message matches."""
    if not types:
        raise ValueError("no error types given")
    for kind in types:
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise TypeError(f"not an Exception type: {kind!r}")
    return _suppress(types, match, on_error)


@contextmanager
def _suppress(types: tuple[type[Exception], ...], match: str | None, on_error: Callable[[Exception], object] | None) -> Iterator[Caught]:
    caught = Caught()
    try:
        yield caught
    except types as error:
        if match is not None and not re.search(match, str(error)):
            raise
        caught.error = error
        if on_error is not None:
            on_error(error)
