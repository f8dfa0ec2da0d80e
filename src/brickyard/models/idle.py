"""An answer that began and went silent is cut off; one that has not begun may take its time."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper


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
