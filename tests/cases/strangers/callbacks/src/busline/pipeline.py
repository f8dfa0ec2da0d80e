"""A pipeline of named steps with hooks."""
from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any


class _Drop(enum.Enum):
    DROP = "drop"

    def __repr__(self) -> str:
        return "DROP"


#: Returned by a step to end the run.
DROP: Any = _Drop.DROP


class PipelineError(Exception):
    """A step without an error handler failed."""

    step: str
    value: Any

    def __init__(self, step: str, value: Any, error: Exception) -> None:
        """Keep the step's name and what it was given."""
        super().__init__(f"step '{step}' failed: {type(error).__name__}: {error}")
        self.step = step
        self.value = value


class Pipeline:
    """Passes a value through steps."""

    def __init__(self) -> None:
        """Start without steps."""
        self._steps: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any] | None]] = {}
        self._before: list[Callable[[str, Any], object]] = []
        self._after: list[Callable[[str, Any, Any], object]] = []
        self._handlers: dict[str, Callable[[Exception, Any], Any]] = {}

    def add(self, step: Callable[[Any], Any], *, name: str | None = None, when: Callable[[Any], Any] | None = None) -> Pipeline:
        """Append a step."""
        if name is None:
            name = f"step{len(self._steps) + 1}"
        if name in self._steps:
            raise ValueError(f"duplicate step: {name}")
        self._steps[name] = (step, when)
        return self

    def before(self, hook: Callable[[str, Any], object]) -> Pipeline:
        """Call hook(name, value) before each step."""
        self._before.append(hook)
        return self

    def after(self, hook: Callable[[str, Any, Any], object]) -> Pipeline:
        """Call hook(name, value, result) after each step."""
        self._after.append(hook)
        return self

    def on_error(self, name: str, handler: Callable[[Exception, Any], Any]) -> Pipeline:
        """Let handler(error, value) give the result when the step fails."""
        if name not in self._steps:
            raise KeyError(name)
        self._handlers[name] = handler
        return self

    def run(self, value: Any) -> Any:
        """Pass value through the steps; the last result, or DROP."""
        for name, (step, when) in list(self._steps.items()):
            if when is not None and not when(value):
                continue
            for before in self._before:
                before(name, value)
            try:
                result = step(value)
            except Exception as error:
                handler = self._handlers.get(name)
                if handler is None:
                    raise PipelineError(name, value, error) from error
                result = handler(error, value)
            for after in self._after:
                after(name, value, result)
            if result is DROP:
                return DROP
            value = result
        return value
