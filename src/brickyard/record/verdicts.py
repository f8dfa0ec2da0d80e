"""What execution showed, by key; some of it for one run only."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, select

from brickyard.record.damage import seal, typed, unsealed
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.migrations import verdicts

_BY_KEY = select(verdicts).where(verdicts.c.key == bindparam("wanted"))
_EXACT = _BY_KEY.where(verdicts.c.run == bindparam("reader"))
_SEEN = (
    _BY_KEY.where((verdicts.c.run == "") | (verdicts.c.run == bindparam("reader")))
    .order_by(verdicts.c.run.desc())
    .limit(1)
)
_PUT = if_absent(verdicts)


@dataclass(frozen=True)
class StoredVerdict:
    """`run` is empty for a verdict that holds for all."""

    key: str
    run: str
    value: str


class Verdicts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self.place = database.place

    def get(self, key: str, run: str = "") -> str | None:
        """What this run stored for itself, else what holds for all."""
        with self._database.read() as connection:
            row = connection.execute(_SEEN, {"wanted": key, "reader": run}).first()
        return self._read(row).value if row else None

    def put(self, key: str, value: str, run: str = "") -> str:
        """Store if absent; what is returned is what is stored. A run's own is seen by it alone."""
        with self._database.write() as connection:
            row = {"key": key, "run": run, "value": value, "seal": seal(key, run, value)}
            changed(connection, _PUT, row)
            stored = connection.execute(_EXACT, {"wanted": key, "reader": run}).one()
        return self._read(stored).value

    def all(self) -> Iterator[StoredVerdict]:
        """Ordered by key and run."""
        query = select(verdicts).order_by(verdicts.c.key, verdicts.c.run)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        yield from map(self._read, rows)

    def _read(self, row: Row[Any]) -> StoredVerdict:
        *values, kept = row
        what = f"the verdict {str(row.key)[:12]}"
        verdict = typed(StoredVerdict, values, what, self.place)
        unsealed(kept, what, self.place, verdict.key, verdict.run, verdict.value)
        return verdict
