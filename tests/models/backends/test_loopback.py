"""The loopback server itself, as a plain HTTP client meets it."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickyard.catalogue import MICROTASKS
from brickyard.models.base import Message, Reply, Request
from brickyard.models.claude_program import prompt_of
from brickyard.models.recorded import identify
from brickyard.record import read_cassette
from brickyard.testing import Asked, Fault, Loopback, Said, ToolCall, from_cassette, from_script
from brickyard.testing.loopback_messages import pieces

PATHS = {"messages": "/v1/messages", "chat": "/v1/chat/completions"}


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False) as client:
        yield client


@pytest.fixture(params=PATHS)
def dialect(request: pytest.FixtureRequest) -> str:
    return request.param


def ask(client: httpx.Client, server: Loopback, dialect: str, text: str = "x", **more: Any) -> Any:
    body = {"model": "m", "messages": [{"role": "user", "content": text}], **more}
    return client.post(server.url + PATHS[dialect], json=body)


def data_of(reply: httpx.Response) -> list[dict[str, Any]]:
    lines = [line.removeprefix("data: ") for line in reply.text.split("\n") if "data: " in line]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def text_of(dialect: str, events: list[dict[str, Any]]) -> str:
    if dialect == "messages":
        deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
        return "".join(delta.get("text", "") for delta in deltas)
    deltas = [choice["delta"] for event in events for choice in event["choices"]]
    return "".join(delta.get("content") or "" for delta in deltas)


def test_a_question_is_kept_as_it_was_asked(client: httpx.Client) -> None:
    system = [{"type": "text", "text": "be"}, {"type": "text", "text": "brief"}]
    block = {"type": "text", "text": "hello"}
    result = {"type": "tool_result", "tool_use_id": "1", "content": [block]}
    body: dict[str, Any] = {"model": "m", "system": system, "tools": [{"name": "look"}]}
    body["messages"] = [{"role": "user", "content": [block, result]}]
    with Loopback(lambda asked: "hi") as server:
        client.post(f"{server.url}/v1/messages?beta=true", json=body, headers={"X-Thing": "1"})
        (asked,) = server.asked
    assert (asked.dialect, asked.model, asked.number) == ("messages", "m", 1)
    assert (asked.system, asked.tools, asked.stream) == ("be\nbrief", ("look",), False)
    assert asked.messages == (Message(role="user", text="hello\nhello"),)
    assert asked.headers["x-thing"] == "1"


def test_a_chat_has_its_system_message_apart(client: httpx.Client) -> None:
    said = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}]
    tools = [{"type": "function", "function": {"name": "look"}}]
    with Loopback(lambda asked: "hi") as server:
        body = {"model": "m", "messages": said, "tools": tools}
        client.post(f"{server.openai_url}/chat/completions", json=body)
        (asked,) = server.asked
    assert (asked.system, asked.tools) == ("be brief", ("look",))
    assert asked.messages == (Message(role="user", text="hello"),)


def test_an_answer_is_the_same_whole_and_streamed(client: httpx.Client, dialect: str) -> None:
    said = Said("snö ☃\r\n", input_tokens=3, output_tokens=4, pieces=2)
    with Loopback(lambda asked: said) as server:
        whole = ask(client, server, dialect).json()
        streamed = ask(client, server, dialect, stream=True, stream_options={"include_usage": True})
    if dialect == "messages":
        assert whole["content"][0]["text"] == said.text
        counted = [event["usage"] for event in data_of(streamed) if "usage" in event]
    else:
        assert whole["choices"][0]["message"]["content"] == said.text
        counted = [event["usage"] for event in data_of(streamed) if event.get("usage")]
    assert text_of(dialect, data_of(streamed)) == said.text
    assert counted == [whole["usage"]]
    assert sorted(whole["usage"].values())[-2:] in ([3, 4], [4, 7])


def test_a_tool_is_called_in_both_dialects(client: httpx.Client, dialect: str) -> None:
    said = Said(calls=(ToolCall("look", {"at": "ü"}),))
    with Loopback(lambda asked: said) as server:
        whole = ask(client, server, dialect).json()
        streamed = data_of(ask(client, server, dialect, stream=True))
    if dialect == "messages":
        assert whole["content"][0]["input"] == {"at": "ü"}
        assert whole["stop_reason"] == "tool_use"
        parts = [event["delta"].get("partial_json") for event in streamed if "delta" in event]
        assert json.loads(parts[0]) == {"at": "ü"}
    else:
        (call,) = whole["choices"][0]["message"]["tool_calls"]
        assert json.loads(call["function"]["arguments"]) == {"at": "ü"}
        assert whole["choices"][0]["finish_reason"] == "tool_calls"


@pytest.mark.parametrize(
    ("finish", "messages", "chat"),
    [("length", "max_tokens", "length"), ("refusal", "refusal", "content_filter")],
)
def test_how_an_answer_ended_is_said_in_each_dialects_words(
    client: httpx.Client, finish: Any, messages: str, chat: str
) -> None:
    with Loopback(lambda asked: Said("x", finish=finish)) as server:
        assert ask(client, server, "messages").json()["stop_reason"] == messages
        assert ask(client, server, "chat").json()["choices"][0]["finish_reason"] == chat


def test_a_status_comes_with_when_to_come_back(client: httpx.Client, dialect: str) -> None:
    with Loopback(lambda asked: Fault(429, retry_after=1.5, message="slow")) as server:
        reply = ask(client, server, dialect, stream=True)
    assert (reply.status_code, reply.headers["retry-after"]) == (429, "1.5")
    assert reply.json()["error"]["message"] == "slow"


@pytest.mark.parametrize("stream", [True, False])
def test_a_dropped_answer_breaks_off(client: httpx.Client, dialect: str, stream: bool) -> None:
    with (
        Loopback(lambda asked: Fault(kind="drop")) as server,
        pytest.raises(httpx.RemoteProtocolError),
    ):
        ask(client, server, dialect, stream=stream)


@pytest.mark.parametrize("stream", [True, False])
def test_a_stalled_answer_is_seen_to_be_abandoned(
    client: httpx.Client, dialect: str, stream: bool
) -> None:
    client.timeout = 0.05
    with Loopback(lambda asked: Fault(kind="stall")) as server:
        with pytest.raises(httpx.ReadTimeout):
            ask(client, server, dialect, stream=stream)
        assert server.wait(lambda seen: seen.abandoned == 1 and seen.open_connections == 0)


def test_a_server_that_closes_lets_nobody_wait(client: httpx.Client) -> None:
    with ThreadPoolExecutor() as pool, Loopback(lambda asked: Fault(kind="stall")) as server:
        waiting = pool.submit(ask, client, server, "messages", stream=True)
        assert server.wait(lambda seen: len(seen.asked) == 1)
        server.__exit__(None, None, None)
        assert isinstance(waiting.exception(timeout=30), httpx.RemoteProtocolError)


def test_a_stream_can_end_in_an_error_event(client: httpx.Client, dialect: str) -> None:
    with Loopback(lambda asked: Fault(kind="error", message="overloaded")) as server:
        events = data_of(ask(client, server, dialect, stream=True))
    assert events[-1]["error"]["message"] == "overloaded"


def test_garbage_is_a_page_with_status_200(client: httpx.Client, dialect: str) -> None:
    with Loopback(lambda asked: Fault(kind="garbage")) as server:
        reply = ask(client, server, dialect)
    assert (reply.status_code, reply.text[:6]) == (200, "<html>")


def test_a_wrong_key_is_refused_and_a_right_one_is_not(client: httpx.Client, dialect: str) -> None:
    with Loopback(lambda asked: "hi", key="right") as server:
        client.headers = {"x-api-key": "wrong"}
        assert ask(client, server, dialect).status_code == 401
        client.headers = {"authorization": "Bearer right"}
        assert ask(client, server, dialect).status_code == 200
        assert len(server.asked) == 1


def test_models_and_tokens_are_told_and_anything_else_is_not_found(client: httpx.Client) -> None:
    with Loopback(lambda asked: "hi") as server:
        assert client.get(f"{server.openai_url}/models").json()["data"][0]["id"] == "loopback"
        counted = client.post(f"{server.url}/v1/messages/count_tokens", json={"x": "y" * 400})
        assert counted.json()["input_tokens"] > 100
        assert client.head(server.url).status_code == 200
        assert client.get(f"{server.url}/nowhere").status_code == 404
        assert client.post(f"{server.url}/nowhere").status_code == 404


def test_what_the_script_raises_is_told_and_raised_again(client: httpx.Client) -> None:
    def broken(asked: Asked) -> str:
        raise LookupError("no answer to this")

    server = Loopback(broken).__enter__()
    reply = ask(client, server, "messages")
    assert (reply.status_code, "no answer to this" in reply.text) == (400, True)
    with pytest.raises(LookupError, match="no answer to this"):
        server.__exit__(None, None, None)


def test_an_error_of_the_test_says_what_the_script_raised(client: httpx.Client) -> None:
    def broken(asked: Asked) -> str:
        raise LookupError("no answer to this")

    with pytest.raises(ZeroDivisionError) as caught, Loopback(broken) as server:  # noqa: PT012
        ask(client, server, "messages")
        raise ZeroDivisionError
    assert "no answer to this" in caught.value.__notes__[0]


def test_eight_clients_are_answered_at_the_same_time() -> None:
    together = threading.Barrier(8)

    def answer(asked: Asked) -> str:
        together.wait(30)
        return asked.text

    with ThreadPoolExecutor(8) as pool, Loopback(answer) as server:
        url = f"{server.url}/v1/messages"
        bodies = [
            {"model": "m", "messages": [{"role": "user", "content": str(number)}]}
            for number in range(8)
        ]
        replies = pool.map(lambda body: httpx.post(url, json=body, trust_env=False), bodies)
        assert [reply.json()["content"][0]["text"] for reply in replies] == list("01234567")
        assert sorted(asked.number for asked in server.asked) == list(range(1, 9))


def test_latency_is_waited_for_and_a_client_may_leave_before(client: httpx.Client) -> None:
    with Loopback(lambda asked: "hi", latency=0.01) as server:
        assert ask(client, server, "messages").status_code == 200
    with Loopback(lambda asked: "hi", latency=3600) as server:
        with pytest.raises(httpx.ReadTimeout):
            client.post(
                f"{server.url}/v1/messages", json={"model": "m", "messages": []}, timeout=0.05
            )
        assert server.wait(lambda seen: seen.abandoned == 1)


def test_the_address_is_known_only_while_the_server_runs() -> None:
    server = Loopback(lambda asked: "hi")
    with pytest.raises(RuntimeError, match="inside"):
        _ = server.url
    with server:
        assert server.openai_url == f"{server.url}/v1"
    with pytest.raises(RuntimeError, match="inside"):
        _ = server.url


@pytest.mark.parametrize("wrong", [{"status": 200}, {"status": 500, "kind": "drop"}, {}])
def test_a_fault_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="status of 400"):
        Fault(**wrong)


@settings(deadline=None)
@given(st.text(), st.integers(1, 9))
def test_pieces_are_the_text_and_none_is_empty(text: str, count: int) -> None:
    parts = pieces(text, count)
    assert "".join(parts) == text
    assert all(parts)
    assert len(parts) <= count


def asked_with(*texts: str) -> Asked:
    roles = ("user", "assistant")
    messages = tuple(
        Message(role=roles[number % 2], text=text) for number, text in enumerate(texts)
    )
    return Asked("messages", "m", "", messages, (), False, {}, {}, 1)


def recorded(text: str, *messages: str) -> Any:
    request = Request(task="t", system="s", messages=asked_with(*messages).messages)
    return identify(request, "someone").answered(Reply(text=text, finish="stop"))


@pytest.fixture
def tape() -> Callable[[Asked], Any]:
    return from_cassette(
        [
            recorded("to the first", "What is it?\n"),
            recorded("to the second", "What is it?\n", "to the first", "That is wrong.\n"),
            recorded("to another", "What is it?\nAnd why?\n"),
        ]
    )


@pytest.mark.parametrize(
    ("texts", "answer"),
    [
        (["What is it?\n"], "to the first"),
        (["<note>hello</note>\nWhat is it?"], "to the first"),
        (["What is it?\n", "to the first", "That is wrong.\n"], "to the second"),
        (["Q: What is it?\nA: to the first\nQ: That is wrong."], "to the second"),
        (["What is it?\nAnd why?\n"], "to another"),
        (["That is wrong.\n", "to the first", "What is it?\n"], "to the first"),
    ],
)
def test_a_cassette_knows_its_questions_in_whatever_they_are_wrapped(
    tape: Callable[[Asked], Any], texts: list[str], answer: str
) -> None:
    assert tape(asked_with(*texts)).text == answer


@pytest.mark.parametrize("texts", [["Who is it?"], ["What", "is it?"], [""]])
def test_a_question_that_is_not_on_the_cassette_is_refused(
    tape: Callable[[Asked], Any], texts: list[str]
) -> None:
    with pytest.raises(LookupError, match="knows no answer"):
        tape(asked_with(*texts))


def test_a_script_is_asked_by_the_microtask_that_the_question_is_of() -> None:
    for name, task in MICROTASKS.items():
        seen: list[Request] = []

        def answer(request: Request, seen: list[Request] = seen) -> str:
            seen.append(request)
            return "an answer"

        question = f"{task.instructions.strip()}\n\n# Input\n"
        assert from_script(answer)(asked_with(question)) == "an answer"
        assert seen[0].task == name
    with pytest.raises(LookupError, match="no microtask"):
        from_script(lambda request: "")(asked_with("Good morning."))


def test_the_example_s_cassette_answers_each_of_its_questions_however_they_are_sent() -> None:
    path = Path(__file__).parents[3] / "examples" / "purse" / "cassette.jsonl"
    answer = from_cassette(path)
    recordings = read_cassette(path)
    assert recordings
    for recording in recordings:
        request = Request.model_validate_json(recording.request)
        if request.sample:
            continue
        expected = Reply.model_validate_json(recording.reply).text
        conversation = asked_with(*(message.text for message in request.messages))
        for asked in (conversation, asked_with(prompt_of(request))):
            said = answer(asked)
            assert isinstance(said, Said)
            assert said.text == expected
