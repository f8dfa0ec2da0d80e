"""The Messages API, as a server speaks it."""

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from brickyard.models.base import Message
from brickyard.testing.loopback_values import Said, ToolCall

STOP_REASONS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "refusal": "refusal",
    "tool": "tool_use",
}
KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def system_of(body: Mapping[str, Any]) -> str:
    return text_of(body.get("system") or "")


def messages_of(body: Mapping[str, Any]) -> tuple[Message, ...]:
    """Messages of the same role that follow each other are one, as the API reads them."""
    turns = groupby(body["messages"], key=lambda item: item["role"])
    return tuple(
        Message(role=role, text="".join(text_of(item["content"]) for item in items))
        for role, items in turns
    )


def tools_of(body: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(tool["name"] for tool in body.get("tools") or ())


def text_of(content: Any) -> str:
    """Text as it is; of blocks their texts, and what tools were asked and what they said."""
    if isinstance(content, str):
        return content
    return "\n".join(_block_text(block) for block in content or ())


def _block_text(block: Mapping[str, Any]) -> str:
    if block["type"] == "tool_result":
        return text_of(block.get("content") or "")
    if block["type"] == "tool_use":
        return json.dumps(block["input"], ensure_ascii=False)
    return str(block.get("text", ""))


def failure(status: int, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": KINDS.get(status, "api_error"), "message": message}}


def whole(said: Said, model: str, number: int) -> dict[str, Any]:
    """The answer in one piece."""
    text = [{"type": "text", "text": said.text}] if said.text or not said.calls else []
    calls = [_call(call, number, index) for index, call in enumerate(said.calls)]
    return {
        "id": f"msg_loopback_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [*text, *calls],
        "stop_reason": STOP_REASONS["tool" if said.calls else said.finish],
        "stop_sequence": None,
        "usage": _usage(said, said.output_tokens),
    }


def _call(call: ToolCall, number: int, index: int) -> dict[str, Any]:
    id = f"toolu_loopback_{number}_{index}"
    return {"type": "tool_use", "id": id, "name": call.name, "input": dict(call.input)}


def _usage(said: Said, output_tokens: int) -> dict[str, int]:
    cached = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": said.cached_tokens}
    return {"input_tokens": said.input_tokens, "output_tokens": output_tokens, **cached}


def events(said: Said, body: Mapping[str, Any], number: int) -> Iterator[str]:
    """The answer as a stream: a message starts, each block starts, grows and stops, it ends."""
    message = whole(said, body["model"], number)
    start: dict[str, Any] = {**message, "content": [], "stop_reason": None}
    start["usage"] = _usage(said, 1)
    yield event({"type": "message_start", "message": start})
    for index, block in enumerate(message["content"]):
        yield from _block_events(index, block, said.pieces)
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield event({"type": "message_delta", "delta": ended, "usage": message["usage"]})
    yield event({"type": "message_stop"})


def _block_events(index: int, block: dict[str, Any], count: int) -> Iterator[str]:
    if block["type"] == "text":
        start: dict[str, Any] = {**block, "text": ""}
        deltas = [{"type": "text_delta", "text": part} for part in pieces(block["text"], count)]
    else:
        start = {**block, "input": {}}
        deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
    yield event({"type": "content_block_start", "index": index, "content_block": start})
    for delta in deltas:
        yield event({"type": "content_block_delta", "index": index, "delta": delta})
    yield event({"type": "content_block_stop", "index": index})


def event(data: dict[str, Any]) -> str:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n"


def broken(message: str) -> str:
    """The event of a provider that gives up in the middle of a stream."""
    return event(failure(529, message))


def pieces(text: str, count: int) -> list[str]:
    """`text` in about `count` parts, none of them empty."""
    size = max(1, -(-len(text) // max(1, count)))
    return [text[start : start + size] for start in range(0, len(text), size)]
