"""Time as a value, so that leases can be tested without waiting."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Clock:
    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def stamp(self) -> str:
        """Now in UTC, as text that sorts by time."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="microseconds")
