"""The server: tools, resources and prompts, whatever the transport."""

from collections.abc import Callable
from importlib.metadata import version

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from pydantic import AnyHttpUrl

from brickyard.mcp import prompts, resources, tools_caller, tools_checks, tools_runs, tools_start
from brickyard.mcp.desks import Desk, Desks
from brickyard.mcp.jobs import LOCAL
from brickyard.mcp.serving import Server

NAME = "brickyard"
_INSTRUCTIONS = """\
Brickyard builds Python software from recipes and proves by execution that it is right; it also \
proves code that is there. start_build and start_prove return a run id at once; get_status says \
how a run stands and what to do next; get_result has what it came to. With model='caller' you are \
the model: next_microtask hands out questions and submit_answer takes the answers. Questions of \
the roles 'cases' and 'reader' belong to fresh contexts: give each role to a subagent of its own."""


def local_server(desks: Desks) -> Server:
    """Of whoever started it: there is one client."""
    return _server(lambda: desks.of(LOCAL))


def shared_server(desks: Desks, tokens: TokenVerifier) -> Server:
    """Of clients that are known by their tokens."""

    def desk() -> Desk:
        token = get_access_token()
        return desks.of(token.client_id if token else "")

    return _server(desk, tokens)


def _server(desk: Callable[[], Desk], tokens: TokenVerifier | None = None) -> Server:
    auth = AuthSettings(issuer_url=AnyHttpUrl("http://127.0.0.1"), resource_server_url=None)
    server = Server(
        NAME,
        desk,
        title="Brickyard",
        instructions=_INSTRUCTIONS,
        version=version("brickyard"),
        log_level="ERROR",
        token_verifier=tokens,
        auth=auth if tokens else None,
    )
    for room in (tools_start, tools_runs, tools_caller, tools_checks):
        for name, (function, annotations) in room.TOOLS.items():
            server.add_tool(function, name=name, annotations=annotations)
    for add in (resources.add, prompts.add):
        add(server)
    return server
