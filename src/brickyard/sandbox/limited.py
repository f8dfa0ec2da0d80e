"""A few sandboxes at once, and word of each."""

import asyncio

from brickyard.events import Listener, SandboxEnded, SandboxStarted
from brickyard.files import Files
from brickyard.sandbox.base import NO_FILES, Limits, Outcome, Sandbox


class Limited:
    """Runs at most `most` commands of `sandbox` at a time, and tells when each begins and ends."""

    def __init__(self, sandbox: Sandbox, most: int, *, listener: Listener) -> None:
        self._sandbox = sandbox
        self._room = asyncio.Semaphore(most)
        self._listener = listener

    @property
    def name(self) -> str:
        return self._sandbox.name

    @property
    def environment(self) -> str:
        return self._sandbox.environment

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        async with self._room:
            self._listener(SandboxStarted(name=self.name))
            outcome = await self._sandbox.run(files, command, limits, readonly=readonly)
            seconds = round(outcome.seconds, 3)
            self._listener(SandboxEnded(name=self.name, seconds=seconds))
            return outcome
