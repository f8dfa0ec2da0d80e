"""No call without a reservation: what a run may spend holds across processes and kills."""

from collections.abc import Callable

from brickyard.errors import ModelUnavailable, Pending
from brickyard.models.base import Model, Reply, Request
from brickyard.models.identity import identify
from brickyard.record.budget import Budget


class Budgeted:
    """Reserves `estimate` before a call and settles at its price; an unknown outcome stays."""

    def __init__(
        self,
        inner: Model,
        budget: Budget,
        run: str,
        *,
        max_calls: int,
        max_usd: float,
        estimate: Callable[[Request], float],
    ) -> None:
        self._inner = inner
        self._budget = budget
        self._run = run
        self._max_calls = max_calls
        self._max_usd = max_usd
        self._estimate = estimate

    @property
    def name(self) -> str:
        return self._inner.name

    async def complete(self, request: Request) -> Reply:
        reservation = self._reserve(request)
        try:
            reply = await self._inner.complete(request)
        except Pending:
            self._budget.release(reservation)
            raise
        except ModelUnavailable as error:
            if not error.may_have_cost:
                self._budget.release(reservation)
            raise
        self._budget.settle(reservation, reply.usd)
        return reply

    def _reserve(self, request: Request) -> str:
        return self._budget.reserve(
            self._run,
            identify(request, self.name).key,
            self._estimate(request),
            max_calls=self._max_calls,
            max_usd=self._max_usd,
        )
