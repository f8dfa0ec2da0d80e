"""One desk for each client: its jobs, their processes, and what can be asked about them."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from brickyard.errors import Unavailable
from brickyard.mcp.background import Background
from brickyard.mcp.caller import Caller
from brickyard.mcp.folders import Folders
from brickyard.mcp.jobs import LOCAL, Jobs
from brickyard.mcp.looking import Looking
from brickyard.record.home import NAME


class Desk:
    """What one client works with."""

    def __init__(self, home: Path, client: str, folders: Folders) -> None:
        self.client = client
        self.folders = folders
        self.jobs = Jobs(home, client)
        self.background = Background(self.jobs, folders.first)
        self.caller = Caller(self.background)
        self.looking = Looking(self.background, folders)

    @property
    def record(self) -> Path:
        """Where this client's runs remember what was answered."""
        return self.jobs.record


class Desks:
    """The desks of all clients that the server knows."""

    def __init__(self, folders: Folders, clients: Iterable[str] = (LOCAL,)) -> None:
        home = folders.first / NAME
        self._desks = {client: Desk(home, client, folders) for client in clients}

    def of(self, client: str) -> Desk:
        if client not in self._desks:
            raise Unavailable("Nobody is known by this token.", hint="Give a token of this server.")
        return self._desks[client]

    @asynccontextmanager
    async def looked_after(self) -> AsyncGenerator[None]:
        """As long as the server runs; the processes go on after it."""
        desks = self._desks.values()
        tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(desk.background.look_after()) for desk in desks
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
