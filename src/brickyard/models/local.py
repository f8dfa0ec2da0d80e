"""`local`: a model in this process, with no key and no server; greedy, so the same each time."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from brickyard.models.base import Reply, Request, Usage
from brickyard.models.local_engine import Engine, Hear
from brickyard.models.local_weights import Weights


class Local:
    """Answers one question after the other; the weights are loaded with the first."""

    uses_grammar = True
    usd_per_call = 0.0

    def __init__(self, weights: Weights, *, context: int, threads: int = 0) -> None:
        self.name = weights.name
        self._weights = weights
        self._context = context
        self._threads = threads
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="local-model")
        self._engine: Engine | None = None

    async def complete(self, request: Request) -> Reply:
        """Cancelled, it stops between two tokens and returns when nothing runs any more."""
        loop = asyncio.get_running_loop()
        stop = Event()

        def hear(piece: str) -> bool:
            if request.heard is not None:
                loop.call_soon_threadsafe(request.heard, piece)
            return not stop.is_set()

        work = self._worker.submit(self._answer, request, hear)
        waiting = asyncio.wrap_future(work)
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            stop.set()
            if not work.cancel():
                await asyncio.wait([waiting])
            raise

    async def aclose(self) -> None:
        """Give the memory back; the next question loads the weights again."""
        await asyncio.wrap_future(self._worker.submit(self._unload))

    def _answer(self, request: Request, hear: Hear) -> Reply:
        if self._engine is None:
            self._engine = Engine(self._weights.path, context=self._context, threads=self._threads)
        done = self._engine.answer(_body(request), hear)
        usage = Usage(input_tokens=done.input_tokens, output_tokens=done.output_tokens)
        return Reply(text=done.text, finish=done.finish, usage=usage, model=self.name)

    def _unload(self) -> None:
        self._engine = None


def _body(request: Request) -> dict[str, Any]:
    messages = [{"role": message.role, "content": message.text} for message in request.messages]
    if request.system:
        messages.insert(0, {"role": "system", "content": request.system})
    body: dict[str, Any] = {
        "temperature": 0.0,
        **request.parameters,
        "messages": messages,
        "seed": request.sample,
    }
    return {**body, "grammar": request.grammar} if request.grammar else body
