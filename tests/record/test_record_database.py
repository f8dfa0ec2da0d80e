"""Connections that are kept for the next time keep nothing else."""

import pytest
from record_kit import make_answer
from sqlalchemy import text
from sqlalchemy.exc import StatementError

from brickyard.errors import Unavailable
from brickyard.record import Record
from brickyard.record.database import Database


def test_a_write_that_fails_leaves_nothing_and_the_next_one_works(record: Record) -> None:
    database = Database(record.home / "record.db")

    def insert(number: int, then: str) -> None:
        with database.write() as connection:
            connection.execute(text("INSERT INTO migrations VALUES (:n)"), {"n": number})
            connection.execute(text(then))

    with pytest.raises(Unavailable):
        insert(900, "INSERT INTO nowhere VALUES (1)")
    with pytest.raises(StatementError, match="parameter 'missing'"):
        insert(901, "SELECT :missing")
    insert(902, "SELECT 1")
    with database.read() as connection:
        found = set(connection.scalars(text("SELECT number FROM migrations")))
    assert found.isdisjoint({900, 901})
    assert 902 in found
    database.close()


def test_a_reader_that_is_kept_sees_what_was_written_since(record: Record) -> None:
    answer = make_answer()
    assert record.answers.get(answer.key) is None
    other = Record.open(record.home)
    other.answers.put(answer)
    other.close()
    assert record.answers.get(answer.key) == answer


def test_two_readers_and_a_writer_can_be_at_work_at_once(record: Record) -> None:
    database = Database(record.home / "record.db")
    count = text("SELECT count(*) FROM migrations")
    with database.read() as one, database.read() as other, database.write() as writer:
        before = one.scalar(count)
        writer.execute(text("INSERT INTO migrations VALUES (903)"))
        assert other.scalar(count) == before
    with database.read() as one:
        assert one.scalar(count) == before + 1
    database.close()


def test_a_database_can_be_used_again_after_it_was_closed(record: Record) -> None:
    record.close()
    assert record.runs.list() == []
