"""Scripted answers in the answer format, from typed values."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from brickyard.models.base import Request
from brickyard.tasks.catalogue import MICROTASKS
from brickyard.tasks.rendering import marker_of, render_answer

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
    """The JSON inputs that a rendered question shows."""
    marker = marker_of(question)
    _, _, after = question.partition(f"{marker} JSON\n")
    text, _, _ = after.partition(f"{marker} END\n")
    return json.loads(text)
