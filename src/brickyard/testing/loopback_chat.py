"""Chat completions, as a server speaks them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from brickyard.models.base import Message
from brickyard.testing.loopback_messages import pieces, text_of
from brickyard.testing.loopback_values import Said, ToolCall

FINISH_REASONS = {
    "stop": "stop",
    "length": "length",
    "refusal": "content_filter",
    "tool": "tool_calls",
}
SYSTEM = ("system", "developer")


def system_of(body: Mapping[str, Any]) -> str:
    return "\n".join(
        text_of(item.get("content")) for item in body["messages"] if item["role"] in SYSTEM
    )


def messages_of(body: Mapping[str, Any]) -> tuple[Message, ...]:
    return tuple(
        Message(role=item["role"], text=text_of(item.get("content")))
        for item in body["messages"]
        if item["role"] not in SYSTEM
    )


def tools_of(body: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(tool["function"]["name"] for tool in body.get("tools") or ())


def failure(status: int, message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "scripted", "param": None, "code": str(status)}}


def whole(said: Said, model: str, number: int) -> dict[str, Any]:
    """The answer in one piece."""
    message: dict[str, Any] = {"role": "assistant", "content": said.text}
    if said.calls:
        message["tool_calls"] = _calls(said.calls, number)
    return {
        **_head(model, number),
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": _finish(said), "message": message}],
        "usage": _usage(said),
    }


def events(said: Said, body: Mapping[str, Any], number: int) -> Iterator[str]:
    """The answer as a stream: the role, the text in pieces, how it ended, what it used."""
    head = {**_head(body["model"], number), "object": "chat.completion.chunk"}
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": part} for part in pieces(said.text, said.pieces)]
    if said.calls:
        calls = enumerate(_calls(said.calls, number))
        deltas.append({"tool_calls": [{"index": index, **call} for index, call in calls]})
    for delta in deltas:
        yield _chunk(head, [{"index": 0, "delta": delta, "finish_reason": None}])
    yield _chunk(head, [{"index": 0, "delta": {}, "finish_reason": _finish(said)}])
    options: Mapping[str, Any] = body.get("stream_options") or {}
    if options.get("include_usage"):
        yield _chunk({**head, "usage": _usage(said)}, [])
    yield "data: [DONE]\n\n"


def broken(message: str) -> str:
    """The event of a provider that gives up in the middle of a stream."""
    return f"data: {json.dumps(failure(503, message))}\n\n"


def _head(model: str, number: int) -> dict[str, Any]:
    return {"id": f"chatcmpl-loopback-{number}", "created": 1, "model": model}


def _chunk(head: dict[str, Any], choices: list[dict[str, Any]]) -> str:
    return f"data: {json.dumps({**head, 'choices': choices})}\n\n"


def _finish(said: Said) -> str:
    return FINISH_REASONS["tool" if said.calls else said.finish]


def _usage(said: Said) -> dict[str, int]:
    total = said.input_tokens + said.output_tokens
    return {
        "prompt_tokens": said.input_tokens,
        "completion_tokens": said.output_tokens,
        "total_tokens": total,
    }


def _calls(calls: tuple[ToolCall, ...], number: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"call_loopback_{number}_{index}",
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(dict(call.input))},
        }
        for index, call in enumerate(calls)
    ]
