"""What happens in a run, on its way to the record: many events in one transaction."""

import asyncio
from contextlib import suppress

from brickyard.errors import Unavailable
from brickyard.record.runs import Runs

PAUSE_SECONDS = 1.0
MOST = 100


class Log:
    """Keeps an event back for a moment at most, so that a kill loses no more than the last few."""

    def __init__(self, runs: Runs, run: str, pause: float = PAUSE_SECONDS) -> None:
        self._runs = runs
        self._run = run
        self._pause = pause
        self._kept: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    def add(self, event: str) -> None:
        """Append an event, JSON text."""
        self._kept.append(event)
        if len(self._kept) >= MOST:
            self.flush()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._pause, self._in_time)

    def flush(self) -> None:
        """Write what was kept back; what cannot be written stays."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._kept:
            self._runs.log(self._run, *self._kept)
            self._kept.clear()

    def _in_time(self) -> None:
        """A record that cannot be written is told to whoever writes to it next, not to the loop."""
        with suppress(Unavailable):
            self.flush()
