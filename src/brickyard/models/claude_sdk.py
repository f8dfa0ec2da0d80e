"""`claude-sdk[:model]`: a pool of persistent programs, with our tools in this process."""

import os
from collections.abc import Mapping

from brickyard.models.base import Reply, Request
from brickyard.models.claude_client import Client
from brickyard.models.claude_pool import Pool
from brickyard.models.claude_program import bundled, find_program


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
