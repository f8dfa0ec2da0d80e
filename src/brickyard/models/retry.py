"""What may pass in a moment is tried again, after a pause; everything else is not."""

import random
from collections.abc import Callable
from typing import Any

from brickyard.errors import ModelUnavailable
from brickyard.events import Listener, QuestionRetried, silent
from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper
from brickyard.record.clock import Clock

FIRST_PAUSE = 1.0


class Retrying(Wrapper):
    """At most `tries` calls, and `most_seconds` of pauses together.

    The provider's word on when to come back is kept to; a pause of our own doubles each time and
    is shortened by chance, so that many who failed together do not come back together.
    """

    def __init__(
        self,
        inner: Model,
        *,
        tries: int = 3,
        most_seconds: float = 60.0,
        clock: Clock | None = None,
        chance: Callable[[], float] = random.random,
        listener: Listener = silent,
    ) -> None:
        super().__init__(inner)
        self._tries = tries
        self._most = most_seconds
        self._clock = clock or Clock()
        self._chance = chance
        self._listener = listener

    async def complete(self, request: Request) -> Reply:
        left = self._most
        for tried in range(1, self._tries):
            try:
                return await self.inner.complete(request)
            except ModelUnavailable as error:
                pause = self._pause(error, tried)
                if not error.transient or pause > left:
                    raise
                self._tell(request, error, tried, pause)
            left -= pause
            await self._clock.sleep(pause)
        return await self.inner.complete(request)

    def _pause(self, error: ModelUnavailable, tried: int) -> float:
        if error.retry_after is not None:
            return max(0.0, error.retry_after)
        return FIRST_PAUSE * 2 ** (tried - 1) * (1 + self._chance()) / 2

    def _tell(self, request: Request, error: ModelUnavailable, tried: int, pause: float) -> None:
        told: dict[str, Any] = {
            "tried": tried,
            "pause": round(pause, 3),
            "error": error.message,
        }
        request.note("retried", **told)
        self._listener(QuestionRetried(task=request.task, about=request.about, **told))
