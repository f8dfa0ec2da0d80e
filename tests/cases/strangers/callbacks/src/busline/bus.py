"""A synchronous event bus."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """One published event."""

    name: str
    payload: Any = None


class StopPropagation(Exception):
    """Raise in a handler to end the publish quietly, with a value."""

    value: Any

    def __init__(self, value: Any = None) -> None:
        """Keep the handler's value."""
        super().__init__(value)
        self.value = value


class Subscription:
    """A handler's subscription; made by EventBus.subscribe()."""

    def __init__(self, pattern: str, handler: Callable[[Event], Any], priority: int, where: Callable[[Event], Any] | None, once: bool) -> None:
        """Made by EventBus.subscribe()."""
        self._pattern = pattern
        self._handler = handler
        self._priority = priority
        self._where = where
        self._once = once
        self._active = True
        self._calls = 0

    @property
    def pattern(self) -> str:
        """The pattern subscribed to."""
        return self._pattern

    @property
    def active(self) -> bool:
        """False after it was cancelled (or used up)."""
        return self._active

    @property
    def calls(self) -> int:
        """How often the handler was called."""
        return self._calls

    def cancel(self) -> bool:
        """End the subscription; False if it had already ended."""
        was, self._active = self._active, False
        return was

    def _matches(self, name: str) -> bool:
        if self._pattern == "*":
            return True
        if self._pattern.endswith(".*"):
            return name.startswith(self._pattern[:-1])
        return name == self._pattern


class EventBus:
    """Calls subscribed handlers for published events."""

    def __init__(self, on_error: Callable[[Exception, Event, Subscription], object] | None = None) -> None:
        """Errors of handlers go to on_error, or through publish without it."""
        self._on_error = on_error
        self._subscriptions: list[Subscription] = []

    def subscribe(self, pattern: str, handler: Callable[[Event], Any], *, priority: int = 0, where: Callable[[Event], Any] | None = None, once: bool = False) -> Subscription:
        """Call handler for the events that match pattern and where."""
        stem = "" if pattern == "*" else pattern.removesuffix(".*")
        if "*" in stem or (not stem and pattern != "*"):
            raise ValueError(f"bad pattern: {pattern!r}")
        subscription = Subscription(pattern, handler, priority, where, once)
        self._subscriptions = [s for s in self._subscriptions if s.active] + [subscription]
        return subscription

    def unsubscribe(self, handler: Callable[[Event], Any]) -> int:
        """Cancel all active subscriptions of handler; their number."""
        return sum(s.cancel() for s in self._subscriptions if s._handler == handler)

    def _matching(self, name: str) -> list[Subscription]:
        return [s for s in self._subscriptions if s.active and s._matches(name)]

    def count(self, name: str) -> int:
        """The number of active subscriptions that match name."""
        return len(self._matching(name))

    def publish(self, name: str, payload: Any = None) -> list[Any]:
        """Call the matching handlers; their return values in order."""
        if not name or "*" in name:
            raise ValueError(f"bad event name: {name!r}")
        event = Event(name, payload)
        results: list[Any] = []
        for subscription in sorted(self._matching(name), key=lambda s: -s._priority):
            if not subscription.active:
                continue
            try:
                if subscription._where is not None and not subscription._where(event):
                    continue
                if not subscription.active:  # cancelled by its own filter
                    continue
                if subscription._once:
                    subscription.cancel()
                subscription._calls += 1
                try:
                    results.append(subscription._handler(event))
                except StopPropagation as stop:
                    results.append(stop.value)
                    break
            except Exception as error:
                if self._on_error is None:
                    raise
                self._on_error(error, event, subscription)
        return results
