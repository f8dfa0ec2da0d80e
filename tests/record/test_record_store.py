"""The folder and the file: made, upgraded, and refused with a reason."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from record_kit import Spawn, make_answer
from sqlalchemy import inspect

from brickyard.errors import BadInput, BrickyardError, Unavailable
from brickyard.record import Record, find_home
from brickyard.record.database import Database
from brickyard.record.home import user_home
from brickyard.record.migrations import STEPS, Step, metadata, upgrade

OPENER = """
import sys
from pathlib import Path
import brickyard.record.store
from brickyard.record import Record

print("ready", flush=True)
sys.stdin.readline()
with Record.open(Path(sys.argv[1])) as record:
    print(len(list(record.answers.all())), record.runs.list())
"""


def query(home: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(home / "record.db")
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def version_1(home: Path) -> None:
    """A record as the first schema had it, with one answer."""
    home.mkdir()
    database = Database(home / "record.db")
    upgrade(database, STEPS[:1])
    database.close()
    stored = make_answer()
    connection = sqlite3.connect(home / "record.db")
    with connection:
        columns = (stored.key, stored.prompt_key, stored.task, stored.model)
        values = (*columns, stored.request, stored.reply)
        connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?)", values)
    connection.close()


ALL = [(number,) for number, _ in enumerate(STEPS, 1)]


def test_opening_makes_the_folder_and_keeps_it_out_of_version_control(tmp_path: Path) -> None:
    home = tmp_path / "new" / ".brickyard"
    Record.open(home).close()
    assert (home / ".gitignore").read_text("utf-8") == "*\n"
    assert query(home, "PRAGMA journal_mode") == [("wal",)]


def test_the_tables_in_the_code_are_those_that_the_migrations_make(record: Record) -> None:
    with Database(record.home / "record.db").read() as connection:
        seen = inspect(connection)
        names = seen.get_table_names()
        found = {name: [column["name"] for column in seen.get_columns(name)] for name in names}
    assert found == {table.name: table.c.keys() for table in metadata.sorted_tables}


def test_two_processes_upgrade_an_old_record_at_once(home: Path, spawn: Spawn) -> None:
    version_1(home)
    others = [spawn(OPENER, home) for _ in range(2)]
    assert [other.hear() for other in others] == ["ready", "ready"]
    for other in others:
        other.tell()
    assert [other.finish() for other in others] == ["1 []\n", "1 []\n"]
    assert query(home, "SELECT number FROM migrations") == ALL


def test_an_upgrade_that_another_process_did_meanwhile_is_not_done_twice(home: Path) -> None:
    class Meanwhile(tuple[Step, ...]):
        """Its length is asked for after the version was read."""

        __slots__ = ()

        def __len__(self) -> int:
            Record.open(home).close()
            return len(STEPS)

    version_1(home)
    database = Database(home / "record.db")
    upgrade(database, Meanwhile(STEPS))
    database.close()
    assert query(home, "SELECT number FROM migrations") == ALL


def test_an_upgrade_that_fails_leaves_the_old_record(home: Path) -> None:
    version_1(home)
    database = Database(home / "record.db")
    with pytest.raises(Unavailable):
        upgrade(database, (*STEPS[:1], ("CREATE TABLE half (a TEXT)", "NOT SQL")))
    database.close()
    assert query(home, "SELECT name FROM sqlite_master WHERE name = 'half'") == []
    with Record.open(home) as record:
        assert len(list(record.answers.all())) == 1


def test_one_who_opens_a_new_file_waits_for_another_who_is_making_it(home: Path) -> None:
    home.mkdir()
    maker = sqlite3.connect(home / "record.db", isolation_level=None)
    maker.execute("BEGIN IMMEDIATE")
    opener = Thread(target=lambda: Record.open(home).close())
    opener.start()
    opener.join(0.3)
    waited = opener.is_alive()
    maker.execute("COMMIT")
    maker.close()
    opener.join()
    assert waited
    assert query(home, "SELECT max(number) FROM migrations") == [(len(STEPS),)]


def test_a_record_of_a_newer_brickyard_is_refused_with_what_to_do(record: Record) -> None:
    connection = sqlite3.connect(record.home / "record.db")
    with connection:
        connection.execute("INSERT INTO migrations VALUES (99)")
    connection.close()
    with pytest.raises(BadInput, match=r"newer Brickyard \(schema 99") as error:
        Record.open(record.home)
    assert "Upgrade Brickyard" in error.value.hint


def not_a_database(home: Path) -> None:
    home.mkdir()
    (home / "record.db").write_bytes(b"this is no database" * 100)


def file_is_a_folder(home: Path) -> None:
    (home / "record.db").mkdir(parents=True)


def folder_is_a_file(home: Path) -> None:
    home.write_text("in the way", "utf-8")


def parent_is_a_file(home: Path) -> None:
    home.parent.rmdir()
    home.parent.write_text("in the way", "utf-8")


@pytest.mark.parametrize(
    ("spoil", "code"),
    [(not_a_database, 3), (file_is_a_folder, 3), (folder_is_a_file, 2), (parent_is_a_file, 2)],
)
def test_a_file_that_cannot_be_used_ends_with_3_and_a_folder_with_2(
    tmp_path: Path, spoil: Callable[[Path], None], code: int
) -> None:
    home = tmp_path / "project" / ".brickyard"
    home.parent.mkdir()
    spoil(home)
    with pytest.raises(BrickyardError, match="cannot be") as error:
        Record.open(home)
    assert error.value.exit_code == code
    assert str(home) in error.value.message
    assert error.value.hint


def test_a_record_damaged_while_open_is_an_error_of_the_environment(record: Record) -> None:
    connection = sqlite3.connect(record.home / "record.db")
    with connection:
        connection.execute("DROP TABLE answers")
    connection.close()
    with pytest.raises(Unavailable, match=r"record\.db is damaged: the file cannot be used"):
        record.answers.get("k")


def test_the_home_is_the_nearest_that_exists(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b" / "c"
    inner.mkdir(parents=True)
    (tmp_path / ".brickyard").mkdir()
    (tmp_path / "a" / "b" / ".git").mkdir()
    assert find_home(inner) == tmp_path / ".brickyard"


def test_without_one_the_home_is_beside_the_repository_else_the_users_own(
    tmp_path: Path,
) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert find_home(inner) == user_home()
    assert user_home().is_relative_to(os.environ["XDG_STATE_HOME"])
    (tmp_path / "a" / ".git").write_text("gitdir: elsewhere", "utf-8")
    assert find_home(inner) == tmp_path / "a" / ".brickyard"
    assert not (tmp_path / "a" / ".brickyard").exists()
