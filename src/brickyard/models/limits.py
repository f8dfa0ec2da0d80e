"""Limits: questions in the air, requests a minute, one ahead of those that begin alike, money.

No call without a reservation: what a run may spend holds across processes and kills.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from brickyard.errors import BudgetSpent, Cancelled, ModelUnavailable, Pending, Stopped
from brickyard.models.base import Model, Reply, Request
from brickyard.models.recorded import identify
from brickyard.models.tokens import most_tokens, used_tokens
from brickyard.models.wrapper import Wrapper
from brickyard.record.budget import Budget
from brickyard.record.clock import Clock


class Limited(Wrapper):
    """At most `limit` calls of `inner` at once; the others wait their turn."""

    def __init__(self, inner: Model, limit: int) -> None:
        super().__init__(inner)
        self._slots = asyncio.Semaphore(limit)

    async def complete(self, request: Request) -> Reply:
        async with self._slots:
            return await self.inner.complete(request)


Leave = Callable[[Request], bool]
"""Shown a question before it is sent; whether it may be."""


class Shown(Wrapper):
    """Each question is shown before it is sent, one at a time, and kept back without a yes."""

    def __init__(self, inner: Model, leave: Leave) -> None:
        super().__init__(inner)
        self._leave = leave
        self._one = asyncio.Lock()

    async def complete(self, request: Request) -> Reply:
        async with self._one:
            may_go = await asyncio.to_thread(self._leave, request)
        if not may_go:
            raise Stopped(
                f"The question '{request.title}' was not sent.",
                hint="The same command goes on from here; what was answered is kept.",
            )
        return await self.inner.complete(request)


class Cancellable(Wrapper):
    """Asks nothing more once the run is cancelled."""

    def __init__(self, inner: Model, is_cancelled: Callable[[], bool]) -> None:
        super().__init__(inner)
        self._is_cancelled = is_cancelled

    async def complete(self, request: Request) -> Reply:
        if self._is_cancelled():
            raise Cancelled(
                "The run was cancelled.", hint="`brickyard runs resume RUN` takes it up again."
            )
        return await self.inner.complete(request)


MINUTE = 60.0


@dataclass
class _Sent:
    at: float
    tokens: int


class Rated(Wrapper):
    """At most `requests` and `tokens` in any minute; 0 sets no limit. Who came first goes first.

    Tokens count as the most that a call may take until its reply says how many it took. A call
    that takes more than a whole minute's tokens goes when nothing else was sent for a minute.
    """

    def __init__(
        self, inner: Model, *, requests: int = 0, tokens: int = 0, clock: Clock | None = None
    ) -> None:
        super().__init__(inner)
        self._requests = requests
        self._tokens = tokens
        self._clock = clock or Clock()
        self._sent: deque[_Sent] = deque()
        self._turn = asyncio.Lock()

    async def complete(self, request: Request) -> Reply:
        sent = await self._admitted(request)
        reply = await self.inner.complete(request)
        sent.tokens = used_tokens(request, reply)
        return reply

    async def _admitted(self, request: Request) -> _Sent:
        tokens = most_tokens(request)
        async with self._turn:
            while pause := self._pause(tokens):
                request.note("waited", seconds=round(pause, 3))
                await self._clock.sleep(pause)
            sent = _Sent(self._clock.now(), tokens)
            self._sent.append(sent)
        return sent

    def _pause(self, tokens: int) -> float:
        """How long until the next of those sent is a minute old, if that must be waited for."""
        now = self._clock.now()
        while self._sent and self._sent[0].at + MINUTE <= now:
            self._sent.popleft()
        if not self._sent:
            return 0.0
        many = self._requests and len(self._sent) >= self._requests
        much = self._tokens and sum(sent.tokens for sent in self._sent) + tokens > self._tokens
        return self._sent[0].at + MINUTE - now if many or much else 0.0


KEPT_SECONDS = 240.0
"""Providers keep a beginning for five minutes after its last use."""


class Staggered(Wrapper):
    """Questions with the same shared beginning wait until the first of them is being answered.

    By then the provider has read it and keeps it. Sent at once, each would pay for all of it. If
    the first ends or fails without a word, the others go too.
    """

    def __init__(self, inner: Model, *, clock: Clock, seconds: float = KEPT_SECONDS) -> None:
        super().__init__(inner)
        self._clock = clock
        self._seconds = seconds
        self._used: dict[str, float] = {}
        self._ahead: dict[str, asyncio.Event] = {}

    async def complete(self, request: Request) -> Reply:
        if not request.shared:
            return await self.inner.complete(request)
        beginning = request.system + request.beginning
        if ahead := self._ahead.get(beginning):
            await ahead.wait()
        elif not self._is_kept(beginning):
            return await self._go_ahead(request, beginning)
        return await self._ask(request, beginning)

    def _is_kept(self, beginning: str) -> bool:
        used = self._used.get(beginning)
        return used is not None and self._clock.now() - used < self._seconds

    async def _go_ahead(self, request: Request, beginning: str) -> Reply:
        begun = self._ahead[beginning] = asyncio.Event()

        def let_follow() -> None:
            begun.set()
            if self._ahead.get(beginning) is begun:
                del self._ahead[beginning]

        try:
            return await self._ask(request, beginning, let_follow)
        finally:
            let_follow()

    async def _ask(
        self, request: Request, beginning: str, begins: Callable[[], None] = lambda: None
    ) -> Reply:
        def heard(piece: str) -> None:
            self._used[beginning] = self._clock.now()
            begins()
            if request.heard:
                request.heard(piece)

        return await self.inner.complete(request.model_copy(update={"heard": heard}))


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


class Turns:
    """The turns that one phase of a run may take, over all the times it is taken up; a question
    takes one, and one more for each round of tools that its model needs."""

    def __init__(self, phase: str, option: str, most: int | None) -> None:
        self.phase, self.option, self.most = phase, option, most
        self.taken = 0

    @property
    def left(self) -> int | None:
        return None if self.most is None else max(0, self.most - self.taken)

    def take(self, request: Request) -> Request:
        """The question as it may be asked; BudgetSpent when the phase has no turn left."""
        if self.left == 0:
            raise BudgetSpent(
                f"The {self.phase} phase has taken its {self.most} turns ({self.option}): "
                f"'{request.title or request.task}' was not asked.",
                hint=f"Run the same command again with a higher {self.option}: it goes on from "
                "here, and nothing that was answered is asked again.",
            )
        most = request.max_turns if self.left is None else min(request.max_turns, self.left)
        self.taken += 1
        return request.model_copy(update={"max_turns": most})


class Capped(Wrapper):
    """Asks nothing that the phase of the question has no turn for."""

    def __init__(self, inner: Model, turns: Callable[[Request], Turns]) -> None:
        super().__init__(inner)
        self._turns = turns

    async def complete(self, request: Request) -> Reply:
        turns = self._turns(request)
        reply = await self.inner.complete(turns.take(request))
        turns.taken += reply.turns - 1
        return reply
