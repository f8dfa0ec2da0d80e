"""The server over HTTP, for clients that hold a token; Host and Origin are looked at as well."""

import asyncio
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.transport_security import TransportSecuritySettings

from brickyard.errors import BadInput
from brickyard.mcp.desks import Desks
from brickyard.mcp.folders import Folders
from brickyard.mcp.server import shared_server
from brickyard.record.home import NAME, make_home

PATH = "/mcp"
ENVIRONMENT = "BRICKYARD_BEARER"
MOST_BYTES = 4 * 1024 * 1024
SHORTEST = 16
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_CLIENT = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")


class Tokens:
    """Who is known by which token; only digests are kept and compared, in constant time."""

    def __init__(self, clients: Mapping[str, str]) -> None:
        self._digests = {client: _digest(token) for client, token in clients.items()}

    async def verify_token(self, token: str) -> AccessToken | None:
        given = _digest(token)
        found = [
            client for client, digest in self._digests.items() if hmac.compare_digest(digest, given)
        ]
        return AccessToken(token=token, client_id=found[0], scopes=[]) if found else None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def read_tokens(path: Path) -> dict[str, str]:
    """`NAME TOKEN` on each line; a file that others can read is refused."""
    try:
        if path.stat().st_mode & 0o077:
            raise BadInput(
                f"{path} can be read by others.", hint=f"Close it first: chmod 600 {path}"
            )
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", hint="Name another.") from error
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        client, _, token = line.strip().partition(" ")
        if not _CLIENT.fullmatch(client) or len(token.strip()) < SHORTEST:
            raise BadInput(
                f"{path}:{number}: this is no client and its token.",
                hint=f"Write NAME TOKEN, with a token of at least {SHORTEST} characters.",
            )
        if client in found or token.strip() in found.values():
            raise BadInput(f"{path}:{number}: '{client}' or its token is there twice.", hint="")
        found[client] = token.strip()
    if not found:
        raise BadInput(f"{path} names no client.", hint="Write NAME TOKEN, one a line.")
    return found


def clients_of(given: Path | None, folders: Folders) -> tuple[dict[str, str], Path | None]:
    """Clients with their tokens; with the file that was made, where nobody gave any."""
    if given is not None:
        return read_tokens(given), None
    if token := os.environ.pop(ENVIRONMENT, ""):  # no run inherits it
        if len(token) < SHORTEST:
            raise BadInput(f"{ENVIRONMENT} is shorter than {SHORTEST} characters.", hint="")
        return {"owner": token}, None
    home = folders.first / NAME
    make_home(home)
    made = home / "tokens"
    if not made.exists():
        file = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(file, f"owner {secrets.token_urlsafe(32)}\n".encode())
        os.close(file)
    return read_tokens(made), made


def security(host: str, port: int, allowed: Sequence[str]) -> TransportSecuritySettings:
    """Names that the server answers to: those of loopback, and what whoever starts it names."""
    names = dict.fromkeys((*LOOPBACK, host))
    named = [f"[{name}]" if ":" in name else name for name in names]
    hosts = [f"{name}:{port}" for name in named] + [*allowed]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"{scheme}://{one}" for one in hosts for scheme in ("http", "https")],
    )


def serve_http(
    folders: Folders, clients: Mapping[str, str], host: str, port: int, allowed: Sequence[str]
) -> None:
    """Until it is stopped; runs go on after that."""
    asyncio.run(_serve(folders, clients, host, port, allowed))


async def _serve(
    folders: Folders, clients: Mapping[str, str], host: str, port: int, allowed: Sequence[str]
) -> None:
    desks = Desks(folders, clients)
    app = shared_server(desks, Tokens(clients)).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BYTES,
        transport_security=security(host, port, allowed),
    )
    config = uvicorn.Config(app, host=host, port=port, log_level="critical", server_header=False)
    async with desks.looked_after():
        await uvicorn.Server(config).serve()
