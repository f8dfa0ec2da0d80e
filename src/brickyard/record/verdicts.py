"""What execution showed, by key."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, select

from brickyard.record.damage import seal, typed, unsealed
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.migrations import verdicts

FOR_ALL = ""
"""Of the column `run`: older records also hold what one run alone believed."""
_BY_KEY = select(verdicts.c.key, verdicts.c.value, verdicts.c.seal).where(
    verdicts.c.run == FOR_ALL, verdicts.c.key == bindparam("wanted")
)
_ALL = (
    select(verdicts.c.key, verdicts.c.value, verdicts.c.seal)
    .where(verdicts.c.run == FOR_ALL)
    .order_by(verdicts.c.key)
)
_PUT = if_absent(verdicts)


@dataclass(frozen=True)
class StoredVerdict:
    key: str
    value: str


class Verdicts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self.place = database.place

    def get(self, key: str) -> str | None:
        with self._database.read() as connection:
            row = connection.execute(_BY_KEY, {"wanted": key}).first()
        return self._read(row).value if row else None

    def put(self, key: str, value: str) -> str:
        """Store if absent; what is returned is what is stored."""
        with self._database.write() as connection:
            row = {"key": key, "run": FOR_ALL, "value": value, "seal": seal(key, FOR_ALL, value)}
            changed(connection, _PUT, row)
            stored = connection.execute(_BY_KEY, {"wanted": key}).one()
        return self._read(stored).value

    def all(self) -> Iterator[StoredVerdict]:
        """Ordered by key."""
        with self._database.read() as connection:
            rows = connection.execute(_ALL).all()
        yield from map(self._read, rows)

    def _read(self, row: Row[Any, Any, Any]) -> StoredVerdict:
        *values, kept = row
        what = f"the verdict {str(row.key)[:12]}"
        verdict = typed(StoredVerdict, values, what, self.place)
        unsealed(kept, what, self.place, verdict.key, FOR_ALL, verdict.value)
        return verdict
