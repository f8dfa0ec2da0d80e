"""The schema, as numbered steps in portable SQL, and the tables as they are after the last.

A step that was released never changes.
"""

from collections.abc import Sequence

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    Integer,
    MetaData,
    Table,
    Text,
    inspect,
    select,
    text,
)

from brickyard.errors import BadInput
from brickyard.record.database import Database

Step = tuple[str, ...]

STEPS: tuple[Step, ...] = (
    (
        """CREATE TABLE answers (
            key TEXT PRIMARY KEY, prompt_key TEXT NOT NULL, task TEXT NOT NULL,
            model TEXT NOT NULL, request TEXT NOT NULL, reply TEXT NOT NULL)""",
        "CREATE INDEX answers_by_prompt ON answers (prompt_key, model)",
        "CREATE INDEX answers_by_task ON answers (task, prompt_key)",
        """CREATE TABLE claims (
            key TEXT PRIMARY KEY, token TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL,
            born TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE verdicts (
            key TEXT NOT NULL, run TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key, run))""",
    ),
    (
        """CREATE TABLE runs (
            id TEXT PRIMARY KEY, recipe TEXT NOT NULL, out TEXT NOT NULL, model TEXT NOT NULL,
            status TEXT NOT NULL, options TEXT NOT NULL, result TEXT NOT NULL,
            started TEXT NOT NULL, updated TEXT NOT NULL, cancelled INTEGER NOT NULL,
            host TEXT NOT NULL, pid INTEGER NOT NULL, born TEXT NOT NULL)""",
        "CREATE INDEX runs_by_start ON runs (started, id)",
        """CREATE TABLE events (
            run TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,
            PRIMARY KEY (run, number))""",
        """CREATE TABLE reservations (
            id TEXT PRIMARY KEY, run TEXT NOT NULL, key TEXT NOT NULL,
            reserved DOUBLE PRECISION NOT NULL, settled DOUBLE PRECISION)""",
        "CREATE INDEX reservations_by_run ON reservations (run)",
    ),
    (
        "ALTER TABLE reservations ADD COLUMN reserved_tokens BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE reservations ADD COLUMN settled_tokens BIGINT",
    ),
    (
        "ALTER TABLE answers ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE verdicts ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
    ),
)


def upgrade(database: Database, steps: Sequence[Step] = STEPS) -> None:
    """Apply what is missing, in one transaction that only one process at a time can hold."""
    with database.read() as connection:
        version = _version(connection)
    if version < len(steps):
        with database.write() as connection:
            _apply(connection, steps)
    elif version > len(steps):
        raise BadInput(
            f"The record {database.place} was written by a newer Brickyard "
            f"(schema {version}; this one knows {len(steps)}).",
            hint="Upgrade Brickyard, or choose another folder with --home.",
        )


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(migrations.name):
        return 0
    return max(connection.scalars(select(migrations.c.number)), default=0)


def _apply(connection: Connection, steps: Sequence[Step]) -> None:
    connection.execute(text("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)"))
    for number in range(_version(connection) + 1, len(steps) + 1):
        for statement in steps[number - 1]:
            connection.execute(text(statement))
        connection.execute(migrations.insert().values(number=number))


metadata = MetaData()


def _text(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _key(name: str) -> Column[str]:
    return Column(name, Text, primary_key=True)


migrations = Table("migrations", metadata, Column("number", Integer, primary_key=True))

answers = Table(
    "answers",
    metadata,
    _key("key"),
    *_text("prompt_key", "task", "model", "request", "reply", "seal"),
)

claims = Table(
    "claims",
    metadata,
    _key("key"),
    *_text("token", "host"),
    Column("pid", Integer, nullable=False),
    *_text("born"),
    Column("expires", Double, nullable=False),
)

verdicts = Table("verdicts", metadata, _key("key"), _key("run"), *_text("value", "seal"))

runs = Table(
    "runs",
    metadata,
    _key("id"),
    *_text("recipe", "out", "model", "status", "options", "result", "started", "updated"),
    Column("cancelled", Integer, nullable=False),
    *_text("host"),
    Column("pid", Integer, nullable=False),
    *_text("born"),
)

events = Table(
    "events",
    metadata,
    _key("run"),
    Column("number", Integer, primary_key=True),
    *_text("event"),
)

reservations = Table(
    "reservations",
    metadata,
    _key("id"),
    *_text("run", "key"),
    Column("reserved", Double, nullable=False),
    Column("settled", Double),
    Column("reserved_tokens", BigInteger, nullable=False),
    Column("settled_tokens", BigInteger),
)
