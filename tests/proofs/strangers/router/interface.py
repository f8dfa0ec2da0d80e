"""Routes by pattern."""

from collections.abc import Callable


class Router:
    def __init__(self, prefix: str = "") -> None: ...

    def register(self, pattern: str, handler: Callable[[], str]) -> None: ...

    def find(self, path: str) -> str | None:
        """The pattern that matches."""
        ...


def router_of(patterns: list[str]) -> Router:
    """A router with these patterns."""
    ...
