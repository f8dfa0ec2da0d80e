"""The seam to every model: one request, one reply, one method."""

from typing import Any, Protocol

from pydantic import Field

from brickyard.values import Value


class Message(Value):
    role: str
    text: str


class Request(Value):
    """One question as it goes to a model. `task` names the microtask, for people and routing."""

    task: str
    system: str
    messages: tuple[Message, ...]
    parameters: dict[str, Any] = Field(default_factory=dict)
    sample: int = 0
    generation: int = 0


class Usage(Value):
    input_tokens: int = 0
    output_tokens: int = 0


class Reply(Value):
    """What came back. `finish` is `stop`, `length` or another reason the provider gave."""

    text: str
    finish: str = "stop"
    usage: Usage = Usage()
    usd: float = 0.0
    turns: int = 1
    session: str = ""
    model: str = ""


class Model(Protocol):
    """`name` is part of the record's key: the same name means the same model."""

    @property
    def name(self) -> str: ...

    async def complete(self, request: Request) -> Reply: ...
