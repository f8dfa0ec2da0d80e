"""When most calls fail, asking on is in vain: the run stops, and goes on when it is run again."""

from collections import deque

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper


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
