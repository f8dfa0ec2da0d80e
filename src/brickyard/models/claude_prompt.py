"""A conversation as the one message that the `claude` program takes."""

import json
from typing import Any

from brickyard.models.base import Message, Request

TITLES = {"assistant": "your earlier answer", "user": "what to do now"}


def prompt_of(request: Request) -> str:
    """The question as it is, so that it always begins alike; later turns under a title each."""
    first, *rest = request.messages
    return "\n\n".join((first.text, *(_turn(message) for message in rest)))


def _turn(message: Message) -> str:
    return f"----- {TITLES[message.role]} -----\n\n{message.text}"


def message_of(prompt: str) -> dict[str, Any]:
    """The prompt as a message of the program's input.

    `client_composed` delivers it as written: no `@path` is replaced by a file's content and no
    `/word` at its beginning is taken for a command.
    """
    content = {"role": "user", "content": prompt}
    return {"type": "user", "client_composed": True, "message": content}


def line_of(prompt: str) -> str:
    return json.dumps(message_of(prompt)) + "\n"
