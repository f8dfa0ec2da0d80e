"""Who is asking which question right now: rows with an owner and a lease."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row, bindparam, select

from brickyard.record.clock import Clock
from brickyard.record.damage import whole
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.owner import Owner
from brickyard.record.tables import claims

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
