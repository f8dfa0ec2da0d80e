"""`claude-sdk[:model]`: a few persistent programs, lent out one question at a time."""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from brickyard.models.base import Reply, Request
from brickyard.models.claude_client import Client, Kind
from brickyard.models.claude_program import bundled, find_program


class Pool:
    """At most `size` programs run; one that died or did not answer in full is replaced."""

    def __init__(self, start: Callable[[Request], Awaitable[Client]], size: int) -> None:
        self._start = start
        self._size = size
        self._slots = asyncio.Semaphore(size)
        self._idle: list[Client] = []
        self._lent = 0

    @asynccontextmanager
    async def client(self, request: Request) -> AsyncGenerator[Client]:
        async with self._slots:
            self._lent += 1
            try:
                client = await self._fitting(request)
                try:
                    yield client
                finally:
                    await self._back(client)
            finally:
                self._lent -= 1

    async def aclose(self) -> None:
        async with AsyncExitStack() as stack:
            while self._idle:
                stack.push_async_callback(self._idle.pop().end)

    async def _fitting(self, request: Request) -> Client:
        kind = Kind.of(request)
        while same := [client for client in self._idle if client.kind == kind]:
            self._idle.remove(same[0])
            if await self._forgets(same[0]):
                return same[0]
        while self._idle and self._lent + len(self._idle) > self._size:
            await self._idle.pop(0).end()
        return await self._start(request)

    async def _forgets(self, client: Client) -> bool:
        """A client that is between two questions is in nobody's hands if this is cancelled."""
        forgot = False
        try:
            forgot = await client.forgets()
        finally:
            if not forgot:
                await client.end()
        return forgot

    async def _back(self, client: Client) -> None:
        if client.reusable:
            self._idle.append(client)
        else:
            await client.end()


class ClaudeSdk:
    """At most `processes` programs run at once; `usd_per_call` counts where a price is unknown."""

    uses_tools = True
    caches_prompts = True

    def __init__(
        self,
        model: str = "",
        *,
        program: str = "",
        processes: int = 0,
        usd_per_call: float = 0.0,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.name = f"claude-sdk:{model}" if model else "claude-sdk"
        self.usd_per_call = usd_per_call
        self._model = model
        self._program = program
        self._environ = environ
        self._pool = Pool(self._start, processes or os.cpu_count() or 1)

    async def complete(self, request: Request) -> Reply:
        async with self._pool.client(request) as client:
            return await client.ask(request, usd_per_call=self.usd_per_call)

    async def aclose(self) -> None:
        """End the programs that wait for the next question."""
        await self._pool.aclose()

    async def _start(self, request: Request) -> Client:
        environ = os.environ if self._environ is None else self._environ
        program = find_program(self._program or str(bundled() or ""), environ)
        return await Client.start(self.name, self._model, program, environ, request)
