"""Events on their way to the record."""

import asyncio
import sqlite3

import pytest

from brickyard.errors import Unavailable
from brickyard.record import Record, Run
from brickyard.record.runs import MOST, Log


@pytest.fixture
def run(record: Record) -> Run:
    return record.runs.start(recipe="r", out="o", model="m", options="{}")


async def test_events_are_kept_back_for_a_moment_only(record: Record, run: Run) -> None:
    log = Log(record.runs, run.id, pause=0.0)
    log.add("1")
    log.add("2")
    assert record.runs.events(run.id) == []
    async with asyncio.timeout(10):
        while not record.runs.events(run.id):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
    assert record.runs.events(run.id) == ["1", "2"]


async def test_many_events_do_not_wait_for_the_moment_to_pass(record: Record, run: Run) -> None:
    log = Log(record.runs, run.id, pause=600.0)
    for number in range(MOST + 1):
        log.add(str(number))
    assert len(record.runs.events(run.id)) == MOST
    log.flush()
    assert record.runs.events(run.id) == [str(number) for number in range(MOST + 1)]


async def test_flushing_nothing_writes_nothing(record: Record, run: Run) -> None:
    before = record.runs.get(run.id)
    Log(record.runs, run.id).flush()
    assert record.runs.get(run.id) == before


async def test_what_cannot_be_written_is_told_and_kept(record: Record, run: Run) -> None:
    log = Log(record.runs, run.id, pause=0.0)
    outside = sqlite3.connect(record.home / "record.db", isolation_level=None)
    outside.execute("ALTER TABLE events RENAME TO hidden")
    log.add("1")
    for _ in range(5):
        await asyncio.sleep(0.001)
    with pytest.raises(Unavailable, match="no such table"):
        log.flush()
    outside.execute("ALTER TABLE hidden RENAME TO events")
    outside.close()
    log.add("2")
    log.flush()
    assert record.runs.events(run.id) == ["1", "2"]
