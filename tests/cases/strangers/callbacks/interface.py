"""Public interface of the package busline. Bodies are left out."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

# module: busline.bus
# A synchronous event bus.


@dataclass(frozen=True)
class Event:
    """One published event."""
    name: str
    payload: Any = None


class StopPropagation(Exception):
    """Raise in a handler to end the publish quietly, with a value."""
    value: Any

    def __init__(self, value: Any=None) -> None:
        """Keep the handler's value."""
        ...


class Subscription:
    """A handler's subscription; made by EventBus.subscribe()."""

    def __init__(self, pattern: str, handler: Callable[[Event], Any], priority: int, where: Callable[[Event], Any] | None, once: bool) -> None:
        """Made by EventBus.subscribe()."""
        ...

    @property
    def pattern(self) -> str:
        """The pattern subscribed to."""
        ...

    @property
    def active(self) -> bool:
        """False after it was cancelled (or used up)."""
        ...

    @property
    def calls(self) -> int:
        """How often the handler was called."""
        ...

    def cancel(self) -> bool:
        """End the subscription; False if it had already ended."""
        ...


class EventBus:
    """Calls subscribed handlers for published events."""

    def __init__(self, on_error: Callable[[Exception, Event, Subscription], object] | None=None) -> None:
        """Errors of handlers go to on_error, or through publish without it."""
        ...

    def subscribe(self, pattern: str, handler: Callable[[Event], Any], *, priority: int=0, where: Callable[[Event], Any] | None=None, once: bool=False) -> Subscription:
        """Call handler for the events that match pattern and where."""
        ...

    def unsubscribe(self, handler: Callable[[Event], Any]) -> int:
        """Cancel all active subscriptions of handler; their number."""
        ...

    def count(self, name: str) -> int:
        """The number of active subscriptions that match name."""
        ...

    def publish(self, name: str, payload: Any=None) -> list[Any]:
        """Call the matching handlers; their return values in order."""
        ...


# module: busline.pipeline
# A pipeline of named steps with hooks.

#: Returned by a step to end the run.
DROP: Any = object()

class PipelineError(Exception):
    """A step without an error handler failed."""
    step: str
    value: Any

    def __init__(self, step: str, value: Any, error: Exception) -> None:
        """Keep the step's name and what it was given."""
        ...


class Pipeline:
    """Passes a value through steps."""

    def __init__(self) -> None:
        """Start without steps."""
        ...

    def add(self, step: Callable[[Any], Any], *, name: str | None=None, when: Callable[[Any], Any] | None=None) -> Pipeline:
        """Append a step."""
        ...

    def before(self, hook: Callable[[str, Any], object]) -> Pipeline:
        """Call hook(name, value) before each step."""
        ...

    def after(self, hook: Callable[[str, Any, Any], object]) -> Pipeline:
        """Call hook(name, value, result) after each step."""
        ...

    def on_error(self, name: str, handler: Callable[[Exception, Any], Any]) -> Pipeline:
        """Let handler(error, value) give the result when the step fails."""
        ...

    def run(self, value: Any) -> Any:
        """Pass value through the steps; the last result, or DROP."""
        ...


# module: busline.retry
# Calling a function again after errors.

T = TypeVar('T')

class RetryFailed(Exception):
    """All attempts failed."""
    errors: list[Exception]

    def __init__(self, errors: list[Exception]) -> None:
        """Keep the errors of all attempts, in order."""
        ...


def retry_call(func: Callable[..., T], *args: Any, attempts: int=3, retry_on: tuple[type[Exception], ...]=(Exception,), on_retry: Callable[[int, Exception], object] | None=None) -> T:
    """Call func(*args) until it gives a result, at most `attempts` times."""
    ...
