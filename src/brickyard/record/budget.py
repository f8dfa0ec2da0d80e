"""What a run may spend: reserved before each call, settled after it."""

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, select

from brickyard.errors import BudgetSpent
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.tables import reservations

_ROW = reservations.c.id == bindparam("reservation")
_RESERVE = if_absent(reservations)
_SETTLE = reservations.update().where(_ROW).values(settled=bindparam("usd"))
_RELEASE = reservations.delete().where(_ROW, reservations.c.settled.is_(None))
_COUNTED = func.coalesce(reservations.c.settled, reservations.c.reserved)
_SPENT = select(func.count(), func.coalesce(func.sum(_COUNTED), 0.0)).where(
    reservations.c.run == bindparam("spender")
)
ROUNDING = 1e-9


@dataclass(frozen=True)
class Spent:
    """Settled calls at their price; open and orphaned ones as one call at what was reserved."""

    calls: int
    usd: float


class Budget:
    def __init__(self, database: Database) -> None:
        self._database = database

    def reserve(self, run: str, key: str, usd: float, *, max_calls: int, max_usd: float) -> str:
        """Set one call aside, or raise BudgetSpent; looking and reserving is one step for all."""
        reservation = secrets.token_hex(8)
        with self._database.write() as connection:
            _check(_spent(connection, run), usd, max_calls, max_usd)
            row = {"id": reservation, "run": run, "key": key, "reserved": usd, "settled": None}
            changed(connection, _RESERVE, row)
        return reservation

    def settle(self, reservation: str, usd: float) -> None:
        """The call was made and cost `usd`."""
        with self._database.write() as connection:
            if not changed(connection, _SETTLE, {"reservation": reservation, "usd": usd}):
                raise ValueError(f"there is no reservation {reservation!r}")

    def release(self, reservation: str) -> None:
        """Nothing was sent, so an open reservation does not count; a settled one stays."""
        with self._database.write() as connection:
            changed(connection, _RELEASE, {"reservation": reservation})

    def spent(self, run: str) -> Spent:
        with self._database.read() as connection:
            return _spent(connection, run)


def _spent(connection: Connection, run: str) -> Spent:
    row = connection.execute(_SPENT, {"spender": run}).one()
    return Spent(row[0], float(row[1]))


def _check(spent: Spent, usd: float, max_calls: int, max_usd: float) -> None:
    if spent.calls + 1 > max_calls:
        raise BudgetSpent(
            f"The budget of {max_calls} model calls is spent: {spent.calls} were made, "
            f"for {spent.usd:.2f} USD.",
            hint="Raise it with --max-calls and run again to resume.",
        )
    if spent.usd + usd > max_usd + ROUNDING:
        raise BudgetSpent(
            f"The budget of {max_usd:.2f} USD is spent: {spent.usd:.2f} USD in {spent.calls} "
            f"calls, and the next call may take {usd:.2f} USD.",
            hint="Raise it with --max-usd and run again to resume.",
        )
