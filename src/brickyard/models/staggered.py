"""Of questions that begin alike, one goes ahead, so that the others find it in the cache."""

import asyncio
from collections.abc import Callable

from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper
from brickyard.record.clock import Clock

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
