"""What may pass in a moment is tried again; when most calls fail, the run stops, to go on later.

An answer that began and went silent is cut off; one that has not begun may take its time.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from contextlib import suppress
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


class Breaker(Wrapper):
    """Asks nothing more once over half of the last `last` calls failed.

    A provider that says when to come back is busy, not broken: that is not counted. Nor is what
    is no call: a question that waits for a person, a budget that is spent.
    """

    def __init__(self, inner: Model, last: int = 10) -> None:
        super().__init__(inner)
        self._last = last
        self._failed: deque[bool] = deque(maxlen=last)
        self._reason = ""

    async def complete(self, request: Request) -> Reply:
        if self._reason:
            raise self._open()
        try:
            reply = await self.inner.complete(request)
        except ModelUnavailable as error:
            if error.retry_after is None:
                self._count(error)
            raise
        self._failed.append(False)
        return reply

    def _count(self, error: ModelUnavailable) -> None:
        self._failed.append(True)
        if sum(self._failed) > self._last / 2:
            self._reason = self._reason or error.message

    def _open(self) -> ModelUnavailable:
        return ModelUnavailable(
            f"The model '{self.name}' is not asked any more: over half of its last {self._last} "
            f"calls failed, such as: {self._reason}",
            hint="Run again when it answers, or with another --model: what was answered is kept.",
            may_have_cost=False,
        )


class Idle(Wrapper):
    """The clock starts at the first piece of an answer, and again at each piece.

    `now` is the event loop's time, unless a test says otherwise.
    """

    def __init__(
        self, inner: Model, seconds: float, *, now: Callable[[], float] | None = None
    ) -> None:
        super().__init__(inner)
        self._seconds = seconds
        self._now = now

    async def complete(self, request: Request) -> Reply:
        now = self._now or asyncio.get_running_loop().time
        cut = asyncio.timeout(None)
        try:
            async with cut:

                def heard(piece: str) -> None:
                    with suppress(RuntimeError):  # the answer is over, or was cut off
                        cut.reschedule(now() + self._seconds)
                    if request.heard:
                        request.heard(piece)

                return await self.inner.complete(request.model_copy(update={"heard": heard}))
        except TimeoutError as error:
            if not cut.expired():
                raise
            raise self._silent() from error

    def _silent(self) -> ModelUnavailable:
        return ModelUnavailable(
            f"The model '{self.name}' began to answer and then said nothing for "
            f"{self._seconds:g} seconds.",
            hint="Run again to resume; the setting idle_seconds says how long a silence may be.",
            transient=True,
        )
