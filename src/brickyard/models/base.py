"""The seam to every model: one request, one reply, one method."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import ConfigDict, Field

from brickyard.events import Role
from brickyard.values import Value


class Message(Value):
    role: str
    text: str


@dataclass(frozen=True)
class Tool:
    """A function that a model may call while it answers; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    call: Callable[[Mapping[str, Any]], Awaitable[str]]


class Request(Value):
    """One question as it goes to a model. `task` names the microtask, for people and routing.

    The fields below `generation` are help for a backend that can use it and are in no key: the
    answer is judged the same way without them.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    task: str
    system: str
    messages: tuple[Message, ...]
    parameters: dict[str, Any] = Field(default_factory=dict)
    sample: int = 0
    generation: int = 0
    shared: int = Field(default=0, exclude=True)
    """How many characters of the first message other questions of the run begin with too."""
    tools: tuple[Tool, ...] = Field(default=(), exclude=True)
    max_turns: int = Field(default=1, exclude=True)
    grammar: str = Field(default="", exclude=True)
    """The answer format as GBNF, for backends that can hold a model to it."""
    heard: Callable[[str], None] | None = Field(default=None, exclude=True)
    """Called with each piece of the answer as it arrives, by backends that stream.

    It is called on the event loop's thread.
    """
    work: str = Field(default="", exclude=True)
    """The kind of work, which may have a model of its own: see the setting `models`."""
    role: Role = Field(default="author", exclude=True)
    """Who should answer it, where several do."""
    about: str = Field(default="", exclude=True)
    """What the question is for, for people."""
    title: str = Field(default="", exclude=True)
    """The question's name for people, such as `cases for R3, R4 · brick table`."""
    escalated: bool = Field(default=False, exclude=True)
    """Meant for the stronger model, if there is one."""
    noted: Callable[[str, Mapping[str, Any]], None] | None = Field(default=None, exclude=True)
    """Called with what happens to the question on its way: `keyed`, `called`, `retried`…"""

    @property
    def beginning(self) -> str:
        """What other questions of the run begin with too."""
        return self.messages[0].text[: self.shared]

    def note(self, what: str, **more: Any) -> None:
        if self.noted:
            self.noted(what, more)


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
