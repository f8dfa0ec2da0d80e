"""What the loopback server is asked, and what it says or does instead."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from brickyard.models.base import Message

Dialect = Literal["messages", "chat"]
Finish = Literal["stop", "length", "refusal", "tool"]
FaultKind = Literal["status", "drop", "stall", "garbage", "error"]


@dataclass(frozen=True)
class Asked:
    """One question as it arrived; `number` counts from 1, header names are in lower case."""

    dialect: Dialect
    model: str
    system: str
    messages: tuple[Message, ...]
    tools: tuple[str, ...]
    stream: bool
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    number: int

    @property
    def text(self) -> str:
        """All messages in one text, for clients that put a conversation into a single one."""
        return "\n\n".join(message.text for message in self.messages)


@dataclass(frozen=True)
class ToolCall:
    name: str
    input: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Said:
    """An answer; `pieces` is in how many parts a stream carries its text.

    `cached_tokens` were read from the provider's cache, and are not among `input_tokens`.
    """

    text: str = ""
    finish: Finish = "stop"
    input_tokens: int = 12
    cached_tokens: int = 0
    output_tokens: int = 5
    calls: tuple[ToolCall, ...] = ()
    pieces: int = 3


@dataclass(frozen=True)
class Fault:
    """What goes wrong.

    `status`: that HTTP status, with `retry_after` in its header if it is set. `drop`: the
    connection is cut in the middle of `said`. `stall`: nothing more comes after the first half,
    until the client leaves or the server closes. `garbage`: a page that is no answer at all.
    `error`: a stream that ends in an error event, as an overloaded provider sends it.
    """

    status: int = 0
    kind: FaultKind = "status"
    retry_after: float | None = None
    message: str = "scripted by the test"
    said: Said = Said("the beginning of an answer that never ends")

    def __post_init__(self) -> None:
        if (self.kind == "status") != (self.status >= 400):
            raise ValueError("a status of 400 or more belongs to the kind 'status', and only there")


Answering: TypeAlias = Callable[[Asked], str | Said | Fault]
