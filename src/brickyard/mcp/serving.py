"""The protocol's server with our errors in it, and the desk of whoever is asking."""

from collections.abc import Callable, Iterable
from typing import Any

from mcp.server import MCPServer
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import (
    ResourceError,
    ResourceNotFoundError,
    ToolError,
    UnexpectedResourceError,
    UnexpectedToolError,
)
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import AnyUrl

from brickyard.errors import BrickyardError
from brickyard.mcp.desks import Desk

Asked = Context[Any, Any]
"""The request that a tool answers."""
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ACTS = ToolAnnotations(destructive_hint=False)
ENDS = ToolAnnotations(destructive_hint=True, idempotent_hint=True)


def desk_of(ctx: Asked) -> Desk:
    """That of the client whose request this is."""
    server = ctx.mcp_server
    assert isinstance(server, Server)
    return server.desk()


class Server(MCPServer[Any]):
    """Errors of ours reach the client with what to do; anything else stays here.

    `desk` is that of the client whose request is being answered.
    """

    def __init__(self, name: str, desk: Callable[[], Desk], **given: Any) -> None:
        super().__init__(name, **given)
        self.desk = desk

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as error:
            if isinstance(error.__cause__, BrickyardError):
                raise ToolError(_told(error.__cause__)) from error
            raise

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        try:
            return await super().read_resource(uri, context)
        except ResourceNotFoundError:
            raise
        except UnexpectedResourceError as error:
            if ours := _ours(error):
                raise ResourceError(_told(ours)) from error
            raise


def _ours(error: BaseException) -> BrickyardError | None:
    """The error of ours that others were raised for."""
    cause = error.__cause__
    while cause is not None and not isinstance(cause, BrickyardError):
        cause = cause.__cause__
    return cause


def _told(error: BrickyardError) -> str:
    return f"{error.message}\n{error.hint}".rstrip()
