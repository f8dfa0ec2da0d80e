"""No more requests and tokens a minute than a provider allows."""

import asyncio
from collections import deque
from dataclasses import dataclass

from brickyard.models.base import Model, Reply, Request
from brickyard.models.tokens import most_tokens, used_tokens
from brickyard.models.wrapper import Wrapper
from brickyard.record.clock import Clock

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
