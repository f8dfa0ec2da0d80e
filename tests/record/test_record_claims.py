"""The same question asked twice at once is asked once, and no dead process holds a question."""

import asyncio
import secrets
from pathlib import Path

import pytest
from record_kit import Spawn, Time, make_answer, settle

from brickyard.record import Answer, Record
from brickyard.record.answers import LONGEST_PAUSE
from brickyard.record.claims import Claims, Owner, this_process
from brickyard.record.clock import Clock
from brickyard.record.database import Database

ASKER = """
import asyncio, sys
from pathlib import Path
from brickyard.record import Answer, Record
from brickyard.record.clock import Clock

def say(line):
    print(line, flush=True)

async def sleep(seconds):
    say("waiting")
    await asyncio.sleep(seconds)

async def main():
    record = Record.open(Path(sys.argv[1]), clock=Clock(sleep=sleep))
    sys.stdin.readline()
    reservation = record.budget.reserve("run", "k", 0.25, max_calls=9, max_usd=9.0)
    async with record.answers.claim("k") as known:
        if known is None:
            say("asking")
            reply = sys.stdin.readline().strip()
            say("replied")
            sys.stdin.readline()
            known = record.answers.put(Answer("k", "p", "plan", "m", "{}", reply))
            record.budget.settle(reservation, 0.1)
        else:
            record.budget.release(reservation)
    say(known.reply)

asyncio.run(main())
"""

CROWD = """
import asyncio, sys
from pathlib import Path
from brickyard.record import Answer, Record

async def ask(record, key):
    async with record.answers.claim(key) as known:
        if known is None:
            print(key)
            record.answers.put(Answer(key, "p", "plan", "m", "{}", "{}"))

async def main():
    with Record.open(Path(sys.argv[1])) as record:
        sys.stdin.readline()
        await asyncio.gather(*(ask(record, f"k{number}") for number in range(40)))

asyncio.run(main())
"""


async def only_heartbeats(seconds: float) -> None:
    if seconds <= LONGEST_PAUSE:
        raise AssertionError("a claim that is free was waited for")
    await asyncio.sleep(seconds)


IMPATIENT = Clock(sleep=only_heartbeats)


def claims_of(home: Path, owner: Owner, time: Time, lease: float = 60.0) -> Claims:
    return Claims(Database(home / "record.db"), owner, time.clock, lease)


def of_question(key: str, reply: str = "{}") -> Answer:
    return Answer(key, "p", "plan", "m", "{}", reply)


def test_two_processes_that_ask_the_same_question_at_once_ask_it_once(
    home: Path, spawn: Spawn
) -> None:
    first, second = spawn(ASKER, home), spawn(ASKER, home)
    first.tell()
    assert first.hear() == "asking"
    second.tell()
    assert second.hear() == "waiting"
    first.tell("the reply")
    first.tell()
    assert first.finish().split("\n")[-2] == "the reply"
    assert second.finish().split("\n")[-2] == "the reply"


def test_a_crowd_asks_each_question_once_even_where_claims_were_left_behind(
    home: Path, spawn: Spawn, record: Record
) -> None:
    gone = claims_of(home, Owner("elsewhere", 1, "long ago"), Time())
    assert all(gone.take(f"k{number}", "gone") for number in range(0, 40, 2))
    crowd = [spawn(CROWD, home) for _ in range(2)]
    for other in crowd:
        other.tell()
    asked = "".join(other.finish() for other in crowd).split()
    assert sorted(asked) == sorted(f"k{number}" for number in range(40))
    assert len(list(record.answers.all())) == 40


async def test_a_process_killed_between_reservation_and_answer_is_paid_for_and_replaced_at_once(
    home: Path, spawn: Spawn
) -> None:
    other = spawn(ASKER, home)
    other.tell()
    assert other.hear() == "asking"
    other.kill()
    with Record.open(home, clock=IMPATIENT) as record:
        assert (record.budget.spent("run").calls, record.budget.spent("run").usd) == (1, 0.25)
        async with record.answers.claim("k") as known:
            assert known is None
            record.answers.put(of_question("k", "again"))
        async with record.answers.claim("k") as known:
            assert known == of_question("k", "again")
        assert len(list(record.answers.all())) == 1


