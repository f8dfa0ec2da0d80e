"""Who is asking which question right now: rows with an owner, which may have died, and a lease."""

import asyncio
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Row, bindparam, select

from brickyard.record.clock import Clock
from brickyard.record.damage import whole
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.migrations import claims

_PROC = Path("/proc")


@dataclass(frozen=True)
class Owner:
    """`host` tells apart machines and containers; `born` tells apart uses of one process id."""

    host: str
    pid: int
    born: str

    @property
    def alive(self) -> bool:
        """Seen running, on this machine."""
        return self.host == _host() and self.born == _born(self.pid) != ""

    @property
    def dead(self) -> bool:
        """Known to be gone; of another machine that cannot be known."""
        return self.host == _host() and not self.alive


def this_process() -> Owner:
    return process(os.getpid())


def process(pid: int) -> Owner:
    """The process that has this id now."""
    return Owner(_host(), pid, _born(pid))


def _host() -> str:
    """The machine's name, and its process space: a container may share the name."""
    try:
        return f"{socket.gethostname()} {(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()


def _born(pid: int) -> str:
    """When the process began, on this boot; empty when there is no such process."""
    if not (_PROC / "self/stat").exists():
        return _answers_signals(pid)
    try:
        fields = (
            (_PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        )
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("utf-8").strip()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"


def _answers_signals(pid: int) -> str:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "running"


_HELD = (claims.c.key == bindparam("claimed"), claims.c.token == bindparam("holder"))
_TAKE = if_absent(claims)
_RENEW = claims.update().where(*_HELD).values(expires=bindparam("until"))
_RELEASE = claims.delete().where(*_HELD)


class Claims:
    """A claim ends when it is released, when its process is dead, or when its lease runs out."""

    def __init__(self, database: Database, owner: Owner, clock: Clock, lease: float) -> None:
        self._database = database
        self._owner = owner
        self._clock = clock
        self._lease = lease

    def take(self, key: str, token: str) -> bool:
        """Whether `token` now holds the claim on `key`; of several who try at once, one does."""
        row = {"key": key, "token": token, **asdict(self._owner), "expires": self._expiry()}
        with self._database.write() as connection:
            if changed(connection, _TAKE, row):
                return True
            held = connection.execute(select(claims).where(claims.c.key == key)).one()
            if not self._lapsed(held):
                return False
            takeover = claims.update().where(
                claims.c.key == key,
                claims.c.token == held.token,
                claims.c.expires == held.expires,
            )
            return changed(connection, takeover.values(row)) == 1

    def renew(self, key: str, token: str) -> bool:
        """Whether `token` still held the claim, and now holds it for another lease."""
        values = {"claimed": key, "holder": token, "until": self._expiry()}
        with self._database.write() as connection:
            return changed(connection, _RENEW, values) == 1

    def release(self, key: str, token: str) -> None:
        with self._database.write() as connection:
            changed(connection, _RELEASE, {"claimed": key, "holder": token})

    @asynccontextmanager
    async def held(self, key: str, token: str) -> AsyncGenerator[None]:
        """Keep a claim alive inside the block, and release it at the end of it."""
        heart = asyncio.create_task(self._beat(key, token))
        try:
            yield
        finally:
            heart.cancel()
            self.release(key, token)
            await asyncio.gather(heart, return_exceptions=True)

    async def _beat(self, key: str, token: str) -> None:
        await self._clock.sleep(self._lease / 3)
        while self.renew(key, token):
            await self._clock.sleep(self._lease / 3)

    def _expiry(self) -> float:
        return self._clock.now() + self._lease

    def _lapsed(self, held: Row[Any]) -> bool:
        with whole(f"who asks {held.key}", self._database.place):
            owner = Owner(held.host, held.pid, held.born)
            return held.expires <= self._clock.now() or owner.dead
