"""One persistent `claude` program behind the SDK's client, and the tools that it may call."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import claude_agent_sdk as sdk

from brickyard.models.base import Reply, Request, Tool
from brickyard.models.claude_process import Folder, Process
from brickyard.models.claude_program import environment, message_of, options, prompt_of
from brickyard.models.claude_stream import Hearing, ended

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
        for came in await asyncio.gather(*calls, return_exceptions=True):
            if isinstance(came, BaseException) and not isinstance(came, asyncio.CancelledError):
                raise came

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


START_SECONDS = 50.0


@dataclass(frozen=True)
class Kind:
    """What a program is started with: only questions of one kind can share it."""

    system: str
    max_tokens: int | None
    max_turns: int
    tools: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, request: Request) -> "Kind":
        return cls(
            system=request.system,
            max_tokens=request.parameters.get("max_tokens"),
            max_turns=request.max_turns if request.tools else 1,
            tools=tuple(
                (tool.name, tool.description, json.dumps(dict(tool.parameters), sort_keys=True))
                for tool in request.tools
            ),
        )


class Client:
    """`reusable` when it has answered in full; else it must be ended."""

    def __init__(self, name: str, kind: Kind, desk: Desk, wire: Wire) -> None:
        self.kind = kind
        self.reusable = False
        self._name = name
        self._desk = desk
        self._wire = wire
        self._sdk = sdk.ClaudeSDKClient(
            sdk.ClaudeAgentOptions(
                can_use_tool=desk.permit,
                mcp_servers={SERVER: desk.server()} if kind.tools else {},
            ),
            transport=wire,
        )
        self._messages = self._sdk.receive_messages()

    @classmethod
    async def start(
        cls, name: str, model: str, program: Path, environ: Mapping[str, str], request: Request
    ) -> "Client":
        kind, folder = Kind.of(request), Folder()
        wire = Wire(
            program,
            options(
                environ,
                model=model,
                system=folder.write("system", kind.system),
                max_turns=kind.max_turns,
            ),
            environment(environ, kind.max_tokens),
            folder,
            tools=bool(kind.tools),
        )
        client = cls(name, kind, Desk(request.tools, wire.kill), wire)
        logging.getLogger("claude_agent_sdk").setLevel(logging.CRITICAL)
        try:
            async with asyncio.timeout(START_SECONDS):
                await client._sdk.connect()
        except (sdk.ClaudeSDKError, TimeoutError) as error:
            raise ended(name, wire.process.last_words() or str(error)) from None
        return client

    async def ask(self, request: Request, *, usd_per_call: float) -> Reply:
        self.reusable = False
        hearing = Hearing(self._name, request.heard, usd_per_call=usd_per_call)
        self._desk.open(request.tools, request.heard)
        try:
            await self._sdk.query(_one(message_of(prompt_of(request))))
            reply = await self._hear(hearing)
        except sdk.ClaudeSDKError as error:
            raise ended(self._name, self._wire.process.last_words() or str(error)) from None
        finally:
            await self._desk.close()
        self.reusable = reply.finish == "stop"
        return reply

    async def forgets(self) -> bool:
        """Forget the last question; whether that was done, and the next can be asked."""
        try:
            await self._sdk.query("/clear")
            async for message in self._messages:
                if isinstance(message, sdk.ResultMessage):
                    return not (message.num_turns or message.is_error)
        except sdk.ClaudeSDKError:
            pass
        return False

    async def _hear(self, hearing: Hearing) -> Reply:
        async for message in self._messages:
            if reply := hearing.take(_raw(message)):
                return reply
        raise sdk.CLIConnectionError("its messages ended")

    async def end(self) -> None:
        await self._sdk.disconnect()


async def _one(message: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    yield message


def _raw(message: sdk.Message) -> dict[str, Any]:
    """The message as the program wrote it, as far as it matters."""
    match message:
        case sdk.StreamEvent():
            return {"type": "stream_event", "event": message.event}
        case sdk.SystemMessage():
            return {"type": "system", **message.data}
        case sdk.AssistantMessage():
            return {"type": "assistant", "error": message.error}
        case sdk.ResultMessage():
            return {"type": "result", **asdict(message)}
        case _:
            return {}
