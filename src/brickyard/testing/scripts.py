"""Scripted answers in the answer format, from typed values."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from brickyard.ask.rendering import marker_of, render_answer
from brickyard.catalogue import MICROTASKS
from brickyard.models.base import Request

Answer = Callable[[dict[str, Any]], BaseModel | str]


def script(answers: Mapping[str, Answer]) -> Callable[[Request], str]:
    """A function for `Scripted`: microtask name → a function from its JSON inputs to its answer.

    The inputs hold `attempt` too: how often this question was sent back. An answer that is a `str`
    is sent as it is, to try what a model that answers nonsense would do.
    """

    def answer(request: Request) -> str:
        if request.task not in answers:
            raise KeyError(f"The script has no answer to '{request.task}'.")
        question = request.messages[0].text
        value = answers[request.task](
            {**inputs_of(question), "attempt": len(request.messages) // 2}
        )
        if isinstance(value, str):
            return value
        return render_answer(MICROTASKS[request.task], marker_of(question), value)

    return answer


def inputs_of(question: str) -> dict[str, Any]:
    """What a rendered question shows: fields by name; files as path → text."""
    marker = marker_of(question)
    shown, _, _ = question.rpartition("\n# Answer format\n")
    blocks = re.findall(
        rf"^{marker} (JSON|TEXT \S+|FILE \S+ [^\n]+)\n(.*?)^{marker} END( NO NEWLINE)?$",
        shown,
        re.MULTILINE | re.DOTALL,
    )
    found: dict[str, Any] = {}
    for header, body, bare in blocks:
        kind, _, rest = header.partition(" ")
        text = body.removesuffix("\n") if bare else body
        if kind == "JSON":
            found |= json.loads(body)
        elif kind == "TEXT":
            found[rest] = text
        else:
            field, _, path = rest.partition(" ")
            found.setdefault(field, {})[path] = text
    return found
