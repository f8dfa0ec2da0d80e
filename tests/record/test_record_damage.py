"""Bytes of the file that flip: what is read is what was stored, or it is told as damage."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_kit import make_answer

from brickyard.errors import BadInput, Unavailable
from brickyard.record import Record
from brickyard.record.home import FILE
from brickyard.record.runs import Run

ANSWERS = tuple(make_answer(f"question {number} " * 40) for number in range(12))
VERDICTS = {f"{number:064x}": f'{{"exit": {number}}}' * 30 for number in range(12)}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small record with some of everything in it, as one file."""
    home = tmp_path_factory.mktemp("stored") / ".brickyard"
    with Record.open(home) as record:
        record.answers.put_all(ANSWERS)
        for key, value in VERDICTS.items():
            record.verdicts.put(key, value)
        run = record.runs.start(recipe="/r", out="/o", model="m", options='{"what": "build"}')
        record.runs.log(run.id, *(f'{{"kind": "warning", "data": {{"n": {n}}}}}' for n in range(9)))
        record.budget.settle(
            record.budget.reserve(run.id, "k", 0.5, 9, max_calls=3, max_usd=2.0), 0.25, 7
        )
        record.runs.end(run.id, "done", '{"run": "x"}')
    with closing(sqlite3.connect(home / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (home / FILE).read_bytes()


@st.composite
def damages(draw: st.DrawFn) -> Callable[[bytes], bytes]:
    """Bits flipped in the header, anywhere or near each other; the end cut off; a page of zeros."""
    place = st.floats(0, 1, exclude_max=True)
    within = draw(st.sampled_from([100, 4096, 0]))
    flips = draw(st.lists(st.tuples(place, st.integers(0, 7)), min_size=1, max_size=40))
    cut, zeroed = draw(st.none() | place), draw(st.none() | place)

    def damage(whole: bytes) -> bytes:
        found = bytearray(whole)
        for where, bit in flips:
            found[int(where * (within or len(found)))] ^= 1 << bit
        if zeroed is not None and cut is None:
            start = int(zeroed * len(found)) // 4096 * 4096
            found[start : start + 4096] = bytes(4096)
        return bytes(found[: int(cut * len(found))] if cut is not None else found)

    return damage


def everything(home: Path) -> None:
    """All that can be read; each answer and verdict must be one that was stored."""
    with Record.open(home) as record:
        told(lambda: [_is_stored(one in ANSWERS) for one in record.answers.all()])
        for one in ANSWERS:
            told(lambda one=one: _is_stored(record.answers.get(one.key) in (one, None)))
            told(lambda one=one: record.answers.find(one.prompt_key))
        for key, value in VERDICTS.items():
            told(lambda k=key, v=value: _is_stored(record.verdicts.get(k) in (v, None)))
            told(lambda k=key, v=value: _is_stored(record.verdicts.put(k, v) == v))
        for run in told(record.runs.list) or ():
            assert isinstance(run, Run)
            told(lambda run=run: record.runs.events(run.id))
            told(lambda run=run: record.budget.spent(run.id))


def told(read: Callable[[], Any]) -> Any:
    """What was read; nothing, if it was told as damage, with the file and what to do."""
    try:
        return read()
    except Unavailable as error:
        _holds(FILE in error.message, error.message)
        _holds(f"{FILE}* elsewhere and run again" in error.hint, error.hint)
        _holds("Lost with it" in error.hint, error.hint)
        return None


def _is_stored(holds: bool) -> None:
    _holds(holds, "what was read is not what was stored")


def _holds(holds: bool, why: str) -> None:
    assert holds, why


@given(damage=damages())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_flipped_bytes_are_told_as_damage_and_change_nothing_unnoticed(
    damage: Callable[[bytes], bytes], stored: bytes
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / ".brickyard"
        home.mkdir()
        (home / FILE).write_bytes(damage(stored))
        try:
            told(lambda: everything(home))
        except BadInput as error:
            _holds("newer Brickyard" in error.message, "its number was flipped to a higher one")


def test_a_text_that_was_changed_in_the_file_is_not_taken_for_the_answer(
    record: Record, home: Path
) -> None:
    stored = record.answers.put(ANSWERS[0])
    record.verdicts.put("k", "passed")
    with closing(sqlite3.connect(home / FILE)) as connection, connection:
        connection.execute("UPDATE answers SET reply = replace(reply, 'question', 'questiom')")
        connection.execute("UPDATE verdicts SET value = 'failed'")
    with pytest.raises(Unavailable, match=r"record\.db is damaged: the answer .* is not what was"):
        record.answers.get(stored.key)
    with pytest.raises(Unavailable, match=r"the verdict k cannot be used"):
        record.verdicts.get("k")


def test_what_an_older_record_holds_has_no_seal_and_is_read(record: Record, home: Path) -> None:
    stored = record.answers.put(ANSWERS[0])
    with closing(sqlite3.connect(home / FILE)) as connection, connection:
        connection.execute("UPDATE answers SET seal = ''")
    assert record.answers.get(stored.key) == stored
