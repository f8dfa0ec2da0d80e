"""The real `claude` program, in a home of its own, with a loopback server as its provider."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from brickyard.models.base import Message, Request

MODEL = "claude-sonnet-4-5"
KEY = "sk-ant-loopback-0123456789"


def environ(url: str, home: Path, **more: str) -> dict[str, str]:
    """All that the program is told; nothing of the person who runs the tests."""
    home.mkdir(exist_ok=True)
    return {
        "PATH": os.defpath,
        "HOME": str(home),
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": KEY,
        **more,
    }


def ask(text: str, **more: Any) -> Request:
    return Request(
        task="greet", system="be brief", messages=(Message(role="user", text=text),), **more
    )


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}


@asynccontextmanager
async def no_process_left() -> AsyncGenerator[None]:
    before = children()
    yield
    assert children() == before
