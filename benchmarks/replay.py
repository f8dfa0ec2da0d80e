"""A run's own jobs, scheduled again by a scheduler that takes no time: the critical path.

`Diary` listens to a build and writes down its jobs: every answer and every sandboxed command, how
long it took, and which jobs had to end before it could begin. `ideal` plays the same jobs through
the same limits (so many answers and so many sandboxes at once, first come, first served) and says
when the last one would end if nothing but the jobs themselves took time.
"""

import heapq
import time
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field

from brickyard.events import Event

ANSWER, SANDBOX = "answer", "sandbox"
_STARTS = {"question.asked": ANSWER, "sandbox.started": SANDBOX}
_ENDS = ("answer.received", "sandbox.ended")


@dataclass
class Job:
    """`after`: the jobs that must have ended; `inside`: the sandboxed program's own seconds."""

    kind: str
    after: frozenset[int]
    began: float
    seconds: float = 0.0
    inside: float = 0.0


@dataclass
class Diary:
    """A listener. What a job waited for is known from where in the program it was begun.

    A task of asyncio works off its jobs one after the other, and a task that it starts comes after
    those that it has finished: a context variable follows both. A stage waits for all of the stage
    before, where that has ended: cases, code and hold-outs are asked for at the same time.
    """

    latency: float
    jobs: list[Job] = field(default_factory=list[Job])
    _stage: frozenset[int] = frozenset()
    _ended: set[int] = field(default_factory=set[int])
    _last: ContextVar[frozenset[int]] = field(
        default_factory=lambda: ContextVar("last", default=frozenset())
    )
    _open: ContextVar[int] = field(default_factory=lambda: ContextVar("open"))

    def __call__(self, event: Event) -> None:
        if event.kind in _STARTS:
            self._open.set(len(self.jobs))
            after = self._stage | self._last.get()
            self.jobs.append(Job(_STARTS[event.kind], after, time.perf_counter()))
        elif event.kind in _ENDS:
            self._end(event)
        elif event.kind in ("stage.started", "package.started"):
            self._stage = frozenset(self._ended)

    def _end(self, event: Event) -> None:
        number = self._open.get()
        job = self.jobs[number]
        measured = time.perf_counter() - job.began
        job.seconds = self.latency if job.kind == ANSWER else measured
        job.inside = event.data.get("seconds", job.seconds)
        self._last.set(frozenset({number}))
        self._ended.add(number)


def ideal(jobs: Sequence[Job], limits: Mapping[str, int], *, inside: bool = False) -> float:
    """When the last job ends; with `inside`, what a sandbox takes to stand counts as nothing."""
    waits = {number: set(job.after) for number, job in enumerate(jobs)}
    frees = _followers(jobs)
    ready: dict[str, list[int]] = {kind: [] for kind in limits}
    running: list[tuple[float, int]] = []
    room, now = dict(limits), 0.0

    def arrive(numbers: Iterable[int]) -> None:
        for number in sorted(numbers, key=lambda each: jobs[each].began):
            ready[jobs[number].kind].append(number)

    arrive(number for number, after in waits.items() if not after)
    while running or any(ready.values()):
        for kind, queue in ready.items():
            while queue and room[kind]:
                number = queue.pop(0)
                room[kind] -= 1
                took = jobs[number].inside if inside else jobs[number].seconds
                heapq.heappush(running, (now + took, number))
        now, number = heapq.heappop(running)
        room[jobs[number].kind] += 1
        for other in frees[number]:
            waits[other].discard(number)
        arrive(other for other in frees[number] if not waits[other])
    return now


def _followers(jobs: Sequence[Job]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in jobs]
    for number, job in enumerate(jobs):
        for before in job.after:
            found[before].append(number)
    return found
