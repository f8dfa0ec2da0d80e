"""How the SDK's client reaches a program that we start and end ourselves."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import claude_agent_sdk as sdk

from brickyard.models.claude_desk import SERVER
from brickyard.models.claude_process import Folder, Process

TOOL_MILLISECONDS = str(60 * 60 * 1000)


class Wire(sdk.Transport):
    """Ours, so that ending a client ends its whole process group at once."""

    def __init__(
        self,
        program: Path,
        options: Sequence[str],
        environ: Mapping[str, str],
        folder: Folder,
        *,
        tools: bool,
    ) -> None:
        self._program = program
        self._options = [*options, *_served(tools)]
        self._environ = {**environ, "MCP_TOOL_TIMEOUT": TOOL_MILLISECONDS}
        self._folder = folder
        self._process: Process | None = None

    @property
    def process(self) -> Process:
        if self._process is None:
            raise sdk.CLIConnectionError("the program was not started")
        return self._process

    def kill(self) -> None:
        self.process.kill()

    async def connect(self) -> None:
        self._process = await Process.start(
            self._program, self._options, self._environ, self._folder
        )

    async def write(self, data: str) -> None:
        await self.process.write(data)

    async def read_messages(self) -> AsyncIterator[dict[str, Any]]:
        async for message in self.process.messages():
            yield message
        raise sdk.CLIConnectionError("the program ended")

    async def close(self) -> None:
        if self._process is not None:
            await self._process.end()

    def is_ready(self) -> bool:
        return self._process is not None and self._process.running

    async def end_input(self) -> None:
        self.process.no_more()


def _served(tools: bool) -> list[str]:
    """Who may use a tool is asked of us, and the tools are reached through us."""
    asked = ["--permission-prompt-tool", "stdio"]
    server = {"mcpServers": {SERVER: {"type": "sdk", "name": SERVER}}}
    return [*asked, "--mcp-config", json.dumps(server)] if tools else asked
