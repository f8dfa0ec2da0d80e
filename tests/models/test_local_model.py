"""The embedded model, on real weights: what any backend must do, and what only this one does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from local_kit import asked, model_of, smol

from brickyard.errors import ModelUnavailable
from brickyard.models.local import Local
from brickyard.models.local_engine import MINIMUM
from brickyard.models.local_weights import Weights

WINDOW = 512


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Weights:
    return smol(tmp_path_factory.mktemp("cache"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model(weights: Weights) -> AsyncIterator[Local]:
    local = model_of(weights, WINDOW)
    yield local
    await local.aclose()


async def test_a_question_gets_text_usage_and_no_price(model: Local) -> None:
    reply = await model.complete(asked("Say hello."))
    assert reply.text.strip()
    assert reply.usage.input_tokens > 10
    assert reply.usage.output_tokens <= 8
    assert reply.usd == model.usd_per_call == 0
    assert reply.model == model.name


async def test_a_question_asked_twice_gets_the_same_answer_whatever_was_asked_between(
    model: Local,
) -> None:
    first = await model.complete(asked("Name three colours.", max_tokens=16))
    await model.complete(asked("Name three animals.", max_tokens=4))
    assert await model.complete(asked("Name three colours.", max_tokens=16)) == first


async def test_an_answer_that_is_too_long_is_cut_and_says_so(model: Local) -> None:
    reply = await model.complete(asked("Tell me a long story.", max_tokens=3))
    assert reply.finish == "length"
    assert reply.usage.output_tokens == 3


async def test_an_answer_obeys_the_grammar(model: Local) -> None:
    grammar = 'root ::= "@@1f3a9c " ("red" | "blue") "\\n" [0-9]{3} "."'
    reply = await model.complete(asked("Say hello.", max_tokens=40, grammar=grammar))
    head, _, tail = reply.text.partition("\n")
    assert head in ("@@1f3a9c red", "@@1f3a9c blue")
    assert len(tail) == 4
    assert tail[:3].isdecimal()
    assert reply.finish == "stop"


async def test_a_grammar_that_llama_cannot_read_is_an_error(model: Local) -> None:
    with pytest.raises(ModelUnavailable, match="failed to parse grammar") as caught:
        await model.complete(asked("Say hello.", grammar='root ::= ("red"'))
    assert not caught.value.may_have_cost


@pytest.mark.parametrize("words", [WINDOW, WINDOW - MINIMUM])
async def test_a_question_that_leaves_no_room_for_an_answer_is_refused_before_it_is_asked(
    model: Local, words: int
) -> None:
    pieces: list[str] = []
    request = asked("hello " * words, max_tokens=MINIMUM, heard=pieces.append)
    with pytest.raises(ModelUnavailable, match=rf"it has \d+ tokens and .* {WINDOW} is") as caught:
        await model.complete(request)
    await asyncio.sleep(0)
    assert pieces == []
    assert not caught.value.may_have_cost
    assert "local_context" in caught.value.hint


async def test_a_question_that_just_fits_is_answered(model: Local) -> None:
    reply = await model.complete(asked("hello " * (WINDOW - MINIMUM - 40), max_tokens=2))
    assert reply.usage.output_tokens > 0


async def test_the_window_is_no_larger_than_the_weights_know(weights: Weights) -> None:
    model = model_of(weights, context=8704)
    with pytest.raises(ModelUnavailable, match="8192 is all there is room for"):
        await model.complete(asked("hello " * 8200))
    await model.aclose()


async def test_pieces_are_heard_as_they_come(model: Local) -> None:
    pieces: list[str] = []
    reply = await model.complete(asked("Say hello.", heard=pieces.append))
    await asyncio.sleep(0)
    assert "".join(pieces) == reply.text
    assert len([piece for piece in pieces if piece]) > 1


async def test_the_event_loop_goes_on_while_the_model_answers(model: Local) -> None:
    answering = asyncio.create_task(model.complete(asked("Tell me a story.", max_tokens=12)))
    turns = 0
    while not answering.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 5
    assert (await answering).text


@pytest.mark.slow
async def test_eight_at_a_time_queue_up_and_all_are_answered(model: Local) -> None:
    questions = [asked(f"Count to {number}.", max_tokens=3) for number in range(8)]
    alone = [await model.complete(question) for question in questions]
    together = await asyncio.gather(*(model.complete(question) for question in questions))
    assert together == alone


async def test_a_cancelled_question_stops_between_tokens_and_leaves_nothing_running(
    model: Local,
) -> None:
    started = asyncio.Event()
    pieces: list[str] = []

    def heard(piece: str) -> None:
        pieces.append(piece)
        if piece:
            started.set()

    story = asked("Tell me a very long story.", max_tokens=300, heard=heard)
    answering = asyncio.create_task(model.complete(story))
    queued = asyncio.create_task(model.complete(story.model_copy(update={"sample": 1})))
    await started.wait()
    answering.cancel()
    queued.cancel()
    ended = await asyncio.gather(answering, queued, return_exceptions=True)
    assert [type(end) for end in ended] == [asyncio.CancelledError] * 2
    so_far = len(pieces)
    assert so_far < 100
    await model.complete(asked("Say hello.", max_tokens=2))
    assert len(pieces) - so_far <= 1


async def test_a_question_after_closing_loads_the_weights_again(weights: Weights) -> None:
    model = model_of(weights, 512)
    first = await model.complete(asked("Say hello.", max_tokens=2))
    await model.aclose()
    assert await model.complete(asked("Say hello.", max_tokens=2)) == first
    await model.aclose()


async def test_weights_that_are_no_model_are_an_error_that_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "not.gguf"
    path.write_bytes(b"GGUF but no more")
    model = Local(Weights(path, "0" * 64), context=512)
    with pytest.raises(ModelUnavailable, match=r"cannot use the weights .*not\.gguf") as caught:
        await model.complete(asked("Say hello."))
    assert "GGUF" in caught.value.hint
    assert not caught.value.may_have_cost


async def test_no_port_is_opened(model: Local) -> None:
    await model.complete(asked("Say hello.", max_tokens=1))
    own = {path.readlink().name for path in Path("/proc/self/fd").iterdir() if path.is_symlink()}
    for table in ("/proc/self/net/tcp", "/proc/self/net/tcp6"):
        rows = [line.split() for line in Path(table).read_text("ascii").splitlines()[1:]]
        assert not [row for row in rows if f"socket:[{row[9]}]" in own]


async def test_nothing_is_printed(weights: Weights, capfd: pytest.CaptureFixture[str]) -> None:
    model = model_of(weights, 512)
    await model.complete(asked("Say hello.", max_tokens=2))
    await model.aclose()
    assert capfd.readouterr() == ("", "")


def test_the_name_is_the_same_wherever_the_weights_are() -> None:
    one, other = (Weights(Path(folder) / "a.gguf", "ab" * 32) for folder in ("/x", "/y/z"))
    assert one.name == other.name == "local:a.gguf@abababababab"
    assert Weights(Path("/x/a.gguf"), "cd" * 32).name != one.name
