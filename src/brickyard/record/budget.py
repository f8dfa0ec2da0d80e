"""What a run may spend: reserved before each call, settled after it."""

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, select

from brickyard.errors import BudgetSpent
from brickyard.record.damage import whole
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.migrations import reservations

_ROW = reservations.c.id == bindparam("reservation")
_RESERVE = if_absent(reservations)
_SETTLE = (
    reservations.update()
    .where(_ROW)
    .values(settled=bindparam("usd"), settled_tokens=bindparam("tokens"))
)
_RELEASE = reservations.delete().where(_ROW, reservations.c.settled.is_(None))
_COUNTED = func.coalesce(reservations.c.settled, reservations.c.reserved)
_TOKENS = func.coalesce(reservations.c.settled_tokens, reservations.c.reserved_tokens)
_SPENT = select(
    func.count(), func.coalesce(func.sum(_COUNTED), 0.0), func.coalesce(func.sum(_TOKENS), 0)
).where(reservations.c.run == bindparam("spender"))
ROUNDING = 1e-9


@dataclass(frozen=True)
class Spent:
    """Settled calls at their price; open and orphaned ones as one call at what was reserved."""

    calls: int
    usd: float
    tokens: int = 0


@dataclass(frozen=True)
class Caps:
    """What a run may spend at most; no limit on tokens where that is 0."""

    calls: int
    usd: float
    tokens: int = 0


class Budget:
    def __init__(self, database: Database) -> None:
        self._database = database

    def reserve(
        self,
        run: str,
        key: str,
        usd: float,
        tokens: int = 0,
        *,
        max_calls: int,
        max_usd: float,
        max_tokens: int = 0,
    ) -> str:
        """Set one call aside, or raise BudgetSpent; looking and reserving is one step for all."""
        reservation = secrets.token_hex(8)
        row = {"id": reservation, "run": run, "key": key, "reserved": usd, "settled": None}
        row |= {"reserved_tokens": tokens, "settled_tokens": None}
        with self._database.write() as connection:
            _check(self._spent(connection, run), usd, tokens, Caps(max_calls, max_usd, max_tokens))
            changed(connection, _RESERVE, row)
        return reservation

    def settle(self, reservation: str, usd: float, tokens: int = 0) -> None:
        """The call was made; it cost `usd` and took `tokens`."""
        row = {"reservation": reservation, "usd": usd, "tokens": tokens}
        with self._database.write() as connection:
            if not changed(connection, _SETTLE, row):
                raise ValueError(f"there is no reservation {reservation!r}")

    def release(self, reservation: str) -> None:
        """Nothing was sent, so an open reservation does not count; a settled one stays."""
        with self._database.write() as connection:
            changed(connection, _RELEASE, {"reservation": reservation})

    def spent(self, run: str) -> Spent:
        with self._database.read() as connection:
            return self._spent(connection, run)

    def _spent(self, connection: Connection, run: str) -> Spent:
        row = connection.execute(_SPENT, {"spender": run}).one()
        with whole(f"what run {run} spent", self._database.place):
            return Spent(row[0], float(row[1]), int(row[2]))


def _check(spent: Spent, usd: float, tokens: int, caps: Caps) -> None:
    if spent.calls + 1 > caps.calls:
        raise BudgetSpent(
            f"The budget of {caps.calls} model calls is spent: {spent.calls} were made, "
            f"for {spent.usd:.2f} USD.",
            hint="Raise it with --max-calls and run again to resume.",
        )
    if spent.usd + usd > caps.usd + ROUNDING:
        raise BudgetSpent(
            f"The budget of {caps.usd:.2f} USD is spent: {spent.usd:.2f} USD in {spent.calls} "
            f"calls, and the next call may take {usd:.2f} USD.",
            hint="Raise it with --max-usd and run again to resume.",
        )
    if caps.tokens and spent.tokens + tokens > caps.tokens:
        raise BudgetSpent(
            f"The budget of {caps.tokens:,} tokens is spent: {spent.tokens:,} in {spent.calls} "
            f"calls, and the next call may take {tokens:,}.",
            hint="Raise it with --max-total-tokens and run again to resume.",
        )
