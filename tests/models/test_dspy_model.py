"""A model behind an OpenAI-style server, on loopback."""

import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from models_kit import question

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Message, Usage
from brickyard.models.dspy_lm import DspyModel

SECRET = "sk-very-secret-key"
Answer = Callable[[dict[str, Any]], tuple[int, bytes]]


class Server:
    """Answers every request with what `answer` says, and keeps what it was sent."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []
        self.answer: Answer = completion()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                server.seen.append(
                    {**body, "path": self.path, "key": self.headers["authorization"]}
                )
                status, content = server.answer(body)
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"


def completion(text: str | None = "hi", finish: str = "stop") -> Answer:
    message = {"role": "assistant", "content": text}
    return lambda body: (
        200,
        json.dumps(
            {
                "id": "x",
                "object": "chat.completion",
                "created": 1,
                "model": body["model"],
                "choices": [{"index": 0, "finish_reason": finish, "message": message}],
                "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
            }
        ).encode(),
    )


def failure(status: int, message: str) -> Answer:
    return lambda body: (status, json.dumps({"error": {"message": message}}).encode())


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.http.shutdown()
    server.http.server_close()
    thread.join()


@pytest.fixture
async def model(server: Server) -> AsyncIterator[DspyModel]:
    model = DspyModel("qwen", base_url=server.url, api_key=SECRET, retries=0, usd_per_call=0.5)
    yield model
    await model.aclose()


async def test_a_question_is_sent_and_its_answer_comes_back_exactly(
    server: Server, model: DspyModel
) -> None:
    server.answer = completion("  hi\r\n☃ \n\n")
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
    (sent,) = server.seen
    assert [(item["role"], item["content"]) for item in sent["messages"]] == [
        ("system", "be brief"),
        ("user", "one"),
        ("assistant", "two"),
        ("user", "three "),
    ]
    assert (sent["model"], sent["temperature"]) == ("qwen", 0.5)
    assert 77 in (sent.get("max_tokens"), sent.get("max_completion_tokens"))
    assert (sent["path"], sent["key"]) == ("/v1/chat/completions", f"Bearer {SECRET}")


async def test_an_answer_that_was_cut_off_says_so(server: Server, model: DspyModel) -> None:
    server.answer = completion("hal", finish="length")
    assert (await model.complete(question())).finish == "length"


async def test_an_answer_without_text_is_empty(server: Server, model: DspyModel) -> None:
    server.answer = completion(None)
    assert (await model.complete(question())).text == ""


async def test_half_a_character_is_not_passed_on_as_a_normal_answer(
    server: Server, model: DspyModel
) -> None:
    server.answer = completion("hi \ud83e")
    reply = await model.complete(question())
    assert reply.finish != "stop"
    reply.text.encode()


async def test_the_same_question_is_sent_again_each_time(server: Server, model: DspyModel) -> None:
    await model.complete(question())
    await model.complete(question())
    assert len(server.seen) == 2


FAILURES = {
    "500": (failure(500, "boom"), "HTTP 500", True),
    "503": (failure(503, "busy"), "HTTP 503", True),
    "429": (failure(429, "slow down"), "HTTP 429", False),
    "401": (failure(401, f"bad key {SECRET}"), "HTTP 401", False),
    "404": (failure(404, "no such model"), "no such model", False),
    "garbage": (lambda body: (200, b"<html>"), "not JSON", True),
    "nothing": (lambda body: (200, b""), "not JSON", True),
}


@pytest.mark.parametrize(("answer", "told", "may_have_cost"), FAILURES.values(), ids=FAILURES)
async def test_a_model_that_fails_is_unavailable_and_never_wrong(
    server: Server, model: DspyModel, answer: Answer, told: str, may_have_cost: bool
) -> None:
    server.answer = answer
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(question())
    error = caught.value
    assert told in error.message
    assert "'qwen' at http://127.0.0.1" in error.message
    assert error.hint
    assert error.may_have_cost is may_have_cost
    assert SECRET not in error.message + error.hint
    assert error.__cause__ is None


async def test_a_server_that_is_not_there_is_named_and_nothing_was_spent() -> None:
    model = DspyModel("qwen", base_url="http://user:pw@127.0.0.1:9/v1", retries=0)
    with pytest.raises(ModelUnavailable, match=r"http://127.0.0.1:9 could not be asked") as caught:
        await model.complete(question())
    assert "Start the server at http://127.0.0.1:9" in caught.value.hint
    assert caught.value.may_have_cost is False
    assert "pw" not in caught.value.message
    await model.aclose()


async def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    model = DspyModel("anthropic/claude-sonnet-5-5", retries=0)
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(question())
    assert "ANTHROPIC_API_KEY" in caught.value.hint
    assert caught.value.may_have_cost is False
    await model.aclose()


async def test_a_name_without_a_model_is_told() -> None:
    with pytest.raises(ModelUnavailable, match="openai/"):
        await DspyModel("openai/").complete(question())
