"""An answer that went silent is cut off. Deadlines are set in the past: nothing waits for them."""

import asyncio

import pytest
from models_kit import question
from wrappers_kit import silent_after

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Request
from brickyard.models.retry import Idle
from brickyard.models.scripted import Scripted

HOUR = 3600.0


async def test_silence_after_the_first_piece_is_cut_off_and_may_be_tried_again() -> None:
    long_ago = asyncio.get_running_loop().time() - 2 * HOUR
    model = Idle(silent_after(lambda: "Hel"), HOUR, now=lambda: long_ago)
    with pytest.raises(ModelUnavailable, match="said nothing for 3600 seconds") as caught:
        await model.complete(question())
    assert (caught.value.transient, caught.value.may_have_cost) == (True, True)


async def test_each_piece_sets_the_clock_anew() -> None:
    loop = asyncio.get_running_loop()
    times = iter([loop.time() - 2 * HOUR, loop.time()])

    async def script(request: Request) -> str:
        assert request.heard is not None
        request.heard("Hel")
        request.heard("lo")
        for _ in range(5):
            await asyncio.sleep(0)
        return "Hello"

    model = Idle(Scripted(script), HOUR, now=lambda: next(times))
    assert (await model.complete(question())).text == "Hello"


async def test_an_answer_that_has_not_begun_may_take_its_time() -> None:
    long_ago = asyncio.get_running_loop().time() - 2 * HOUR

    async def script(request: Request) -> str:
        for _ in range(5):
            await asyncio.sleep(0)
        return "at last"

    assert (
        await Idle(Scripted(script), HOUR, now=lambda: long_ago).complete(question())
    ).text == "at last"


async def test_who_listens_hears_every_piece_and_late_ones_do_no_harm() -> None:
    heard: list[str] = []
    kept: list[Request] = []

    def script(request: Request) -> str:
        assert request.heard is not None
        request.heard("Hel")
        kept.append(request)
        return "Hello"

    await Idle(Scripted(script), HOUR).complete(question(heard=heard.append))
    late = kept[0].heard
    assert late is not None
    late("lo")
    assert heard == ["Hel", "lo"]


async def test_a_time_out_of_the_backend_itself_stays_what_it_is() -> None:
    def script(request: Request) -> str:
        raise TimeoutError("my own")

    with pytest.raises(TimeoutError, match="my own"):
        await Idle(Scripted(script), HOUR).complete(question())


async def test_a_run_that_is_stopped_stops_the_call() -> None:
    begun = asyncio.Event()

    async def script(request: Request) -> str:
        begun.set()
        await asyncio.Event().wait()
        return "never"

    call = asyncio.ensure_future(Idle(Scripted(script), HOUR).complete(question()))
    await begun.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
