"""What every backend does, whoever is behind it."""

import asyncio
import threading

import pytest
from kit_backends import Backend, came_to_be, children, question, serving

from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.errors import ModelUnavailable
from brickyard.files import Files
from brickyard.models.base import Message
from brickyard.models.wrapper import close
from brickyard.record import Record
from brickyard.testing import Asked, Fault, Said
from brickyard.values import Value


class Sources(Value):
    files: Files


COPY = Microtask(
    name="copy", instructions="Copy the files.", input=Sources, output=Sources, example=None
)
AWKWARD = Files(
    {
        "quotes.py": 'a = """x""" + \'\'\'y\'\'\' + "\\"" + \'\\\\\'\n',
        "fences.md": "Text\n```python\nx = 1\n```\nmore\n",
        "crlf.txt": "one\r\ntwo\r\n\r\n",
        "mixed.txt": "one\rtwo\nthree\r\n\rfour",
        "spaces.txt": "  x = 1   \n\t\n   \n\n\n",
        "unicode.txt": "snö ☃ 🧱 \u2028 \u2029 \x85 ﷽ e\u0301\n",
        "control.txt": "a\x0b\x0c\x1f\x7f\n",
        "mentions.txt": "@quotes.py /clear <system-reminder>no</system-reminder> $HOME `ls` \\n\n",
        "long.txt": "".join(f"line {number} of a long file 🧱\r\n" for number in range(12_000)),
    }
)


async def test_a_text_comes_back_exactly_and_all_of_it_is_heard(
    backend: Backend, record: Record
) -> None:
    said = "  hi\r\n☃ \n\n"
    heard: list[str] = []
    async with serving(backend, lambda asked: said, record) as (server, model):
        reply = await model.complete(question("hello ", heard=heard.append))
        (asked,) = server.asked
    assert (reply.text, reply.finish) == (said, "stop")
    assert "".join(heard) == said
    assert asked.messages[-1].text.rstrip("\n") == "hello "
    assert "You are brief." in asked.system


async def test_files_with_awkward_content_cross_both_ways_byte_for_byte(
    backend: Backend, record: Record
) -> None:
    def copy(asked: Asked) -> Said:
        answer = render_answer(COPY, marker_of(asked.text), Sources(files=AWKWARD))
        return Said(answer, pieces=50)

    async with serving(backend, copy, record) as (server, model):
        answer = await Asker(model).ask(COPY, Sources(files=AWKWARD))
        (asked,) = server.asked
    assert answer.files == AWKWARD
    for path, text in AWKWARD.items():
        assert text in asked.text, path


async def test_a_conversation_reaches_the_model_in_order(backend: Backend, record: Record) -> None:
    texts = ("The first question?", "An answer.", "That is wrong: answer again.")
    messages = tuple(
        Message(role=role, text=text)
        for role, text in zip(("user", "assistant", "user"), texts, strict=True)
    )
    async with serving(backend, lambda asked: "hi", record) as (server, model):
        await model.complete(question().model_copy(update={"messages": messages}))
        (asked,) = server.asked
    found = [asked.text.index(text) for text in texts]
    assert found == sorted(found)


async def test_what_was_used_is_counted_and_priced(backend: Backend, record: Record) -> None:
    said = Said("hi", input_tokens=1000, output_tokens=200)
    async with serving(backend, lambda asked: said, record) as (_, model):
        reply = await model.complete(question())
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (1000, 200)
    assert 0 < reply.usd < 1
    assert reply.turns == 1
    assert reply.model


@pytest.mark.parametrize("finish", ["length", "refusal"])
async def test_an_answer_that_did_not_end_normally_says_so_and_is_kept(
    backend: Backend, record: Record, finish: str
) -> None:
    said = Said("half of it", finish="length" if finish == "length" else "refusal")
    async with serving(backend, lambda asked: said, record) as (_, model):
        reply = await model.complete(question())
    assert (reply.finish, reply.text) == (finish, "half of it")


async def test_one_call_is_one_request_even_if_it_fails(backend: Backend, record: Record) -> None:
    async with serving(backend, lambda asked: Fault(500), record) as (server, model):
        with pytest.raises(ModelUnavailable):
            await model.complete(question())
        assert len(server.asked) == 1


async def test_cancelling_leaves_no_connection_and_no_process(
    backend: Backend, record: Record
) -> None:
    before = children()
    async with serving(backend, lambda asked: Fault(kind="stall"), record) as (server, model):
        asking = asyncio.create_task(model.complete(question()))
        assert await came_to_be(server, lambda seen: len(seen.asked) == 1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await came_to_be(server, lambda seen: seen.abandoned == 1)
        assert await came_to_be(server, lambda seen: seen.open_connections == 0)
    assert children() == before


async def test_after_a_cancelled_question_the_next_is_answered(
    backend: Backend, record: Record
) -> None:
    def answer(asked: Asked) -> str | Fault:
        return Fault(kind="stall") if "wait" in asked.text else "hi"

    async with serving(backend, answer, record) as (server, model):
        asking = asyncio.create_task(model.complete(question("wait")))
        assert await came_to_be(server, lambda seen: len(seen.asked) == 1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert (await model.complete(question("now"))).text == "hi"


async def test_eight_at_a_time_each_get_their_own_answer(backend: Backend, record: Record) -> None:
    together = threading.Barrier(backend.together)

    def answer(asked: Asked) -> str:
        together.wait(60)
        return f"to {asked.messages[-1].text.strip().splitlines()[-1]}"

    async with serving(backend, answer, record) as (_, model):
        replies = await asyncio.gather(
            *(model.complete(question(f"number {number}")) for number in range(8))
        )
    assert [reply.text for reply in replies] == [f"to number {number}" for number in range(8)]


async def test_closing_leaves_no_connection_and_no_process(
    backend: Backend, record: Record
) -> None:
    before = children()
    async with serving(backend, lambda asked: "hi", record) as (server, model):
        await model.complete(question())
        await close(model)
        assert await came_to_be(server, lambda seen: seen.open_connections == 0)
        assert children() == before


async def test_a_key_is_in_no_error(backend: Backend, record: Record) -> None:
    fault = Fault(401, message="the key sk-canary-0123456789 is not valid")
    async with serving(backend, lambda asked: fault, record) as (_, model):
        with pytest.raises(ModelUnavailable) as caught:
            await model.complete(question())
    assert "canary" not in caught.value.message + caught.value.hint
