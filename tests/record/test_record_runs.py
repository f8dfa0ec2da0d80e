"""Runs begin, end, are cancelled and resumed, and tell whether their process is alive."""

import json
import os
import re
from pathlib import Path

import pytest
from record_kit import Spawn, Time

from brickyard.errors import BadInput
from brickyard.record import STATUSES, Record, Run
from brickyard.record.claims import Owner, this_process

STARTER = """
import sys
from pathlib import Path
from brickyard.record import Record

record = Record.open(Path(sys.argv[1]))
print(record.runs.start(recipe="r", out="o", model="m", options="{}").id, flush=True)
sys.stdin.readline()
"""


def start(record: Record, recipe: str = "r") -> Run:
    return record.runs.start(recipe=recipe, out="o", model="m", options='{"a": 1}')


def test_a_run_starts_running_under_a_readable_id(record: Record) -> None:
    run = start(record)
    assert re.fullmatch(r"\d{8}-\d{6}-[0-9a-f]{4}", run.id)
    assert (run.recipe, run.out, run.model, run.options) == ("r", "o", "m", '{"a": 1}')
    assert (run.status, run.alive, run.result) == ("running", True, "")
    assert record.runs.get(run.id) == run


async def test_runs_are_listed_latest_first(home: Path) -> None:
    time = Time()
    with Record.open(home, clock=time.clock) as record:
        ids: list[str] = []
        for recipe in ("r", "s", "r"):
            ids.append(start(record, recipe).id)
            await time.move(0.001)
        assert [run.id for run in record.runs.list()] == ids[::-1]
        assert [run.id for run in record.runs.list(limit=1)] == [ids[2]]


def test_the_runs_of_one_recipe_are_found_however_many_others_came_after(record: Record) -> None:
    first, second = start(record, "mine"), start(record, "mine")
    for _ in range(60):
        start(record, "other")
    assert {run.id for run in record.runs.of("mine")} == {first.id, second.id}
    assert list(record.runs.of("nobody's")) == []


def test_many_runs_of_one_moment_have_ids_of_their_own(home: Path) -> None:
    with Record.open(home, clock=Time().clock) as record:
        assert len({start(record).id for _ in range(600)}) == 600


@pytest.mark.parametrize("status", STATUSES[1:])
def test_a_run_ends_with_its_status_and_result(record: Record, status: str) -> None:
    run = start(record)
    record.runs.end(run.id, status, '{"met": true}')
    ended = record.runs.get(run.id)
    assert (ended.status, ended.result, ended.alive) == (status, '{"met": true}', False)


@pytest.mark.parametrize("status", ["running", "fine"])
def test_a_run_cannot_end_with_another_status(record: Record, status: str) -> None:
    with pytest.raises(ValueError, match="cannot end"):
        record.runs.end(start(record).id, status)


def test_a_run_that_does_not_exist_cannot_end(record: Record) -> None:
    with pytest.raises(ValueError, match="no run 'nothing'"):
        record.runs.end("nothing", "done")


async def test_a_run_is_found_by_the_beginning_of_its_id_if_that_is_clear(home: Path) -> None:
    time = Time()
    with Record.open(home, clock=time.clock) as record:
        run = start(record)
        assert record.runs.get(run.id[:10]).id == run.id
        await time.move(1)
        second = start(record)
        with pytest.raises(BadInput, match="beginning of 2 run ids") as error:
            record.runs.get(run.id[:10])
    assert run.id in error.value.hint
    assert second.id in error.value.hint


@pytest.mark.parametrize("id", ["nothing", "%", "_", ""])
def test_an_unknown_run_is_refused_with_the_latest_ids(record: Record, id: str) -> None:
    runs = [start(record), start(record)]
    for use in (record.runs.get, record.runs.resume, record.runs.cancel):
        with pytest.raises(BadInput) as error:
            use(id)
        assert all(run.id in error.value.hint for run in runs)


@pytest.mark.parametrize("id", ["%", "2%", "________-______-____", ""])
def test_an_id_is_no_pattern_even_where_only_one_run_is_there(record: Record, id: str) -> None:
    start(record)
    with pytest.raises(BadInput):
        record.runs.get(id)


def test_a_running_build_sees_that_it_is_cancelled(record: Record) -> None:
    run = start(record)
    assert not record.runs.cancelled(run.id)
    record.runs.cancel(run.id)
    assert record.runs.cancelled(run.id)
    assert record.runs.get(run.id).status == "running"


@pytest.mark.parametrize("status", ["waiting", "stopped", "broken", "cancelled"])
def test_a_run_that_no_process_runs_is_cancelled_at_once(record: Record, status: str) -> None:
    run = start(record)
    record.runs.end(run.id, status)
    record.runs.cancel(run.id)
    assert record.runs.get(run.id).status == "cancelled"


@pytest.mark.parametrize("status", ["done", "not met", "failed"])
def test_a_run_that_has_ended_cannot_be_cancelled(record: Record, status: str) -> None:
    run = start(record)
    record.runs.end(run.id, status)
    with pytest.raises(BadInput, match=f"has ended already: {status}"):
        record.runs.cancel(run.id)
    assert not record.runs.cancelled(run.id)


def test_a_resumed_run_is_running_and_no_longer_cancelled(record: Record) -> None:
    run = start(record)
    record.runs.cancel(run.id)
    record.runs.end(run.id, "cancelled", "{}")
    resumed = record.runs.resume(run.id)
    assert (resumed.id, resumed.status, resumed.alive) == (run.id, "running", True)
    assert not record.runs.cancelled(run.id)


def test_events_are_kept_in_order_for_each_run_and_over_a_resume(record: Record) -> None:
    one, two = start(record), start(record)
    for number in range(3):
        record.runs.log(one.id, json.dumps(number))
        record.runs.log(two.id, json.dumps(-number))
    record.runs.resume(one.id)
    record.runs.log(one.id, "3")
    assert record.runs.events(one.id) == ["0", "1", "2", "3"]
    assert record.runs.events(two.id) == ["0", "-1", "-2"]


async def test_an_event_shows_that_the_run_moves(home: Path) -> None:
    time = Time()
    with Record.open(home, clock=time.clock) as record:
        run = start(record)
        await time.move(5)
        record.runs.log(run.id, "{}")
        assert record.runs.get(run.id).updated > run.updated
        assert record.runs.get(run.id).started == run.started


def test_a_run_is_alive_until_its_process_is_killed_and_then_anyone_may_resume_it(
    record: Record, spawn: Spawn
) -> None:
    other = spawn(STARTER, record.home)
    run = other.hear()
    assert record.runs.get(run).alive
    other.kill()
    assert (record.runs.get(run).status, record.runs.get(run).alive) == ("running", False)
    assert record.runs.resume(run).alive


def test_a_process_is_told_from_a_later_one_with_the_same_number() -> None:
    mine = this_process()
    assert (mine.alive, mine.dead) == (True, False)
    reused = Owner(mine.host, os.getpid(), "an earlier start")
    assert (reused.alive, reused.dead) == (False, True)


def test_of_a_process_on_another_machine_nothing_is_known() -> None:
    elsewhere = Owner("elsewhere", os.getpid(), this_process().born)
    assert (elsewhere.alive, elsewhere.dead) == (False, False)
