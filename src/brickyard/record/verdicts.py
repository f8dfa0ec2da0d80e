"""What execution showed, by key; some of it for one run only."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select

from brickyard.record.database import Database, insert_if_absent
from brickyard.record.tables import verdicts


@dataclass(frozen=True)
class Verdict:
    """`run` is empty for a verdict that holds for all."""

    key: str
    run: str
    value: str


class Verdicts:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str, run: str = "") -> str | None:
        """What this run stored for itself, else what holds for all."""
        query = (
            select(verdicts.c.value)
            .where(verdicts.c.key == key, verdicts.c.run.in_(("", run)))
            .order_by(verdicts.c.run.desc())
            .limit(1)
        )
        with self._database.read() as connection:
            return connection.scalar(query)

    def put(self, key: str, value: str, run: str = "") -> str:
        """Store if absent; what is returned is what is stored. A run's own is seen by it alone."""
        query = select(verdicts.c.value).where(verdicts.c.key == key, verdicts.c.run == run)
        with self._database.write() as connection:
            insert_if_absent(connection, verdicts, {"key": key, "run": run, "value": value})
            return connection.scalars(query).one()

    def all(self) -> Iterator[Verdict]:
        """Ordered by key and run."""
        query = select(verdicts).order_by(verdicts.c.key, verdicts.c.run)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        yield from (Verdict(*row) for row in rows)
