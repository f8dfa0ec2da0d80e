"""What the messages of a `claude` program come to."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Reply
from brickyard.models.claude_stream import Hearing


def start(**usage: int) -> dict[str, Any]:
    message = {"model": "claude-x", "usage": usage}
    return _event({"type": "message_start", "message": message})


def piece(text: str) -> dict[str, Any]:
    delta = {"type": "text_delta", "text": text}
    return _event({"type": "content_block_delta", "delta": delta})


def stop(reason: str, **usage: int) -> dict[str, Any]:
    return _event({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage})


def _event(event: dict[str, Any]) -> dict[str, Any]:
    return {"type": "stream_event", "event": event, "session_id": "s1"}


def result(**more: Any) -> dict[str, Any]:
    base = {"type": "result", "subtype": "success", "is_error": False, "stop_reason": "end_turn"}
    return {**base, "num_turns": 1, "session_id": "s1", "total_cost_usd": 0.25, **more}


def error(**more: Any) -> dict[str, Any]:
    return result(is_error=True, stop_reason="stop_sequence", terminal_reason="api_error", **more)


def hear(*messages: dict[str, Any], heard: list[str] | None = None) -> Reply:
    hearing = Hearing("claude-cli", heard.append if heard is not None else None, usd_per_call=0.5)
    for message in messages:
        if reply := hearing.take(message):
            return reply
    raise AssertionError("there was no reply")


def failure(*messages: dict[str, Any]) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        hear(*messages)
    return caught.value


@given(st.lists(st.text()))
def test_the_text_is_what_the_pieces_say_and_not_what_the_program_trimmed(texts: list[str]) -> None:
    heard: list[str] = []
    whole = "".join(texts)
    said = [start(), *map(piece, texts), stop("end_turn"), result(result=whole.strip())]
    assert hear(*said, heard=heard).text == whole
    assert "".join(heard) == whole


def test_halves_of_a_character_are_put_together_and_half_ones_are_told() -> None:
    assert hear(start(), piece("\ud83e"), piece("\uddf1"), result()).text == "🧱"
    reply = hear(start(), piece("a\ud83e"), result())
    assert (reply.text, reply.finish) == ("a\ufffd", "not Unicode")


def test_what_was_cached_counts_as_input() -> None:
    usage = {
        "input_tokens": 1,
        "cache_creation_input_tokens": 20,
        "cache_read_input_tokens": 300,
        "output_tokens": 7,
    }
    reply = hear(start(), piece("x"), result(usage=usage, num_turns=3))
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (321, 7)
    assert (reply.usd, reply.turns, reply.session, reply.model) == (0.25, 3, "s1", "claude-x")


def test_a_price_that_is_not_told_counts_as_the_estimate() -> None:
    assert hear(start(), result(total_cost_usd=None)).usd == 0.5


def test_an_answer_cut_off_is_a_reply_before_the_program_asks_again() -> None:
    reply = hear(start(input_tokens=9), piece("half"), stop("max_tokens", output_tokens=8))
    assert (reply.text, reply.finish, reply.usd) == ("half", "length", 0.5)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (9, 8)


def test_when_the_turns_run_out_the_last_words_are_kept() -> None:
    ended = result(subtype="error_max_turns", is_error=True, stop_reason="tool_use", num_turns=2)
    reply = hear(start(), piece("so far"), stop("tool_use"), start(), stop("tool_use"), ended)
    assert (reply.text, reply.finish, reply.turns) == ("so far", "turns", 2)
    assert hear(start(), ended).text == ""


def test_only_the_last_turn_is_the_answer() -> None:
    assert hear(start(), piece("let me look"), start(), piece("done"), result()).text == "done"


def test_a_refusal_is_a_reply() -> None:
    reply = hear(start(), piece("no"), error() | {"stop_reason": "refusal"})
    assert (reply.text, reply.finish) == ("no", "refusal")


@pytest.mark.parametrize(
    ("status", "transient", "may_have_cost", "hint"),
    [
        (400, False, False, "model's name"),
        (401, False, False, "ANTHROPIC_API_KEY"),
        (403, False, False, "ANTHROPIC_API_KEY"),
        (404, False, False, "model's name"),
        (413, False, False, "another model"),
        (408, True, False, "Run again"),
        (429, True, False, "Wait a moment"),
        (500, True, True, "Run again"),
        (529, True, True, "Run again"),
    ],
)
def test_a_status_says_whether_to_try_again_and_what_it_may_have_cost(
    status: int, transient: bool, may_have_cost: bool, hint: str
) -> None:
    told = failure(error(api_error_status=status, result=f"API Error: {status} no"))
    assert (told.transient, told.may_have_cost) == (transient, may_have_cost)
    assert f"(HTTP {status}): {status} no" in told.message
    assert hint in told.hint
    assert told.exit_code == 3


@pytest.mark.parametrize(
    ("kind", "said", "transient", "may_have_cost", "hint"),
    [
        ("authentication_failed", "Not logged in · Please run /login", False, False, "/login"),
        ("server_error", "API Error: Connection refused (ECONNREFUSED)", True, False, "Run again"),
        ("server_error", "API Error: Connection lost (ECONNRESET)", True, True, "Run again"),
        ("billing_error", "Credit balance is too low", False, True, "billing"),
    ],
)
def test_without_a_status_the_program_s_own_words_decide(
    kind: str, said: str, transient: bool, may_have_cost: bool, hint: str
) -> None:
    told = failure({"type": "assistant", "error": kind}, error(result=said))
    assert (told.transient, told.may_have_cost) == (transient, may_have_cost)
    assert hint in told.hint


@pytest.mark.parametrize(
    ("status", "milliseconds", "wait"),
    [(429, 7000, 7.0), (529, 3000, 3.0), (429, 531, None), (500, 2000, None)],
)
def test_a_retry_that_the_program_announces_is_ours_to_make(
    status: int, milliseconds: int, wait: float | None
) -> None:
    retry = {"type": "system", "subtype": "api_retry", "error_status": status, "error": "x"}
    told = failure(retry | {"retry_delay_ms": milliseconds})
    assert (told.transient, told.retry_after) == (True, wait)


def test_where_nothing_was_reached_the_program_may_say_why() -> None:
    retry = {"type": "system", "subtype": "api_retry", "error_status": None, "error": "unknown"}
    assert "refused" in failure(retry, error(result="Connection refused")).message


def test_a_failure_without_words_is_still_a_failure() -> None:
    assert (
        "error_during_execution"
        in failure(
            {"type": "result", "subtype": "error_during_execution", "is_error": True}
        ).message
    )
    assert "api_error" in failure(error()).message
