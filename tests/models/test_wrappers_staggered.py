"""Questions that begin alike: one goes ahead until its answer begins. Nothing waits for a clock."""

import asyncio
from collections.abc import Callable, Iterator

import pytest
from models_kit import question
from wrappers_kit import Time, broken

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Model, Reply, Request
from brickyard.models.claude_cli import ClaudeCli
from brickyard.models.compose import compose
from brickyard.models.dspy_lm import DspyModel
from brickyard.models.limits import KEPT_SECONDS, Staggered
from brickyard.models.scripted import Scripted
from brickyard.models.wrapper import Wrapper, caches_prompts
from brickyard.record import Record
from brickyard.settings import Settings
from brickyard.testing import Asked, Fault, Loopback, Said

SHARED = "All of you begin with this. "


def asking(own: str) -> Request:
    return question(SHARED + own, shared=len(SHARED))


def own(request: Request) -> str:
    return request.messages[0].text.removeprefix(SHARED)


class Desk:
    """Answers each question when it is told to; `seen` are those that arrived."""

    name = "desk"

    def __init__(self) -> None:
        self.seen: dict[str, Request] = {}
        self.answers: dict[str, asyncio.Future[Reply]] = {}

    async def complete(self, request: Request) -> Reply:
        self.seen[own(request)] = request
        return await self.answers.setdefault(own(request), asyncio.Future())

    def begins(self, name: str) -> None:
        heard = self.seen[name].heard
        assert heard is not None
        heard("Once")


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def time() -> Time:
    return Time()


class Asking:
    """Puts questions at once, and ends them all when the test is over."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.tasks: dict[str, asyncio.Task[Reply]] = {}

    async def __call__(self, *requests: Request) -> None:
        for request in requests:
            self.tasks[own(request)] = asyncio.create_task(self.model.complete(request))
        await settled()


@pytest.fixture
def ask(desk: Desk, time: Time) -> Iterator[Asking]:
    asked = Asking(Staggered(desk, clock=time.clock))
    yield asked
    for task in asked.tasks.values():
        task.cancel()


async def test_the_others_follow_when_the_first_answer_begins(desk: Desk, ask: Asking) -> None:
    await ask(asking("one"), asking("two"), asking("three"))
    assert list(desk.seen) == ["one"]

    desk.begins("one")
    await settled()

    assert list(desk.seen) == ["one", "two", "three"]
    assert not ask.tasks["one"].done()


ENDS: dict[str, Callable[[asyncio.Future[Reply]], object]] = {
    "answered without a stream": lambda future: future.set_result(Reply(text="hi")),
    "failed": lambda future: future.set_exception(broken()),
    "cancelled": lambda future: future.cancel(),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
async def test_the_others_follow_when_the_first_ends(
    desk: Desk, ask: Asking, end: Callable[[asyncio.Future[Reply]], object]
) -> None:
    await ask(asking("one"), asking("two"), asking("three"))
    end(desk.answers["one"])
    await settled()
    assert list(desk.seen) == ["one", "two", "three"]
    await asyncio.wait([ask.tasks["one"]])


async def test_what_begins_otherwise_or_shares_nothing_waits_for_nobody(
    desk: Desk, ask: Asking
) -> None:
    other = asking("other").model_copy(update={"system": "be long"})
    await ask(asking("one"), other, question("alone"))
    assert list(desk.seen) == ["one", "other", "alone"]


async def test_a_beginning_that_was_used_just_now_is_waited_for_no_more(
    desk: Desk, ask: Asking, time: Time
) -> None:
    await ask(asking("one"))
    desk.begins("one")
    time.now += KEPT_SECONDS - 1
    await ask(asking("two"), asking("three"))
    assert list(desk.seen) == ["one", "two", "three"]
    desk.begins("three")

    time.now += KEPT_SECONDS - 1
    await ask(asking("four"), asking("five"))
    assert list(desk.seen)[-1] == "five"

    time.now += KEPT_SECONDS
    await ask(asking("six"), asking("seven"))
    assert list(desk.seen)[-1] == "six"


async def test_who_listens_hears_the_first_answer(desk: Desk, ask: Asking) -> None:
    heard: list[str] = []
    await ask(asking("one").model_copy(update={"heard": heard.append}))
    desk.begins("one")
    assert heard == ["Once"]


def wrappers(model: Model) -> list[type]:
    found: list[type] = []
    while isinstance(model, Wrapper):
        found.append(type(model))
        model = model.inner
    return found


def test_only_where_a_provider_keeps_beginnings_does_anybody_wait(record: Record) -> None:
    def is_staggered(model: Model) -> bool:
        assert caches_prompts(model) == (
            Staggered in wrappers(compose(model, record, "run", Settings()))
        )
        return caches_prompts(model)

    assert is_staggered(DspyModel("anthropic/claude-sonnet-5-5"))
    assert is_staggered(ClaudeCli())
    assert not is_staggered(DspyModel("anthropic/x", base_url="http://127.0.0.1:1"))
    assert not is_staggered(DspyModel("ollama/qwen"))
    assert not is_staggered(Scripted(lambda request: "hi"))


async def test_behind_a_server_the_others_are_sent_while_the_first_still_streams(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer stalls in the middle: the others come to their end before it."""
    loop, arrived = asyncio.get_running_loop(), asyncio.Event()
    sent: list[int] = []

    def answer(asked: Asked) -> str | Fault:
        if asked.number > 1:
            return "hi"
        loop.call_soon_threadsafe(arrived.set)
        counted = asyncio.run_coroutine_threadsafe(count(), loop)
        sent.append(counted.result())
        return Fault(kind="stall", said=Said("the beginning of an answer"))

    async def count() -> int:
        await settled()
        return record.budget.spent("run").calls

    with Loopback(answer) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key")
        backend = DspyModel("anthropic/claude-sonnet-5-5")
        model = compose(backend, record, "run", Settings())
        first = asyncio.create_task(model.complete(asking("one")))
        await settled()
        others = [asyncio.create_task(model.complete(asking(f"{n}"))) for n in range(3)]
        await arrived.wait()
        replies = await asyncio.gather(*others)
        first.cancel()
        with pytest.raises((asyncio.CancelledError, ModelUnavailable)):
            await first
        await backend.aclose()

    assert sent == [1]
    assert [reply.text for reply in replies] == ["hi"] * 3
