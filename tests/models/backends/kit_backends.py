"""Every backend that answers over the network, pointed at a loopback server."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from brickyard.models.base import Message, Model, Request
from brickyard.models.choose import choose
from brickyard.models.wrapper import close
from brickyard.record import Record
from brickyard.settings import Settings
from brickyard.testing import Asked, Fault, Loopback, Said

KEY = "sk-canary-0123456789"
Answering = Callable[[Asked], str | Said | Fault]


def _anthropic(url: str) -> dict[str, str]:
    return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY}


def _openai(url: str) -> dict[str, str]:
    return {"BRICKYARD_BASE_URL": f"{url}/v1", "BRICKYARD_API_KEY": KEY}


@dataclass(frozen=True)
class Backend:
    """`model` is what a person gives to --model; `environ` is how it is told of the server."""

    id: str
    title: str
    model: str
    environ: Callable[[str], dict[str, str]]
    tools: bool = False
    one_request: bool = True
    """Whether a call is never more than one request, whatever happens."""
    together: int = 8
    """How many questions are in the air at once at least, of eight."""


BACKENDS = (
    Backend(
        "dspy-anthropic",
        "`anthropic/…` (the Messages API through `dspy.LM`)",
        "anthropic/claude-sonnet-5-5",
        _anthropic,
    ),
    Backend(
        "dspy-openai",
        "`base_url`, `openai/…` and the like (chat completions through `dspy.LM`)",
        "openai/gpt-5.6",
        _openai,
    ),
    Backend(
        "claude-cli",
        "`claude-cli` (the `claude` program, once a question)",
        "claude-cli:claude-sonnet-5-5",
        _anthropic,
        one_request=False,
        together=2,
    ),
    Backend(
        "claude-sdk",
        "`claude-sdk` (persistent `claude` programs)",
        "claude-sdk:claude-sonnet-5-5",
        _anthropic,
        tools=True,
        one_request=False,
        together=2,
    ),
)


@contextmanager
def environment(home: Path, values: dict[str, str]) -> Generator[None]:
    """A person with these variables, an own home and nothing else set that models look at."""
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith(("ANTHROPIC_", "CLAUDE", "OPENAI_", "BRICKYARD_")):
                patch.delenv(name)
        for name, value in {"HOME": str(home), **values}.items():
            patch.setenv(name, value)
        yield


@asynccontextmanager
async def reached(backend: Backend, url: str, record: Record) -> AsyncGenerator[Model]:
    """The backend as `choose` makes it, asking the server at `url`."""
    home = record.home.parent
    with environment(home, backend.environ(url)):
        model = choose(backend.model, Settings.load(home), record, record.home)
        try:
            yield model
        finally:
            await close(model)


@asynccontextmanager
async def serving(
    backend: Backend, answer: Answering, record: Record
) -> AsyncGenerator[tuple[Loopback, Model]]:
    with Loopback(answer, key=KEY) as server:
        async with reached(backend, server.url, record) as model:
            yield server, model


def question(text: str = "hello", **more: Any) -> Request:
    message = Message(role="user", text=text)
    return Request(task="greet", system="You are brief.", messages=(message,), **more)


async def came_to_be(server: Loopback, until: Callable[[Loopback], bool]) -> bool:
    """Waits beside the event loop, which goes on."""
    return await asyncio.to_thread(server.wait, until)


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}
