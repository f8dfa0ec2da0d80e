"""The tools that a program may call: offered when it starts, served for each question."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import claude_agent_sdk as sdk

from brickyard.models.base import Tool

SERVER = "brickyard"
_BEAT_SECONDS = 1.0


class Desk:
    """Serves the tools of the question that is asked now and denies every other.

    What a tool raises is no answer to a model: `stop` ends the program, and `close` raises it.
    """

    def __init__(self, tools: Sequence[Tool], stop: Callable[[], None]) -> None:
        self._offered = {tool.name: tool for tool in tools}
        self._serving: Mapping[str, Tool] = {}
        self._calls: list[asyncio.Future[str]] = []
        self._heard: Callable[[str], None] | None = None
        self._stop = stop

    def server(self) -> Any:
        """The in-process MCP server with all that is offered."""
        tools = [
            sdk.SdkMcpTool(
                name=tool.name,
                description=tool.description,
                input_schema=dict(tool.parameters),
                handler=self._handler(tool.name),
            )
            for tool in self._offered.values()
        ]
        return sdk.create_sdk_mcp_server(SERVER, tools=tools)

    async def permit(
        self, name: str, arguments: dict[str, Any], context: sdk.ToolPermissionContext
    ) -> sdk.PermissionResultAllow | sdk.PermissionResultDeny:
        offered = [f"mcp__{SERVER}__{tool}" for tool in self._offered]
        if name in offered:
            return sdk.PermissionResultAllow()
        only = f"Only these tools may be used: {', '.join(offered)}." if offered else ""
        return sdk.PermissionResultDeny(message=f"'{name}' may not be used here. {only}".strip())

    def open(self, tools: Sequence[Tool], heard: Callable[[str], None] | None = None) -> None:
        """`heard` is told, while a tool runs, that the answer is not idle."""
        self._serving = {tool.name: tool for tool in tools}
        self._heard = heard

    async def close(self) -> None:
        """End what is still running, and raise what a tool raised."""
        self._serving = {}
        calls, self._calls = self._calls, []
        for call in calls:
            call.cancel()
        for ended in await asyncio.gather(*calls, return_exceptions=True):
            if isinstance(ended, BaseException) and not isinstance(ended, asyncio.CancelledError):
                raise ended

    def _handler(self, name: str) -> Callable[[Any], Awaitable[dict[str, Any]]]:
        async def handle(arguments: Any) -> dict[str, Any]:
            if name not in self._serving:
                return _content(f"'{name}' cannot be used now.", is_error=True)
            call = asyncio.ensure_future(self._serving[name].call(arguments))
            self._calls.append(call)
            while not (await asyncio.wait([call], timeout=_BEAT_SECONDS))[0]:
                if self._heard:
                    self._heard("")
            if call.cancelled() or call.exception() is not None:
                self._stop()
                return _content(f"'{name}' could not be run.", is_error=True)
            return _content(call.result())

        return handle


def _content(text: str, *, is_error: bool = False) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "is_error": is_error}
