"""`claude-cli[:model]`: each question starts the `claude` program once."""

import asyncio
import os
from collections.abc import Mapping

from brickyard.models.base import Reply, Request
from brickyard.models.claude_process import Folder, Process
from brickyard.models.claude_program import environment, find_program, line_of, options, prompt_of
from brickyard.models.claude_stream import Hearing, ended


class ClaudeCli:
    """At most `processes` programs run at once; `usd_per_call` counts where a price is unknown."""

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
        self.name = f"claude-cli:{model}" if model else "claude-cli"
        self.usd_per_call = usd_per_call
        self._model = model
        self._program = program
        self._environ = environ
        self._slots = asyncio.Semaphore(processes or os.cpu_count() or 1)

    async def complete(self, request: Request) -> Reply:
        async with self._slots:
            process = await self._start(request)
            try:
                await process.write(line_of(prompt_of(request)))
                process.no_more()
                return await self._listen(process, request)
            finally:
                await process.end()

    async def _start(self, request: Request) -> Process:
        environ = os.environ if self._environ is None else self._environ
        program = find_program(self._program, environ)
        folder = Folder()
        system = folder.write("system", request.system)
        return await Process.start(
            program,
            [
                *options(environ, model=self._model, system=system, max_turns=1),
                "--disable-slash-commands",
            ],
            environment(environ, request.parameters.get("max_tokens")),
            folder,
        )

    async def _listen(self, process: Process, request: Request) -> Reply:
        hearing = Hearing(self.name, request.heard, usd_per_call=self.usd_per_call)
        async for message in process.messages():
            if reply := hearing.take(message):
                return reply
        raise ended(self.name, process.last_words())
