"""No call without a reservation: what a run may spend holds across processes and kills."""

from collections.abc import Callable

from brickyard.errors import ModelUnavailable, Pending
from brickyard.models.base import Model, Reply, Request
from brickyard.models.identity import identify
from brickyard.models.tokens import most_tokens, used_tokens
from brickyard.models.wrapper import Wrapper
from brickyard.record.budget import Budget


class Budgeted(Wrapper):
    """Reserves `estimate` and the most tokens a call may take, and settles at what it took.

    A call whose outcome is unknown stays counted as reserved.
    """

    def __init__(
        self,
        inner: Model,
        budget: Budget,
        run: str,
        *,
        max_calls: int,
        max_usd: float,
        max_tokens: int = 0,
        estimate: Callable[[Request], float],
    ) -> None:
        super().__init__(inner)
        self._budget = budget
        self._run = run
        self._max_calls = max_calls
        self._max_usd = max_usd
        self._max_tokens = max_tokens
        self._estimate = estimate

    async def complete(self, request: Request) -> Reply:
        reservation = self._reserve(request)
        request.note("called")
        try:
            reply = await self.inner.complete(request)
        except Pending:
            self._budget.release(reservation)
            raise
        except ModelUnavailable as error:
            if not error.may_have_cost:
                self._budget.release(reservation)
            raise
        self._budget.settle(reservation, reply.usd, used_tokens(request, reply))
        return reply

    def _reserve(self, request: Request) -> str:
        return self._budget.reserve(
            self._run,
            identify(request, self.name).key,
            self._estimate(request),
            most_tokens(request),
            max_calls=self._max_calls,
            max_usd=self._max_usd,
            max_tokens=self._max_tokens,
        )
