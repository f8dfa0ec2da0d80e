"""A queue of jobs."""

from collections.abc import Callable


class JobQueue:
    def __init__(self) -> None: ...

    def put(self, job: Callable[[], int]) -> None: ...

    def run_all(self) -> int:
        """How many were run."""
        ...

    @property
    def waiting(self) -> int: ...
