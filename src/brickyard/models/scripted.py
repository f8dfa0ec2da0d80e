"""The shipped fake: a function answers."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from brickyard.errors import BadInput
from brickyard.models.base import Reply, Request

Answered = str | Reply
Script = Callable[[Request], Answered | Awaitable[Answered]]


class Scripted:
    """`calls` counts what was asked; `latency` is how long an answer takes, in seconds."""

    usd_per_call = 0.0

    def __init__(self, function: Script, name: str = "scripted", latency: float = 0.0) -> None:
        self.name = name
        self.calls = 0
        self._function = function
        self._latency = latency

    async def complete(self, request: Request) -> Reply:
        self.calls += 1
        if self._latency:
            await asyncio.sleep(self._latency)
        answer = self._function(request)
        if inspect.isawaitable(answer):
            answer = await answer
        if not isinstance(answer, str | Reply):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInput(
                f"The script of '{self.name}' answered '{request.task}' with {answer!r}.",
                hint="Let the function return the answer as text, or a Reply.",
            )
        return answer if isinstance(answer, Reply) else Reply(text=answer, model=self.name)