def test_a_reply_that_arrived_and_was_not_stored_is_asked_again_exactly_once(
    home: Path, spawn: Spawn
) -> None:
    killed, after, last = (spawn(ASKER, home) for _ in range(3))
    killed.tell()
    killed.tell("lost")
    assert [killed.hear(), killed.hear()] == ["asking", "replied"]
    killed.kill()
    after.tell()
    assert after.hear() == "asking"
    after.tell("kept")
    after.tell()
    assert after.finish() == "replied\nkept\n"
    last.tell()
    assert last.finish() == "kept\n"


async def test_a_heartbeat_keeps_the_claim_of_a_question_that_takes_long(home: Path) -> None:
    time = Time()
    with Record.open(home, clock=time.clock) as mine, Record.open(home, clock=time.clock) as other:
        async with mine.answers.claim("k"):
            waiter = asyncio.create_task(read_claim(other, "k"))
            await time.move(600)
            assert not waiter.done()
            mine.answers.put(of_question("k"))
        await time.move(1)
        assert await waiter == of_question("k")


async def test_a_claim_whose_lease_ran_out_is_taken_over_by_one(home: Path, record: Record) -> None:
    time = Time()
    elsewhere = claims_of(home, Owner("elsewhere", 1, "x"), time)
    here = claims_of(home, this_process(), time)
    assert elsewhere.take("k", "theirs")
    await time.move(59)
    assert not here.take("k", "mine")
    await time.move(1)
    assert here.take("k", "mine")
    assert not here.take("k", "another of mine")
    assert not elsewhere.renew("k", "theirs")


async def test_who_lost_a_claim_does_not_release_the_claim_of_who_took_it(
    home: Path, record: Record
) -> None:
    time = Time()
    claims = claims_of(home, this_process(), time)
    claims.take("k", "slow")
    await time.move(61)
    assert claims.take("k", "fast")
    claims.release("k", "slow")
    assert not claims.take("k", "third")


async def test_coroutines_of_one_process_ask_once(record: Record) -> None:
    asked: list[str] = []

    async def ask() -> Answer:
        async with record.answers.claim("k") as known:
            if known is None:
                asked.append("k")
                await settle()
                known = record.answers.put(of_question("k"))
            return known

    assert len(set(await asyncio.gather(*(ask() for _ in range(10))))) == 1
    assert asked == ["k"]


async def test_an_answer_stored_between_the_look_and_the_claim_is_not_asked_again(
    home: Path, record: Record
) -> None:
    def now() -> float:
        record.answers.put(of_question("k"))
        return 0.0

    with Record.open(home, clock=Clock(now=now)) as late:
        assert await read_claim(late, "k") == of_question("k")


async def test_a_question_that_failed_is_free_at_once(home: Path) -> None:
    with Record.open(home, clock=IMPATIENT) as record:
        with pytest.raises(ValueError, match="unusable"):
            async with record.answers.claim("k"):
                raise ValueError("unusable")
        assert await read_claim(record, "k") is None


async def test_a_question_that_was_cancelled_is_free_at_once(home: Path) -> None:
    with Record.open(home) as record, Record.open(home, clock=IMPATIENT) as other:
        task = asyncio.create_task(hold(record, "k"))
        await settle()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await read_claim(other, "k") is None


async def read_claim(record: Record, key: str) -> Answer | None:
    async with record.answers.claim(key) as known:
        return known


async def hold(record: Record, key: str) -> None:
    async with record.answers.claim(key):
        await asyncio.Event().wait()


async def test_different_questions_do_not_wait_for_each_other(home: Path) -> None:
    with Record.open(home, clock=Clock(sleep=asyncio.sleep)) as record:
        async with record.answers.claim("a") as first, record.answers.claim("b") as second:
            assert first is second is None


def test_the_answer_that_is_stored_first_stays(record: Record) -> None:
    first, second = make_answer(), make_answer()
    other = Answer(second.key, second.prompt_key, "plan", "m", second.request, secrets.token_hex())
    assert record.answers.put(first) == first
    assert record.answers.put(other) == first
    assert record.answers.get(first.key) == first
