"""A server on loopback that speaks like a model's provider and answers from a function.

It speaks the Messages API (`/v1/messages`) and chat completions (`/v1/chat/completions`), streamed
or whole, so that any client of either can be tried without a key, a network or a price.
"""

import threading
from collections.abc import Callable
from typing import Self

from brickyard.testing.loopback_http import Server
from brickyard.testing.loopback_ledger import Ledger
from brickyard.testing.loopback_values import Answering, Asked

POLL_SECONDS = 0.02


class Loopback:
    """`latency` is how long each answer takes, in seconds; a `key` that is set is asked for.

    What the function raises is told to the client as status 400, and raised again when the server
    is left: a broken script is never taken for a failing model.
    """

    def __init__(self, answer: Answering, *, latency: float = 0.0, key: str = "") -> None:
        self._ledger = Ledger()
        self._make = lambda: Server(answer, self._ledger, latency=latency, key=key)
        self._server: Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The address for clients of the Messages API."""
        if self._server is None:
            raise RuntimeError("the server runs only inside `with Loopback(...) as server:`")
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def openai_url(self) -> str:
        """The address for clients of chat completions."""
        return f"{self.url}/v1"

    @property
    def asked(self) -> list[Asked]:
        """Every question so far, in the order in which they arrived."""
        return self._ledger.asked

    @property
    def open_connections(self) -> int:
        return self._ledger.open

    @property
    def abandoned(self) -> int:
        """How many answers a client did not wait for."""
        return self._ledger.abandoned

    def wait(self, until: Callable[[Self], bool], seconds: float = 30.0) -> bool:
        """Wait for what `until` says of this server; whether it came to be."""
        return self._ledger.wait(lambda: until(self), seconds)

    def __enter__(self) -> Self:
        self._server = self._make()
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL_SECONDS,), name="loopback"
        )
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._server is None or self._thread is None:
            return
        self._server.close()
        self._thread.join()
        self._server = None
        raised = self._ledger.errors
        if raised and error is None:
            raise raised[0]
        if raised and error is not None:
            error.add_note(f"The script of the loopback server raised {raised[0]!r}.")
