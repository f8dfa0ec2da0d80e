"""Asynchronous jobs, only so many at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

Job = Callable[[], Awaitable[str]]


class JobFailed(Exception):
    """An attempt of a probe's job failed, as it was told to; the text is the job's name."""


@dataclass(frozen=True)
class Outcome:
    """How a job ended: its result or the text of its exception, and the number of attempts."""

    result: str
    error: str
    attempts: int


class Probe:
    """Makes jobs, and notes when their attempts begin and end."""

    def __init__(self) -> None:
        """Make a probe that has noted nothing."""
        self._started: list[str] = []
        self._ended: list[str] = []
        self._running = 0
        self._peak = 0

    def job(self, name: str, turns: int = 1, failures: int = 0) -> Job:
        """Return a job that takes `turns` turns and gives `name`.

        Its first `failures` attempts raise JobFailed(name) at their end instead.
        """
        left = failures

        async def attempt() -> str:
            nonlocal left
            self._begin(name)
            for _ in range(turns):
                await asyncio.sleep(0)
            self._end(name)
            if left > 0:
                left -= 1
                raise JobFailed(name)
            return name

        return attempt

    def started(self) -> list[str]:
        """Return the names of the attempts that began, in that order."""
        return list(self._started)

    def ended(self) -> list[str]:
        """Return the names of the attempts that ended, in that order."""
        return list(self._ended)

    def peak(self) -> int:
        """Return the highest number of attempts that ran at the same time."""
        return self._peak

    def _begin(self, name: str) -> None:
        self._started.append(name)
        self._running += 1
        self._peak = max(self._peak, self._running)

    def _end(self, name: str) -> None:
        self._ended.append(name)
        self._running -= 1


async def run(jobs: Sequence[Job], limit: int, retries: int = 0) -> list[str]:
    """Run the jobs, at most `limit` at a time, and return their results in the order of the jobs.

    After a failure no job is started any more; when those that run have ended, the exception of
    the job that failed first is raised. Raises ValueError for a bad limit or number of retries.
    """
    crew = _Crew(jobs, limit, retries, stops=True)
    outcomes = await crew.work()
    if crew.errors:
        raise crew.errors[0]
    return [outcome.result for outcome in outcomes]


async def run_all(jobs: Sequence[Job], limit: int, retries: int = 0) -> list[Outcome]:
    """Run the jobs, at most `limit` at a time, and return how each ended, in the order of the jobs.

    Raises ValueError for a bad limit or number of retries, and nothing for jobs that fail.
    """
    return await _Crew(jobs, limit, retries, stops=False).work()


class _Crew:
    """Workers that take one job after the other."""

    def __init__(self, jobs: Sequence[Job], limit: int, retries: int, *, stops: bool) -> None:
        if limit < 0 or retries < 0:
            raise ValueError("limit must be at least 0 and retries at least 0")
        self._jobs = jobs
        self._limit = limit
        self._retries = retries
        self._stops = stops
        self._next = 0
        self._outcomes: dict[int, Outcome] = {}
        self.errors: list[Exception] = []

    async def work(self) -> list[Outcome]:
        workers = min(self._limit or len(self._jobs), len(self._jobs))
        await asyncio.gather(*(self._worker() for _ in range(workers)))
        return [self._outcomes[index] for index in sorted(self._outcomes)]

    async def _worker(self) -> None:
        while self._next < len(self._jobs) and not (self._stops and self.errors):
            index = self._next
            self._next += 1
            self._outcomes[index] = await self._outcome(self._jobs[index])

    async def _outcome(self, job: Job) -> Outcome:
        attempts = 0
        while True:
            attempts += 1
            try:
                return Outcome(await job(), "", attempts)
            except Exception as error:
                if attempts > self._retries:
                    self.errors.append(error)
                    return Outcome("", str(error), attempts)
