"""The wrappers together: what each gains from its place."""

import asyncio
from dataclasses import dataclass, field

import pytest
from models_kit import question
from wrappers_kit import Time, broken, busy, playing, silent_after

from brickyard.errors import (
    BadInput,
    BrickyardError,
    BudgetSpent,
    Cancelled,
    ModelUnavailable,
    Stopped,
)
from brickyard.events import Event
from brickyard.models.backends import Backends
from brickyard.models.base import Model, Reply, Request
from brickyard.models.compose import compose, compose_all
from brickyard.models.limits import Leave
from brickyard.models.scripted import Scripted
from brickyard.models.trace import Trace
from brickyard.record import Record, Spent
from brickyard.record.masking import Mask
from brickyard.record.messages import Messages
from brickyard.settings import Settings

KEY = "sk-canary-0123456789"


@dataclass
class Stack:
    record: Record
    settings: Settings = field(default_factory=Settings)
    time: Time = field(default_factory=Time)
    told: list[Event] = field(default_factory=list[Event])
    cancelled: bool = False
    leave: Leave | None = None

    def of(self, model: Model) -> Model:
        return compose(
            model,
            self.record,
            "run",
            self.settings,
            self.told.append,
            lambda: self.cancelled,
            mask=Mask({"SOME_API_KEY": KEY}),
            leave=self.leave,
            clock=self.time.clock,
            chance=lambda: 1.0,
        )

    @property
    def spent(self) -> Spent:
        return self.record.budget.spent("run")


async def test_each_try_reserves_anew(record: Record) -> None:
    lost = ModelUnavailable("lost on the way", transient=True)
    stack = Stack(record)
    await stack.of(playing([lost, Reply(text="fine", usd=0.5)])).complete(question())
    assert stack.spent.calls == 2


async def test_tries_end_where_the_budget_ends(record: Record) -> None:
    lost = ModelUnavailable("lost on the way", transient=True)
    stack = Stack(record, Settings(max_calls=2))
    model = playing([lost] * 5)
    with pytest.raises(BudgetSpent):
        await stack.of(model).complete(question())
    assert model.calls == 2


async def test_a_pause_between_tries_holds_no_slot(record: Record) -> None:
    order: list[str] = []
    failed: set[str] = set()

    async def script(request: Request) -> str:
        text = request.messages[0].text
        order.append(text)
        if text == "first" and text not in failed:
            failed.add(text)
            raise busy()
        return "fine"

    stack = Stack(record, Settings(concurrency=1))
    model = stack.of(Scripted(script))
    await asyncio.gather(model.complete(question("first")), model.complete(question("second")))
    assert order == ["first", "second", "first"]


async def test_a_run_that_is_cancelled_in_a_pause_makes_no_other_try(record: Record) -> None:
    stack = Stack(record)

    def script(request: Request) -> str:
        stack.cancelled = True
        raise busy()

    model = Scripted(script)
    with pytest.raises(Cancelled):
        await stack.of(model).complete(question())
    assert model.calls == 1


async def test_when_most_tries_fail_nothing_more_is_asked_or_reserved(record: Record) -> None:
    stack = Stack(record, Settings(breaker_calls=4))
    model = playing([ModelUnavailable("down", transient=True)] * 99)
    composed = stack.of(model)
    for number in range(5):
        with pytest.raises(ModelUnavailable):
            await composed.complete(question(str(number)))
    assert (model.calls, stack.spent.calls) == (3, 3)
    given_up = [event for event in stack.told if event.kind == "question.unanswered"]
    assert "not asked any more" in given_up[-1].data["reason"]


async def test_what_was_answered_is_there_when_the_model_is_down(record: Record) -> None:
    stack = Stack(record, Settings(breaker_calls=2))
    composed = stack.of(playing(["kept", *[broken()] * 9]))
    await composed.complete(question("early"))
    for number in range(3):
        with pytest.raises(ModelUnavailable):
            await composed.complete(question(str(number)))
    stack.cancelled = True
    assert (await composed.complete(question("early"))).text == "kept"


async def test_a_busy_provider_is_waited_for_not_given_up(record: Record) -> None:
    stack = Stack(record, Settings(breaker_calls=2))
    composed = stack.of(playing([busy(after=1.0)] * 2))
    assert (await composed.complete(question())).text == "fine"
    assert stack.time.slept == [1.0, 1.0]


