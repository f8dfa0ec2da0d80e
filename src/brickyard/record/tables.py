"""The tables as they are after the last migration."""

from sqlalchemy import BigInteger, Column, Double, Integer, MetaData, Table, Text

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
