"""A damaged record is a failure of the environment, told as such: never "not met", no traceback."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_kit import RIGHT, brickyard

COMMANDS = (
    ("runs",),
    ("runs", "show"),
    ("report",),
    ("answer",),
    ("cassette", "export", "out.jsonl"),
)


@pytest.fixture
def built(adders: Path, executed: Callable[[Path], Path]) -> Path:
    """A recipe with its record beside it; one plan was made."""
    home = executed(adders / ".brickyard")
    assert brickyard("plan", adders, "-m", RIGHT, "--home", home).returncode == 0
    assert brickyard("build", adders, "-m", "handoff", "--home", home).returncode == 4
    return adders


def change(recipe: Path, statement: str) -> None:
    connection = sqlite3.connect(recipe / ".brickyard" / "record.db")
    with connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "command"),
    [
        ("UPDATE runs SET result = '{\"ru'", ("runs",)),
        ("UPDATE runs SET options = 'x'", ("runs", "show")),
        ("UPDATE runs SET result = replace(result, 'status', 'statxs')", ("report",)),
        ("UPDATE events SET event = '{'", ("runs", "show")),
        ("UPDATE events SET event = replace(event, 'kind', 'kjnd')", ("answer",)),
        ("UPDATE answers SET reply = '{'", ("cassette", "export", "out.jsonl")),
        ("UPDATE answers SET reply = replace(reply, 'text', 'tezt')", ("plan", ".", "-m", RIGHT)),
        ("UPDATE answers SET reply = '['", ("analyze", ".", "-m", RIGHT)),
        ("UPDATE runs SET result = CAST(x'ff7b' AS TEXT)", ("runs",)),
    ],
)
def test_a_damaged_row_ends_with_3_and_what_to_do(
    built: Path, statement: str, command: tuple[str, ...]
) -> None:
    change(built, statement)
    ended = brickyard(*command, cwd=built)
    assert ended.returncode == 3, ended.stderr
    assert "record" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "cassette import" in ended.stderr


def test_flipped_bytes_end_nothing_with_1(built: Path) -> None:
    """Wherever they are: a command says what it can, or ends with 3, or knows no such run (2)."""
    file = built / ".brickyard" / "record.db"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    whole = file.read_bytes()
    chance = random.Random(6)
    seen: set[int] = set()
    for _ in range(12):
        damaged = bytearray(whole)
        for _ in range(400):
            damaged[chance.randrange(100, len(damaged))] ^= 1 << chance.randrange(8)
        for beside in file.parent.glob("record.db-*"):
            beside.unlink()
        file.write_bytes(damaged)
        for command in COMMANDS:
            ended = brickyard(*command, cwd=built)
            assert ended.returncode in (0, 2, 3), (command, ended.stderr)
            assert "Traceback" not in ended.stderr
            seen.add(ended.returncode)
    assert 3 in seen
    file.write_bytes(whole)
    assert json.loads(brickyard("runs", "--json", cwd=built).stdout)
