"""Budgets, limits and cancelling: what stands between a question and the money."""

import asyncio

import pytest
from models_kit import question

from brickyard.errors import BudgetSpent, Cancelled, ModelUnavailable, Pending
from brickyard.models.base import Reply, Request
from brickyard.models.compose import compose
from brickyard.models.limits import Budgeted, Cancellable, Limited
from brickyard.models.replay import Replay
from brickyard.models.scripted import Scripted
from brickyard.record import Record
from brickyard.settings import Settings


def budgeted(model: Scripted, record: Record, *, calls: int = 9, usd: float = 9.0) -> Budgeted:
    return Budgeted(
        model, record.budget, "run", max_calls=calls, max_usd=usd, estimate=lambda request: 0.5
    )


async def test_a_call_is_settled_at_its_price(record: Record) -> None:
    model = budgeted(Scripted(lambda request: Reply(text="hi", usd=0.2)), record)
    await model.complete(question())
    assert (record.budget.spent("run").calls, record.budget.spent("run").usd) == (1, 0.2)


class Dear:
    """A model with a list price of 3 and 15 dollars a million tokens."""

    name = "anthropic/claude-sonnet-4-5"
    usd_per_call = 0.01
    calls = 0

    async def complete(self, request: Request) -> Reply:
        self.calls += 1
        return Reply(text="hi", usd=0.5)


@pytest.mark.parametrize(("max_usd", "made"), [(0.14, 0), (0.16, 1)])
async def test_a_call_is_reserved_at_the_list_price_of_its_longest_answer(
    record: Record, max_usd: float, made: int
) -> None:
    model = Dear()
    composed = compose(model, record, "run", Settings(max_usd=max_usd))
    asked = question().model_copy(update={"parameters": {"max_tokens": 10_000}})

    results = await asyncio.gather(composed.complete(asked), return_exceptions=True)

    assert model.calls == made
    assert isinstance(results[0], BudgetSpent) == (made == 0)


async def test_no_call_is_made_beyond_the_number_of_calls(record: Record) -> None:
    model = Scripted(lambda request: "hi")
    wrapped = budgeted(model, record, calls=2)
    await wrapped.complete(question("1"))
    await wrapped.complete(question("2"))
    with pytest.raises(BudgetSpent):
        await wrapped.complete(question("3"))
    assert model.calls == 2


async def test_calls_in_the_air_count_before_their_price_is_known(record: Record) -> None:
    model = Scripted(lambda request: "hi", latency=0.01)
    wrapped = budgeted(model, record, usd=1.0)
    asked = (wrapped.complete(question(str(number))) for number in range(4))
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(result, BudgetSpent) for result in results) == 2
    assert model.calls == 2


@pytest.mark.parametrize(
    ("error", "calls"),
    [
        (Pending("k", "greet", "there"), 0),
        (ModelUnavailable("refused", may_have_cost=False), 0),
        (ModelUnavailable("who knows"), 1),
        (RuntimeError("a bug"), 1),
    ],
)
async def test_only_a_call_that_cost_nothing_for_sure_is_given_back(
    record: Record, error: Exception, calls: int
) -> None:
    def script(request: Request) -> str:
        raise error

    with pytest.raises(type(error)):
        await budgeted(Scripted(script), record).complete(question())
    assert record.budget.spent("run").calls == calls


async def test_no_more_questions_are_in_the_air_than_allowed() -> None:
    now = most = 0

    async def script(request: Request) -> str:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return "hi"

    limited = Limited(Scripted(script), 3)
    await asyncio.gather(*(limited.complete(question(str(number))) for number in range(20)))
    assert most == 3


async def test_a_cancelled_run_asks_nothing_more() -> None:
    cancelled = False
    model = Scripted(lambda request: "hi")
    wrapped = Cancellable(model, lambda: cancelled)
    await wrapped.complete(question())
    cancelled = True
    with pytest.raises(Cancelled):
        await wrapped.complete(question())
    assert model.calls == 1


async def test_composed_a_known_answer_needs_no_budget_and_no_leave(record: Record) -> None:
    cancelled = False
    model = Scripted(lambda request: "hi")
    settings = Settings(max_calls=1)
    composed = compose(model, record, "run", settings, is_cancelled=lambda: cancelled)
    await composed.complete(question("1"))
    with pytest.raises(BudgetSpent):
        await composed.complete(question("2"))
    cancelled = True
    assert (await composed.complete(question("1"))).text == "hi"
    with pytest.raises(Cancelled):
        await composed.complete(question("2"))
    assert model.calls == 1


async def test_composed_a_model_of_unknown_price_reserves_the_setting(record: Record) -> None:
    class Unpriced:
        name = "unpriced"

        async def complete(self, request: Request) -> Reply:
            raise ModelUnavailable("who knows")

    composed = compose(Unpriced(), record, "run", Settings(usd_per_call=0.3))
    with pytest.raises(ModelUnavailable):
        await composed.complete(question())
    assert record.budget.spent("run").usd == 0.3


async def test_composed_a_replay_stores_nothing_twice_and_spends_nothing(record: Record) -> None:
    first = compose(Scripted(lambda request: "hi"), record, "run", Settings())
    await first.complete(question())
    kinds: list[str] = []
    replay = compose(
        Replay(record.answers), record, "again", Settings(), lambda event: kinds.append(event.kind)
    )
    assert (await replay.complete(question())).text == "hi"
    assert len(list(record.answers.all())) == 1
    assert record.budget.spent("again").calls == 0
    assert kinds == ["answer.reused"]
