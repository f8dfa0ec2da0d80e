"""A damaged record is a failure of the environment, told as such: never "not met", no traceback."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_kit import RIGHT, brickyard

from columns import columns

COMMANDS = (
    ("runs",),
    ("runs", "show"),
    ("runs", "show", "--json"),
    ("runs", "resume"),
    ("report",),
    ("answer",),
    ("cassette", "export", "out.jsonl"),
    ("analyze", ".", "-m", RIGHT),
    ("plan", ".", "-m", RIGHT),
    ("build", ".", "-m", "handoff"),
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


Damage = Callable[[bytearray, random.Random], None]


def _flips(first: int, last: int | None, count: int) -> Damage:
    def damage(found: bytearray, chance: random.Random) -> None:
        for _ in range(count):
            found[chance.randrange(first, last or len(found))] ^= 1 << chance.randrange(8)

    return damage


def _quotes(found: bytearray, chance: random.Random) -> None:
    """In the JSON that is stored: quotes, and what follows them."""
    places = [place for place, byte in enumerate(found) if byte == ord('"')]
    for place in chance.sample(places, 20):
        found[place + chance.randrange(2)] ^= 1 << chance.randrange(8)


def _zeroed(found: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(found) // 4096) * 4096
    found[start : start + 4096] = bytes(4096)


def _cut(found: bytearray, chance: random.Random) -> None:
    del found[chance.randrange(len(found)) :]


DAMAGES = {
    "header": _flips(0, 100, 3),
    "few": _flips(0, None, 8),
    "many": _flips(100, None, 400),
    "json": _quotes,
    "zeroed": _zeroed,
    "cut": _cut,
}


@pytest.mark.parametrize("kind", columns(DAMAGES, "header", "few"))
def test_damaged_bytes_end_nothing_with_1(built: Path, kind: str) -> None:
    """Wherever they are: a command says what it can, or ends with 3, which file, and what to do;
    or it knows no such run (2), or waits as before (4)."""
    file = built / ".brickyard" / "record.db"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    whole = file.read_bytes()
    chance = random.Random(kind)
    for _ in range(3):
        damaged = bytearray(whole)
        DAMAGES[kind](damaged, chance)
        for command in COMMANDS:
            for beside in file.parent.glob("record.db-*"):
                beside.unlink()
            file.write_bytes(damaged)
            ended = brickyard(*command, cwd=built)
            assert ended.returncode in (0, 2, 3, 4), (command, ended.stderr)
            assert "Traceback" not in ended.stderr
            assert "itself failed" not in ended.stderr, (command, ended.stderr)
            if ended.returncode == 3:
                assert str(file) in ended.stderr
                assert "elsewhere and run again: a new record is made" in ended.stderr
    file.write_bytes(whole)
    assert json.loads(brickyard("runs", "--json", cwd=built).stdout)


def test_what_the_hint_says_goes_on(built: Path) -> None:
    file = built / ".brickyard" / "record.db"
    file.write_bytes(b"x" + file.read_bytes()[1:])
    assert brickyard("build", built, "-m", "handoff").returncode == 3
    for each in file.parent.glob("record.db*"):
        each.rename(built / each.name)
    assert brickyard("build", built, "-m", "handoff").returncode == 4
