"""Requests, and a model that counts."""

from typing import Any

from brickyard.models.base import Message, Reply, Request
from brickyard.models.recorded import identify
from brickyard.record import Answer


def question(text: str = "hello", task: str = "greet", **more: Any) -> Request:
    return Request(
        task=task, system="be brief", messages=(Message(role="user", text=text),), **more
    )


def known(request: Request, text: str, model: str = "someone") -> Answer:
    return identify(request, model).answered(Reply(text=text))
