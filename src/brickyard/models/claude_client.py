"""One persistent `claude` program behind the SDK's client: asked, cleared, asked again."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import claude_agent_sdk as sdk

from brickyard.models.base import Reply, Request
from brickyard.models.claude_desk import SERVER, Desk
from brickyard.models.claude_errors import ended
from brickyard.models.claude_process import Folder
from brickyard.models.claude_program import environment, options
from brickyard.models.claude_prompt import message_of, prompt_of
from brickyard.models.claude_stream import Hearing
from brickyard.models.claude_wire import Wire

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
