"""When most calls fail, no more are made."""

import pytest
from models_kit import question
from wrappers_kit import broken, busy, playing

from brickyard.errors import BrickyardError, BudgetSpent, ModelUnavailable, Pending
from brickyard.models.retry import Breaker
from brickyard.models.scripted import Scripted


async def ask(breaker: Breaker, times: int) -> list[str]:
    """What came of each question."""
    said: list[str] = []
    for number in range(times):
        try:
            said.append((await breaker.complete(question(str(number)))).text)
        except BrickyardError as error:
            said.append(error.message)
    return said


async def test_over_half_of_the_last_calls_failed_and_nothing_more_is_asked() -> None:
    model = playing(["fine", broken(), "fine", broken(), broken(), "too late"])
    breaker = Breaker(model, last=4)
    await ask(breaker, 5)
    with pytest.raises(ModelUnavailable, match=r"not asked any more.*last 4.*broken") as caught:
        await breaker.complete(question())
    assert model.calls == 5
    assert (caught.value.exit_code, caught.value.transient, caught.value.may_have_cost) == (
        3,
        False,
        False,
    )


async def test_half_of_them_is_not_over_half() -> None:
    model = playing([broken(), "fine"] * 10)
    assert await ask(Breaker(model, last=4), 20) == ["broken", "fine"] * 10


async def test_what_failed_long_ago_is_forgotten() -> None:
    model = playing([broken(), broken(), *["fine"] * 4, broken(), broken(), "fine"])
    assert (await ask(Breaker(model, last=4), 9))[-1] == "fine"


@pytest.mark.parametrize("error", [busy(after=1.0), Pending("k", "t", "w"), BudgetSpent("spent")])
async def test_busy_waiting_and_stopped_are_not_failures(error: BrickyardError) -> None:
    model = playing([error] * 9)
    assert (await ask(Breaker(model, last=4), 10))[-1] == "fine"


async def test_the_name_is_that_of_the_model() -> None:
    assert Breaker(Scripted(lambda request: "", name="someone")).name == "someone"
