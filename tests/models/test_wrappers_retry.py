"""Trying again: what may pass, after a pause, a few times, and no longer than is bearable."""

import pytest
from models_kit import question
from wrappers_kit import Time, broken, busy, playing

from brickyard.errors import BudgetSpent, ModelUnavailable, Pending
from brickyard.events import Event
from brickyard.models.retry import Retrying
from brickyard.models.scripted import Scripted


def retrying(model: Scripted, time: Time, chance: float = 1.0, most: float = 60.0) -> Retrying:
    return Retrying(model, tries=3, most_seconds=most, clock=time.clock, chance=lambda: chance)


async def test_what_passes_in_a_moment_is_tried_again() -> None:
    time, model = Time(), playing([busy(), busy()])
    assert (await retrying(model, time).complete(question())).text == "fine"
    assert time.slept == [1.0, 2.0]


async def test_pauses_are_shortened_by_chance_and_never_to_nothing() -> None:
    time = Time()
    await retrying(playing([busy(), busy()]), time, chance=0.0).complete(question())
    assert time.slept == [0.5, 1.0]


async def test_after_three_tries_the_last_error_is_the_outcome() -> None:
    time, model = Time(), playing([busy(), busy(), broken("the last"), "too late"])
    with pytest.raises(ModelUnavailable, match="the last"):
        await retrying(model, time).complete(question())
    assert model.calls == 3


@pytest.mark.parametrize(
    "error", [broken(), Pending("k", "greet", "there"), BudgetSpent("spent"), ValueError("a bug")]
)
async def test_what_will_not_pass_is_not_tried_again(error: Exception) -> None:
    time, model = Time(), playing([error])
    with pytest.raises(type(error)):
        await retrying(model, time).complete(question())
    assert (model.calls, time.slept) == (1, [])


async def test_the_provider_says_when_to_come_back() -> None:
    time = Time()
    await retrying(playing([busy(after=7.0), busy(after=0.0)]), time).complete(question())
    assert time.slept == [7.0, 0.0]


async def test_who_must_be_waited_for_too_long_is_not_waited_for() -> None:
    time, model = Time(), playing([busy(after=40.0), busy(after=40.0)])
    with pytest.raises(ModelUnavailable):
        await retrying(model, time, most=60.0).complete(question())
    assert (model.calls, time.slept) == (2, [40.0])


async def test_each_new_try_is_told() -> None:
    told: list[Event] = []
    notes: list[tuple[str, object]] = []
    model = Retrying(playing([busy()]), clock=Time().clock, listener=told.append)
    asked = question(about="brick a", noted=lambda what, more: notes.append((what, more["error"])))
    await model.complete(asked)
    assert [(event.kind, event.data["about"]) for event in told] == [
        ("question.retried", "brick a")
    ]
    assert notes == [("retried", "busy")]
