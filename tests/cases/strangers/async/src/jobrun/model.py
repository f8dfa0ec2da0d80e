"""Result types and errors."""
from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any


class JobState(enum.Enum):
    """Where a job is in its life."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"


@dataclass(frozen=True)
class JobResult:
    """How a job ended: its name, final state, return value and error."""

    name: str
    state: JobState
    value: Any = None
    error: Exception | None = None


class RunnerClosed(RuntimeError):
    """The runner is not open, or was used before."""


class DuplicateJob(ValueError):
    """A job with this name was already submitted."""


class ChannelClosed(Exception):
    """The channel is closed (and, for get, empty)."""
