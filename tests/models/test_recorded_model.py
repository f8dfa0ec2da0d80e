"""What was answered is never asked again."""

import asyncio

import pytest
from models_kit import question

from brickyard.errors import ModelUnavailable, Pending
from brickyard.events import Event
from brickyard.models.base import Reply, Request, Usage
from brickyard.models.recorded import Recorded
from brickyard.models.scripted import Scripted
from brickyard.record import Record


async def test_a_stored_answer_is_returned_whole_and_not_asked_for_again(record: Record) -> None:
    reply = Reply(
        text="hi\r\n ☃",
        finish="length",
        usage=Usage(input_tokens=3, output_tokens=4),
        usd=0.25,
        turns=2,
        session="s",
        model="m",
    )
    model = Scripted(lambda request: reply)
    assert await Recorded(model, record).complete(question()) == reply
    assert await Recorded(model, record).complete(question()) == reply
    assert model.calls == 1


async def test_the_same_question_asked_many_times_at_once_is_asked_once(record: Record) -> None:
    model = Scripted(lambda request: "hi", latency=0.05)
    recorded = Recorded(model, record)
    replies = await asyncio.gather(*(recorded.complete(question()) for _ in range(10)))
    assert {reply.text for reply in replies} == {"hi"}
    assert model.calls == 1


@pytest.mark.parametrize(
    "other",
    [
        question("other"),
        question(task="other"),
        question(sample=1),
        question(generation=1),
        question(parameters={"temperature": 1}),
    ],
)
async def test_another_question_is_asked_for_itself(record: Record, other: Request) -> None:
    model = Scripted(lambda request: "hi")
    await Recorded(model, record).complete(question())
    await Recorded(model, record).complete(other)
    assert model.calls == 2


async def test_another_model_is_asked_for_itself(record: Record) -> None:
    await Recorded(Scripted(lambda request: "one", name="a"), record).complete(question())
    reply = await Recorded(Scripted(lambda request: "two", name="b"), record).complete(question())
    assert reply.text == "two"


async def test_an_answer_is_not_lost_when_who_listens_fails(record: Record) -> None:
    def broken(event: Event) -> None:
        if event.kind == "answer.received":
            raise BrokenPipeError

    model = Scripted(lambda request: "hi")
    with pytest.raises(BrokenPipeError):
        await Recorded(model, record, listener=broken).complete(question())

    assert (await Recorded(model, record).complete(question())).text == "hi"
    assert model.calls == 1


async def test_events_tell_when_a_reply_came_and_when_it_was_stored(record: Record) -> None:
    told: list[tuple[str, bool]] = []

    def listen(event: Event) -> None:
        told.append((event.kind, record.answers.get(event.data["key"]) is not None))

    recorded = Recorded(Scripted(lambda request: "hi"), record, listener=listen)
    await recorded.complete(question())
    await recorded.complete(question())

    assert told == [
        ("question.asked", False),
        ("answer.received", True),
        ("answer.stored", True),
        ("answer.reused", True),
    ]


async def test_a_question_that_failed_or_waits_is_asked_again(record: Record) -> None:
    events: list[Event] = []
    failures: list[Exception] = [ModelUnavailable("down"), Pending("k", "greet", "there")]

    def script(request: Request) -> str:
        if failures:
            raise failures.pop(0)
        return "hi"

    recorded = Recorded(Scripted(script), record, listener=events.append)
    with pytest.raises(ModelUnavailable):
        await recorded.complete(question())
    with pytest.raises(Pending):
        await recorded.complete(question(role="reader"))
    assert (await recorded.complete(question())).text == "hi"
    waits = [event.data for event in events if event.kind == "question.pending"]
    assert [(one["where"], one["role"]) for one in waits] == [("there", "reader")]