async def test_a_silent_answer_may_have_cost_and_is_asked_again(record: Record) -> None:
    said = silent_after(lambda: "Hel")
    stack = Stack(record, Settings(idle_seconds=1e-9, tries=2, usd_per_call=0.1))
    with pytest.raises(ModelUnavailable, match="said nothing"):
        await stack.of(said).complete(question())
    assert (said.calls, stack.spent.calls) == (2, 2)


async def test_no_run_takes_more_tokens_than_it_may(record: Record) -> None:
    model = playing([])
    stack = Stack(record, Settings(max_total_tokens=1000))
    composed = stack.of(model)
    big = {"max_tokens": 900}
    await composed.complete(question("one", parameters=big))
    with pytest.raises(BudgetSpent, match="1,000 tokens") as caught:
        await composed.complete(question("two", parameters=big | {"max_tokens": 1000}))
    assert "--max-total-tokens" in caught.value.hint
    assert model.calls == 1
    assert 0 < stack.spent.tokens < 100


async def test_calls_in_the_air_count_with_the_most_tokens_they_may_take(record: Record) -> None:
    model = Scripted(lambda request: "fine", latency=0.01)
    composed = Stack(record, Settings(max_total_tokens=1000)).of(model)
    asked = (
        composed.complete(question(str(number), parameters={"max_tokens": 400}))
        for number in range(4)
    )
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(result, BudgetSpent) for result in results) == 2
    assert model.calls == 2


async def test_requests_a_minute_are_kept(record: Record) -> None:
    stack = Stack(record, Settings(requests_per_minute=1))
    composed = stack.of(playing([]))
    for text in ("one", "two", "one"):
        await composed.complete(question(text))
    assert stack.time.slept == [60.0]


async def test_a_key_in_an_answer_is_stored_nowhere(record: Record) -> None:
    composed = Stack(record).of(playing([f"your key is {KEY}"]))
    first = await composed.complete(question())
    assert first == await composed.complete(question())
    [stored] = record.answers.all()
    assert KEY not in stored.reply


async def test_a_key_in_a_question_costs_and_leaves_nothing(record: Record) -> None:
    stack = Stack(record)
    with pytest.raises(BadInput):
        await stack.of(playing([])).complete(question(KEY))
    assert stack.spent.calls == 0
    assert stack.told == []


async def test_a_key_in_an_error_is_told_to_nobody(record: Record) -> None:
    stack = Stack(record)
    lost = ModelUnavailable(f"lost {KEY}", transient=True)
    with pytest.raises(BrickyardError) as caught:
        await stack.of(playing([lost, lost, lost])).complete(question())
    assert KEY not in str(caught.value)
    assert all(KEY not in event.model_dump_json() for event in stack.told)
    assert any(event.kind == "question.retried" for event in stack.told)


async def test_models_for_different_work_share_a_budget_and_nothing_else(
    record: Record, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stack = Stack(record, Settings(max_calls=5, breaker_calls=2))
    down, fine = playing([broken()] * 9), Scripted(lambda request: "fine", name="other")
    path = tmp_path_factory.mktemp("run") / "messages.jsonl"
    trace = Trace(Messages(path, failed=print))
    model = compose_all(Backends(down, others={"plan": fine}), stack.of, trace)
    for number in range(4):
        with pytest.raises(ModelUnavailable):
            await model.complete(question(f"code {number}", work="code"))
    for number in range(3):
        await model.complete(question(f"plan {number}", work="plan"))
    assert (down.calls, fine.calls) == (2, 3)
    with pytest.raises(BudgetSpent):
        await model.complete(question("plan 4", work="plan"))
    assert {answer.model for answer in record.answers.all()} == {"other"}


async def test_a_question_without_leave_is_not_sent_and_nothing_is_reserved(record: Record) -> None:
    stack = Stack(record, leave=lambda request: request.messages[0].text != "private")
    model = playing(["fine"])
    composed = stack.of(model)
    with pytest.raises(Stopped, match="was not sent"):
        await composed.complete(question("private"))
    assert (model.calls, stack.spent.calls) == (0, 0)
    assert (await composed.complete(question("public"))).text == "fine"


async def test_leave_is_asked_for_what_is_sent_and_not_for_what_is_known(record: Record) -> None:
    seen: list[str] = []

    def leave(request: Request) -> bool:
        seen.append(request.messages[0].text)
        return True

    composed = Stack(record, leave=leave).of(playing([busy(after=1.0), "fine"]))
    for _ in range(2):
        await composed.complete(question("early"))
    assert seen == ["early"], "neither another try nor an answer from the record"
