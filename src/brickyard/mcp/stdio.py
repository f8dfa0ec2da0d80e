"""The server on stdin and stdout, for one client on this machine."""

import asyncio
import os
import re
import threading
from collections.abc import AsyncIterator
from typing import Any, cast

from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, ErrorData, JSONRPCError

from brickyard.mcp.desks import Desks
from brickyard.mcp.folders import Folders
from brickyard.mcp.server import local_server

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of one message."""
_ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")')
_SEARCHED = 4096


class Lines:
    """The lines of stdin, each of a size that can be held; what is longer is passed over.

    A thread of its own reads them, which nobody has to wait for when the server ends.
    """

    def __init__(self) -> None:
        self.too_long: asyncio.Queue[int | str | None] = asyncio.Queue()
        self._read: asyncio.Queue[bytes] = asyncio.Queue(maxsize=1)

    async def __aiter__(self) -> AsyncIterator[str]:
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._fill, args=(loop,), daemon=True, name="stdin").start()
        while line := await self._read.get():
            if line.endswith(b"\n") or len(line) < LONGEST_LINE:
                yield line.decode("utf-8", "replace")
                continue
            await self.too_long.put(_id_of(line))
            while line and not line.endswith(b"\n"):
                line = await self._read.get()

    def _fill(self, loop: asyncio.AbstractEventLoop) -> None:
        """One line after the other, and an empty one at the end."""
        stream = os.fdopen(os.dup(0), "rb")
        line = b"begun"
        while line and not loop.is_closed():
            line = stream.readline(LONGEST_LINE)
            asyncio.run_coroutine_threadsafe(self._read.put(line), loop).result()


def _id_of(line: bytes) -> int | str | None:
    """The id of a request that is only begun, where it stands at its beginning."""
    found = _ID.search(line[:_SEARCHED])
    if not found:
        return None
    text = found[1].decode("utf-8", "replace")
    return text.strip('"') if text.startswith('"') else int(text)


def serve_stdio(folders: Folders) -> None:
    """Until the client is gone; runs go on after that."""
    asyncio.run(_serve(Desks(folders)))


async def _serve(desks: Desks) -> None:
    lines, server = Lines(), local_server(desks)
    low = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]
    async with (
        stdio_server(stdin=cast("Any", lines)) as (read, write),
        desks.looked_after(),
    ):

        async def refuse() -> None:
            while True:
                id = await lines.too_long.get()
                said = f"The message is larger than {LONGEST_LINE:,} bytes and was not read."
                error = ErrorData(code=INVALID_REQUEST, message=said)
                await write.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=id, error=error)))

        refusing = asyncio.create_task(refuse())
        try:
            await low.run(read, write, low.create_initialization_options())
        finally:
            refusing.cancel()
