"""The runner of named async jobs."""
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from types import TracebackType
from typing import Any

from jobrun.model import DuplicateJob, JobResult, JobState, RunnerClosed


class _Job:
    def __init__(self, name: str, func: Callable[..., Awaitable[Any]], args: tuple[Any, ...], timeout: float | None) -> None:
        self.name = name
        self.func = func
        self.args = args
        self.timeout = timeout
        self.state = JobState.PENDING
        self.task: asyncio.Task[JobResult] | None = None
        self.result: JobResult | None = None


def _check_timeout(timeout: float | None) -> None:
    if timeout is not None and timeout <= 0:
        raise ValueError("timeout must be positive")


class Runner:
    """Runs named async jobs, at most `limit` at a time. Used with `async with`."""

    def __init__(self, limit: int, timeout: float | None = None) -> None:
        """Set the limit and the timeout (seconds) of jobs that give none."""
        if limit < 1:
            raise ValueError("limit must be at least 1")
        _check_timeout(timeout)
        self._limit = limit
        self._timeout = timeout
        self._jobs: dict[str, _Job] = {}
        self._pending: deque[_Job] = deque()
        self._running: set[_Job] = set()
        self._finished: list[JobResult] = []
        self._changed = asyncio.Event()
        self._entered = False
        self._open = False

    async def __aenter__(self) -> Runner:
        """Open the runner; it can be opened only once."""
        if self._entered:
            raise RunnerClosed("runner cannot be reused")
        self._entered = self._open = True
        return self

    async def __aexit__(self, exc_type: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        """Wait for all jobs, or cancel them if the block failed."""
        try:
            if exc_type is None:
                try:
                    await self._wait_all()
                except asyncio.CancelledError:
                    await self._cancel_all()
                    raise
            else:
                await self._cancel_all()
        finally:
            self._open = False

    async def _wait_all(self) -> None:
        while len(self._finished) < len(self._jobs):
            await self._changed.wait()

    async def _cancel_all(self) -> None:
        seen: set[str] = set()  # each job is cancelled once, so that its cleanup can go on
        while len(self._finished) < len(self._jobs):
            for name in [name for name in self._jobs if name not in seen]:
                seen.add(name)
                self.cancel(name)
            if len(self._finished) < len(self._jobs):
                await self._changed.wait()

    def submit(self, name: str, func: Callable[..., Awaitable[Any]], *args: Any, timeout: float | None = None) -> None:
        """Add a job that awaits func(*args); it starts when there is a place."""
        if not self._open:
            raise RunnerClosed("runner is not open")
        if not name:
            raise ValueError("name must not be empty")
        if name in self._jobs:
            raise DuplicateJob(f"job already exists: {name}")
        _check_timeout(timeout)
        job = _Job(name, func, args, self._timeout if timeout is None else timeout)
        self._jobs[name] = job
        self._pending.append(job)
        asyncio.get_running_loop().call_soon(self._pump)

    def _pump(self) -> None:
        while self._pending and len(self._running) < self._limit:
            job = self._pending.popleft()
            job.state = JobState.RUNNING
            self._running.add(job)
            job.task = asyncio.get_running_loop().create_task(self._run(job))
            job.task.add_done_callback(lambda task, job=job: self._ended(job, task))

    async def _run(self, job: _Job) -> JobResult:
        limit = asyncio.timeout(job.timeout)
        try:
            async with limit:
                try:
                    value = await job.func(*job.args)
                except Exception as error:
                    return JobResult(job.name, JobState.FAILED, None, error)
                return JobResult(job.name, JobState.DONE, value)
        except TimeoutError:
            error = TimeoutError(f"job {job.name} timed out after {job.timeout:g}s")
            return JobResult(job.name, JobState.TIMED_OUT, None, error)

    def _ended(self, job: _Job, task: asyncio.Task[JobResult]) -> None:
        self._running.discard(job)
        if task.cancelled():
            self._finish(job, JobResult(job.name, JobState.CANCELLED))
        elif task.exception() is None:
            self._finish(job, task.result())
        self._pump()

    def _finish(self, job: _Job, result: JobResult) -> None:
        job.state = result.state
        job.result = result
        self._finished.append(result)
        self._changed.set()
        self._changed = asyncio.Event()

    def cancel(self, name: str) -> bool:
        """Cancel a pending or running job; False if it has already ended."""
        job = self._jobs[name]
        if job.result is not None:
            return False
        if job.task is None:
            self._pending.remove(job)
            self._finish(job, JobResult(name, JobState.CANCELLED))
        else:
            job.task.cancel()
        return True

    def state(self, name: str) -> JobState:
        """The job's present state."""
        return self._jobs[name].state

    async def result(self, name: str) -> JobResult:
        """Wait until the job has ended and give its result."""
        job = self._jobs[name]
        while job.result is None:
            await self._changed.wait()
        return job.result

    async def completed(self) -> AsyncIterator[JobResult]:
        """Yield results in the order in which jobs ended."""
        index = 0
        while True:
            while index < len(self._finished):
                yield self._finished[index]
                index += 1
            if index == len(self._jobs):
                return
            await self._changed.wait()

    def __repr__(self) -> str:
        """<Runner limit=L pending=P running=R finished=F>"""
        return (f"<Runner limit={self._limit} pending={len(self._pending)} "
                f"running={len(self._running)} finished={len(self._finished)}>")
