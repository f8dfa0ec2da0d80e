"""The critical path that the benchmark of overhead divides by."""

import asyncio

import pytest
from replay import ANSWER, SANDBOX, Diary, Job, ideal

from brickyard.events import KINDS

LIMITS = {ANSWER: 2, SANDBOX: 1}


def job(kind: str, seconds: float, *after: int, began: float = 0.0) -> Job:
    return Job(kind, frozenset(after), began, seconds, seconds / 2)


@pytest.mark.parametrize(
    ("jobs", "seconds"),
    [
        ([], 0),
        ([job(ANSWER, 2), job(ANSWER, 2)], 2),
        ([job(ANSWER, 2), job(ANSWER, 2), job(ANSWER, 2)], 4),
        ([job(SANDBOX, 2), job(SANDBOX, 3), job(ANSWER, 4)], 5),
        ([job(ANSWER, 2), job(SANDBOX, 3, 0), job(ANSWER, 1, 1)], 6),
        ([job(ANSWER, 2), job(ANSWER, 3), job(SANDBOX, 1, 0, 1)], 4),
    ],
)
def test_jobs_take_as_long_as_limits_and_order_make_them(jobs: list[Job], seconds: float) -> None:
    assert ideal(jobs, LIMITS) == seconds


def test_who_came_first_is_served_first() -> None:
    late, early = job(SANDBOX, 5, began=2.0), job(SANDBOX, 1, began=1.0)
    then = job(ANSWER, 4, 1)
    assert ideal([late, early, then], LIMITS) == 6


def test_the_strict_path_counts_only_what_ran_inside() -> None:
    assert ideal([job(SANDBOX, 4)], LIMITS, inside=True) == 2


async def test_what_a_job_waited_for_is_known_from_where_it_was_begun() -> None:
    diary = Diary(latency=0.2)

    def tell(kind: str, stage: str = "", **data: object) -> None:
        diary(KINDS[kind].model_validate({"stage": stage, **data}))

    async def ask() -> None:
        tell("question.asked")
        await asyncio.sleep(0)
        tell("answer.received")

    async def sandbox() -> None:
        tell("sandbox.started")
        await asyncio.sleep(0)
        tell("sandbox.ended", seconds=0.5)

    async def cases() -> None:
        tell("stage.started", "tests")
        await ask()
        await sandbox()

    async def code() -> None:
        tell("stage.started", "code")
        await ask()
        await asyncio.gather(asyncio.create_task(sandbox()), asyncio.create_task(sandbox()))

    await ask()
    await asyncio.gather(cases(), code())
    tell("package.started", "package")
    await sandbox()

    assert [each.kind for each in diary.jobs] == [ANSWER] * 3 + [SANDBOX] * 4
    waits = [set(each.after) for each in diary.jobs]
    assert waits[0] == set()
    assert waits[1] == waits[2] == {0}
    assert waits[3] == {0, 1}
    assert waits[4] == waits[5] == {0, 2}
    assert waits[6] == {0, 1, 2, 3, 4, 5}
    assert {each.seconds for each in diary.jobs[:3]} == {0.2}
    assert {each.inside for each in diary.jobs[3:]} == {0.5}
