"""Models through `dspy.LM`, behind a server on loopback that speaks like a provider."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Annotated

import pytest
from models_kit import question

from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask, Shared
from brickyard.ask.rendering import render
from brickyard.errors import AnswerRefused, ModelUnavailable
from brickyard.models.base import Message, Request, Usage
from brickyard.models.dspy_errors import Place, unavailable
from brickyard.models.dspy_lm import DspyModel, gateway, import_dspy
from brickyard.models.recorded import Recorded, identify
from brickyard.record import Record
from brickyard.testing import Asked, Fault, Loopback, Said
from brickyard.values import Value

SECRET = "sk-very-secret-key"
Claude = tuple[DspyModel, Loopback]


class Greeted(Value):
    name: Annotated[str, Shared(0)]
    note: str


GREET = Microtask(name="greet", instructions="Greet.", input=Greeted, output=Greeted)


class Script:
    """Answers with what `says` is at the moment."""

    def __init__(self) -> None:
        self.says: str | Said | Fault = "hi"

    def __call__(self, asked: Asked) -> str | Said | Fault:
        return self.says


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def server(script: Script) -> Iterator[Loopback]:
    with Loopback(script, key=SECRET) as server:
        yield server


@pytest.fixture
async def model(server: Loopback) -> AsyncIterator[DspyModel]:
    model = DspyModel("qwen", base_url=server.openai_url, api_key=SECRET, usd_per_call=0.5)
    yield model
    await model.aclose()


async def test_a_question_is_sent_and_its_answer_comes_back_exactly(
    server: Loopback, model: DspyModel, script: Script
) -> None:
    script.says = Said("  hi\r\n☃ \n\n", input_tokens=3, output_tokens=4)
    conversation = (
        Message(role="user", text="one"),
        Message(role="assistant", text="two"),
        Message(role="user", text="three "),
    )
    request = question(parameters={"temperature": 0.5, "max_tokens": 77})
    reply = await model.complete(request.model_copy(update={"messages": conversation}))

    assert reply.text == "  hi\r\n☃ \n\n"
    assert (reply.finish, reply.usage) == ("stop", Usage(input_tokens=3, output_tokens=4))
    assert (reply.model, reply.usd) == ("qwen", 0.5)
    (asked,) = server.asked
    assert (asked.system, asked.messages) == ("be brief", conversation)
    assert (asked.dialect, asked.model, asked.body["temperature"]) == ("chat", "qwen", 0.5)
    assert 77 in (asked.body.get("max_tokens"), asked.body.get("max_completion_tokens"))
    assert asked.headers["authorization"] == f"Bearer {SECRET}"


async def test_the_answer_is_heard_piece_by_piece(model: DspyModel, script: Script) -> None:
    script.says = Said("one two three", pieces=4)
    heard: list[str] = []
    reply = await model.complete(question(heard=heard.append))
    assert "".join(heard) == reply.text == "one two three"
    assert len([piece for piece in heard if piece]) == 4


@pytest.mark.parametrize("finish", ["length", "refusal"])
async def test_an_answer_that_did_not_end_normally_says_so(
    model: DspyModel, script: Script, finish: str
) -> None:
    script.says = Said("hal", finish="length" if finish == "length" else "refusal")
    reply = await model.complete(question())
    assert (reply.finish, reply.text) == (finish, "hal")


async def test_an_answer_without_text_is_empty(model: DspyModel, script: Script) -> None:
    script.says = ""
    assert (await model.complete(question())).text == ""


async def test_half_a_character_is_not_passed_on_as_a_normal_answer(
    model: DspyModel, script: Script
) -> None:
    script.says = Said("hi \ud83e", pieces=1)
    reply = await model.complete(question())
    assert reply.finish != "stop"
    reply.text.encode()


async def test_the_same_question_is_sent_again_each_time(
    server: Loopback, model: DspyModel
) -> None:
    await model.complete(question())
    await model.complete(question())
    assert len(server.asked) == 2


FAILURES = {
    "400": (Fault(400), "HTTP 400", False, False),
    "401": (Fault(401, message=f"bad key {SECRET}"), "HTTP 401", False, False),
    "402": (Fault(402), "HTTP 402", False, False),
    "403": (Fault(403), "HTTP 403", False, False),
    "404": (Fault(404, message="no such model"), "no such model", False, False),
    "408": (Fault(408), "HTTP 408", True, True),
    "429": (Fault(429), "HTTP 429", False, True),
    "500": (Fault(500), "HTTP 500", True, True),
    "502": (Fault(502), "HTTP 502", True, True),
    "503": (Fault(503), "HTTP 503", True, True),
    "529": (Fault(529), "HTTP 529", True, True),
    "drop": (Fault(kind="drop"), "the connection broke", True, True),
    "error": (Fault(kind="error", message="overloaded"), "overloaded", True, True),
    "garbage": (Fault(kind="garbage"), "broke off, or was none", True, True),
}


@pytest.mark.parametrize(("fault", "told", "cost", "transient"), FAILURES.values(), ids=FAILURES)
async def test_a_model_that_fails_is_unavailable_and_never_wrong(
    server: Loopback,
    model: DspyModel,
    script: Script,
    fault: Fault,
    told: str,
    cost: bool,
    transient: bool,
) -> None:
    script.says = fault
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(question())
    error = caught.value
    assert told in error.message
    assert "'qwen' at http://127.0.0.1" in error.message
    assert error.hint
    assert (error.may_have_cost, error.transient) == (cost, transient)
    assert SECRET not in error.message + error.hint
    assert error.__cause__ is None
    assert len(server.asked) == 1


async def test_when_to_come_back_is_passed_on(model: DspyModel, script: Script) -> None:
    script.says = Fault(429, retry_after=2.5)
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(question())
    assert caught.value.retry_after == 2.5


async def test_a_server_that_goes_silent_is_given_up(server: Loopback, script: Script) -> None:
    script.says = Fault(kind="stall")
    model = DspyModel("qwen", base_url=server.openai_url, api_key=SECRET, read_seconds=0.1)
    with pytest.raises(ModelUnavailable, match=r"came for 0\.1 seconds") as caught:
        await model.complete(question())
    assert caught.value.transient
    await model.aclose()
    assert await asyncio.to_thread(server.wait, lambda seen: not seen.open_connections)


async def test_connections_are_kept_until_the_model_is_closed_and_opened_again_after_it(
    server: Loopback, model: DspyModel
) -> None:
    await model.complete(question())
    await model.complete(question())
    assert server.open_connections == 1
    await model.aclose()
    assert await asyncio.to_thread(server.wait, lambda seen: not seen.open_connections)
    assert (await model.complete(question())).text == "hi"


async def test_a_server_that_is_not_there_is_named_and_nothing_was_spent() -> None:
    model = DspyModel("qwen", base_url="http://user:pw@127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailable, match=r"http://127.0.0.1:9 could not be asked") as caught:
        await model.complete(question())
    assert "Start the server at http://127.0.0.1:9" in caught.value.hint
    assert (caught.value.may_have_cost, caught.value.transient) == (False, True)
    assert "pw" not in caught.value.message
    await model.aclose()


async def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    model = DspyModel("anthropic/claude-sonnet-5-5")
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(question())
    assert "ANTHROPIC_API_KEY" in caught.value.hint
    assert (caught.value.may_have_cost, caught.value.transient) == (False, False)
    await model.aclose()


async def test_a_name_without_a_model_is_told() -> None:
    with pytest.raises(ModelUnavailable, match="openai/"):
        await DspyModel("openai/").complete(question())


@pytest.mark.parametrize(
    ("name", "environ", "address"),
    [
        ("anthropic/x", {"ANTHROPIC_BASE_URL": "http://a"}, "http://a/v1"),
        ("anthropic/x", {"ANTHROPIC_BASE_URL": "http://a/v1/"}, "http://a/v1"),
        ("anthropic/x", {"ANTHROPIC_BASE_URL": "http://a/proxy"}, "http://a/proxy/v1"),
        ("openai/x", {"OPENAI_API_BASE": "http://o/v1"}, "http://o/v1"),
        ("openai/x", {"ANTHROPIC_BASE_URL": "http://a"}, ""),
        ("gemini/x", {"GEMINI_BASE_URL": "http://g"}, ""),
        ("anthropic/x", {"ANTHROPIC_BASE_URL": ""}, ""),
    ],
)
def test_a_gateway_that_the_environment_names_is_used(
    name: str, environ: dict[str, str], address: str
) -> None:
    assert gateway(name, environ) == address


def test_a_gateway_is_asked_without_importing_litellm(server: Loopback) -> None:
    code = (
        "import asyncio, sys\n"
        "from brickyard.models.base import Message, Request\n"
        "from brickyard.models.dspy_lm import DspyModel\n"
        "async def main():\n"
        "    model = DspyModel('anthropic/claude-sonnet-5-5')\n"
        "    message = Message(role='user', text='hello')\n"
        "    reply = await model.complete(Request(task='t', system='s', messages=(message,)))\n"
        "    await model.aclose()\n"
        "    print(reply.text, reply.usd > 0, 'litellm' in sys.modules)\n"
        "asyncio.run(main())\n"
    )
    environ = {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": SECRET}
    environ["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False
    )
    assert done.stdout == "hi True False\n", done.stderr
    (asked,) = server.asked
    assert (asked.dialect, asked.model) == ("messages", "claude-sonnet-5-5")


@pytest.fixture
async def claude(monkeypatch: pytest.MonkeyPatch, script: Script) -> AsyncIterator[Claude]:
    with Loopback(script) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
        model = DspyModel("anthropic/claude-sonnet-5-5")
        yield model, server
        await model.aclose()


async def test_what_questions_share_is_marked_for_the_cache_and_no_key_knows_of_it(
    claude: Claude, record: Record, script: Script
) -> None:
    model, server = claude
    script.says = "no answer"
    with pytest.raises(AnswerRefused):
        await Asker(Recorded(model, record), feedback=1).ask(GREET, Greeted(name="W", note="own"))

    kept = {one.key: Request.model_validate_json(one.request) for one in record.answers.all()}
    assert kept == {identify(request, model.name).key: request for request in kept.values()}
    rendered = render(GREET, Greeted(name="W", note="own"))
    for asked in server.asked:
        shared, rest, *later = asked.body["messages"]
        assert shared["content"] == [
            {
                "type": "text",
                "text": rendered.text[: rendered.shared],
                "cache_control": {"type": "ephemeral"},
            }
        ]
        assert "cache_control" not in str([rest, *later])
        assert asked.messages in [request.messages for request in kept.values()]
    assert len(server.asked) == len(kept) == 2


async def test_what_shares_nothing_is_not_marked(claude: Claude) -> None:
    model, server = claude
    await model.complete(question())
    assert "cache_control" not in str(server.asked[0].body)


async def test_a_server_that_speaks_like_openai_gets_a_question_in_one_piece(
    model: DspyModel, server: Loopback
) -> None:
    await model.complete(question("hello world", shared=6))
    (asked,) = server.asked
    assert asked.messages == (Message(role="user", text="hello world"),)
    assert "cache" not in str(asked.body)


async def test_tokens_from_the_cache_are_counted_too(claude: Claude, script: Script) -> None:
    script.says = Said("hi", input_tokens=3, cached_tokens=40, output_tokens=4)
    reply = await claude[0].complete(question())
    assert reply.usage == Usage(input_tokens=43, output_tokens=4)


@pytest.mark.slow
async def test_a_provider_that_there_is_not_is_told_in_our_words() -> None:
    with pytest.raises(ModelUnavailable, match="there is no provider 'nonsense'") as caught:
        await DspyModel("nonsense/x").complete(question())

    assert "litellm" not in caught.value.message
    assert not caught.value.transient
    assert "provider/model" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "said"), [("ollama/x", "ollama serve"), ("openai/x", "Check the network")]
)
def test_who_cannot_be_reached_is_to_be_started_or_looked_for(name: str, said: str) -> None:
    error = import_dspy().utils.exceptions.LMTransportError("no")
    error.__cause__ = type("ConnectError", (Exception,), {})()

    assert said in unavailable(name, Place("", "", 1.0), error).hint


async def test_the_key_for_a_server_of_one_s_own_goes_to_no_provider(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Loopback(lambda asked: "hi") as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "the-provider-s-key")
        model = DspyModel("anthropic/claude-sonnet-5-5", api_key="the-key-of-my-server")
        await model.complete(question())
        await model.aclose()

        assert "the-key-of-my-server" not in str(dict(server.asked[0].headers))
