"""Requests and tokens a minute."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from models_kit import question
from wrappers_kit import Time, broken, playing

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Reply, Request, Usage
from brickyard.models.limits import MINUTE, Rated
from brickyard.models.scripted import Scripted
from brickyard.models.tokens import most_tokens, used_tokens


async def sent_at(model: Rated, times: list[float], *requests: Request) -> list[float]:
    await asyncio.gather(*(model.complete(request) for request in requests))
    return times


def watching(time: Time, times: list[float], tokens: int = 0) -> Scripted:
    def script(request: Request) -> Reply:
        times.append(time.now)
        return Reply(text="fine", usage=Usage(input_tokens=tokens))

    return Scripted(script)


async def test_more_requests_than_a_minute_allows_wait_their_turn() -> None:
    time = Time(0.0)
    times: list[float] = []
    model = Rated(watching(time, times), requests=2, clock=time.clock)
    asked = [question(str(number)) for number in range(5)]
    assert await sent_at(model, times, *asked) == [0.0, 0.0, 60.0, 60.0, 120.0]


async def test_tokens_count_before_the_answer_is_there() -> None:
    time = Time(0.0)
    times: list[float] = []
    both = asyncio.Barrier(2)

    async def script(request: Request) -> str:
        times.append(time.now)
        await both.wait()
        return "fine"

    model = Rated(Scripted(script), tokens=1000, clock=time.clock)
    big = [question(text, parameters={"max_tokens": 600}) for text in ("one", "two")]
    assert await sent_at(model, times, *big) == [0.0, 60.0]


async def test_what_was_not_used_is_given_back_by_the_answer() -> None:
    time = Time(0.0)
    times: list[float] = []
    model = Rated(watching(time, times, tokens=10), tokens=1000, clock=time.clock)
    for text in ("one", "two", "three"):
        await model.complete(question(text, parameters={"max_tokens": 900}))
    assert times == [0.0, 0.0, 0.0]


async def test_a_call_that_failed_counts_as_the_most_it_may_have_taken() -> None:
    time = Time(0.0)
    model = Rated(playing([broken()]), tokens=1000, clock=time.clock)
    with pytest.raises(ModelUnavailable):
        await model.complete(question(parameters={"max_tokens": 900}))
    await model.complete(question(parameters={"max_tokens": 900}))
    assert time.now == 60.0


async def test_a_question_larger_than_a_minute_goes_when_nothing_else_was_sent() -> None:
    time = Time(0.0)
    times: list[float] = []
    model = Rated(watching(time, times, tokens=5), tokens=100, clock=time.clock)
    huge = question("x" * 9000)
    assert await sent_at(model, times, question("a"), huge) == [0.0, 60.0]


async def test_a_wait_is_noted() -> None:
    notes: list[str] = []
    time = Time(0.0)
    model = Rated(playing([]), requests=1, clock=time.clock)
    asked = question(noted=lambda what, more: notes.append(f"{what} {more['seconds']}"))
    await model.complete(asked)
    await model.complete(asked)
    assert notes == ["waited 60.0"]


@given(st.lists(st.integers(0, 300), max_size=30), st.integers(1, 5), st.integers(100, 500))
def test_no_minute_ever_holds_more_than_is_allowed(
    sizes: list[int], requests: int, tokens: int
) -> None:
    time = Time(0.0)
    sent: list[tuple[float, int]] = []

    def script(request: Request) -> Reply:
        sent.append((time.now, most_tokens(request)))
        return Reply(text="", usage=Usage(input_tokens=most_tokens(request)))

    async def ask() -> None:
        model = Rated(Scripted(script), requests=requests, tokens=tokens, clock=time.clock)
        for size in sizes:
            await model.complete(question("", parameters={"max_tokens": size}))

    asyncio.run(ask())
    for start, _ in sent:
        minute = [took for at, took in sent if start <= at < start + MINUTE]
        assert len(minute) <= requests
        assert sum(minute) <= tokens or len(minute) == 1


def test_tokens_are_those_of_the_provider_or_estimated_from_the_texts() -> None:
    asked = question("x" * 292)
    assert used_tokens(asked, Reply(text="y" * 30)) == 110
    counted = Reply(text="y", usage=Usage(input_tokens=3, output_tokens=4))
    assert used_tokens(asked, counted) == 7
