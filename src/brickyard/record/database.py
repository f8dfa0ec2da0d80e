"""The only place that knows it is SQLite: connections, transactions, errors, insert if absent."""

import sqlite3
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Executable, Table, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError, NoResultFound

from brickyard.errors import Unavailable
from brickyard.record.damage import aside, damaged

BUSY_SECONDS = 30.0
IMMEDIATE = {"immediate": True}
_ENVIRONMENT = (
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM),
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
)
"""What SQLite says of the disk or of others; anything else it says of the file."""


class Database:
    """Reads see what is committed; a write holds the only write lock from its beginning.

    Connections are kept for the next time: checking one out costs more than most statements.
    """

    def __init__(self, path: Path) -> None:
        self.place = str(path)
        self._engine = _engine(path)
        self._readers: list[Connection] = []
        self._writers: list[Connection] = []

    @contextmanager
    def read(self) -> Generator[Connection]:
        with self._named(), self._lent(self._readers, {}) as connection:
            yield connection

    @contextmanager
    def write(self) -> Generator[Connection]:
        with self._named(), self._lent(self._writers, IMMEDIATE) as connection, connection.begin():
            yield connection

    def close(self) -> None:
        for connection in (*self._readers, *self._writers):
            connection.close()
        self._readers.clear()
        self._writers.clear()
        self._engine.dispose()

    @contextmanager
    def _lent(self, kept: list[Connection], options: dict[str, bool]) -> Generator[Connection]:
        """One that nobody else has; it is not kept if anything went wrong with it."""
        connection = kept.pop() if kept else self._engine.connect().execution_options(**options)
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        kept.append(connection)

    @contextmanager
    def _named(self) -> Generator[None]:
        """An error of the database names the file, and what a person can do."""
        try:
            yield
        except (DBAPIError, NoResultFound, sqlite3.Error, UnicodeDecodeError) as error:
            reason = error.orig if isinstance(error, DBAPIError) else error
            if getattr(reason, "sqlite_errorcode", 0) & 0xFF not in _ENVIRONMENT:
                raise damaged(self.place, "the file", reason) from error
            raise Unavailable(
                f"The record {self.place} cannot be used: {reason}",
                hint="Check that the folder is writable and the disk not full, then run again. "
                f"If the file is damaged: {aside(self.place)}",
            ) from error


def if_absent(table: Table) -> Executable:
    """Inserts a row, unless it is there already: then that stays as it is."""
    return insert(table).on_conflict_do_nothing()


def changed(
    connection: Connection, statement: Executable, values: Mapping[str, Any] | None = None
) -> int:
    """How many rows `statement` changed, with `values` in its named places."""
    return connection.execute(statement, values).rowcount


def _engine(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"isolation_level": None, "timeout": BUSY_SECONDS},
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    _use_wal(connection)
    connection.execute("PRAGMA synchronous = NORMAL")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Two who open a new file at once: SQLite refuses one of them without waiting, so we wait."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _begin(connection: Connection) -> None:
    """The driver begins nothing by itself: a read needs no transaction, a write locks at once."""
    if connection.get_execution_options().get("immediate"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
