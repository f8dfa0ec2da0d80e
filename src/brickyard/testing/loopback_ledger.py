"""What the threads of a loopback server saw, to read and to wait for from outside."""

import threading
from collections.abc import Callable

from brickyard.testing.loopback_values import Asked


class Ledger:
    def __init__(self) -> None:
        self._asked: list[Asked] = []
        self._errors: list[BaseException] = []
        self._open = 0
        self._abandoned = 0
        self._changed = threading.Condition()

    @property
    def asked(self) -> list[Asked]:
        with self._changed:
            return list(self._asked)

    @property
    def errors(self) -> list[BaseException]:
        with self._changed:
            return list(self._errors)

    @property
    def open(self) -> int:
        with self._changed:
            return self._open

    @property
    def abandoned(self) -> int:
        with self._changed:
            return self._abandoned

    def ask(self, make: Callable[[int], Asked]) -> Asked:
        """Keep a question under the next number."""
        with self._changed:
            asked = make(len(self._asked) + 1)
            self._asked.append(asked)
            self._changed.notify_all()
        return asked

    def note(
        self, *, opened: int = 0, abandoned: int = 0, error: BaseException | None = None
    ) -> None:
        with self._changed:
            self._open += opened
            self._abandoned += abandoned
            if error is not None:
                self._errors.append(error)
            self._changed.notify_all()

    def wait(self, until: Callable[[], bool], seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(until, seconds)
