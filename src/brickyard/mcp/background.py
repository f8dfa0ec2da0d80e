"""Jobs worked on by processes of their own, which go on when the server ends.

A process that ended without a result was killed, and is started again: its answers are in the
record, so nothing is asked twice. One that waits is started again when its questions are answered.
"""

import asyncio
import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from brickyard.errors import BadInput, BrickyardError
from brickyard.mcp.jobs import ERRORS, LAUNCHED, Job, Jobs, Order, Wanted
from brickyard.mcp.told import Logs, Told

ASKED = "ask:"
CRASHES = 3
"""A process that was killed so often without a result is not started any more."""
MOST_AT_ONCE = 8
TICK_SECONDS = 0.3
PATIENCE_SECONDS = 2.4
"""What a process that was asked to stop may take to do so, and one that was killed."""


class Background:
    """The processes of one client's jobs."""

    def __init__(self, jobs: Jobs, folder: Path, environment: Mapping[str, str] | None = None):
        self.jobs = jobs
        self.logs = Logs()
        self._folder = folder
        self._environment = dict(os.environ if environment is None else environment)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._going: set[str] = set()

    def start(self, order: Order) -> Job:
        """The job that works on this; one that is not over yet is taken up, not doubled."""
        under_way = [job for job in self.jobs.all() if self.state(job) not in OVER]
        for job in under_way:
            if (job.order.kind, job.order.recipe) == (order.kind, order.recipe):
                return self._same(job, order)
        busy = sum(self.alive(job.wanted) for job in under_way)
        if busy >= MOST_AT_ONCE:
            raise BadInput(
                f"{busy} runs are at work, which is the most at once.",
                hint="Wait for one to end, or cancel one; list_runs shows them.",
            )
        job = self.jobs.add(order)
        with job.held():
            self._launch(job)
        return job

    def _same(self, job: Job, order: Order) -> Job:
        if job.order.arguments == order.arguments:
            self.resume(job)
            return job
        raise BadInput(
            f"The run {job.id} works on {order.recipe} already, ordered otherwise.",
            hint="Go on with that one, or cancel it first.",
        )

    def state(self, job: Job) -> str:
        """How it stands, in one word."""
        wanted, told = job.wanted, self.logs.of(job)
        is_alive = self.alive(wanted)
        if wanted.state != "running":
            return wanted.state if not is_alive else _ENDING[wanted.state]
        if told.result is not None and not wanted.again:
            return self._ended(job, wanted, told)
        if is_alive or wanted.again or wanted.crashes < CRASHES:
            return "running" if told.run else "starting"
        return "broken"

    def _ended(self, job: Job, wanted: Wanted, told: Told) -> str:
        assert told.result is not None
        by_code = _BY_CODE.get(str(told.result.get("exit_code")), "failed")
        status = str(told.result.get("status") or by_code)
        if status == "waiting":
            return "waiting" if self.open_questions(job) or self.asked(job) else "running"
        if told.wishes and status == "stopped":
            return "stopped" if wanted.denied else "waiting"
        return status

    def open_questions(self, job: Job) -> list[str]:
        """Keys of questions that wait for the caller."""
        done = {one.key for one in job.answered}
        return [key for key in self.logs.of(job).waiting if key not in done]

    def asked(self, job: Job) -> dict[str, dict[str, str]]:
        """What an idea leaves open and nobody has answered, by id."""
        done = {one.key for one in job.answered}
        result = self.logs.of(job).result or {}
        every = {_id_of(one["question"]): one for one in result.get("questions", ())}
        return {key: one for key, one in every.items() if key not in done}

    def alive(self, wanted: Wanted) -> bool:
        from brickyard.record.claims import Owner

        return bool(wanted.pid) and Owner(wanted.host, wanted.pid, wanted.born).alive

    # ------------------------------------------------------------ what a client wants

    def resume(self, job: Job, *more: str) -> None:
        """Go on, with these arguments besides, from where it stopped short of its end."""
        if (state := self.state(job)) in FINAL:
            raise BadInput(f"The run has ended: {state}.", hint="get_result shows what it came to.")
        with job.held() as wanted:
            goes_on = bool(more) or state != "waiting"
            job.want(state="running", more=(*wanted.more, *more), denied=(), again=goes_on)
        self.settle(job)

    def again(self, job: Job) -> None:
        """Go on although it ended: what it was ordered for has changed."""
        with job.held():
            job.want(state="running", again=True)
        self.settle(job)

    async def stop(self, job: Job, state: str) -> None:
        """Pause or cancel: what was answered is kept, only questions in the air are lost."""
        with job.held():
            wanted = job.want(state=state)
        if self.alive(wanted):
            await self._gone(wanted)

    async def _gone(self, wanted: Wanted) -> None:
        """It is asked, and after a while it is not."""
        for sign in (signal.SIGINT, signal.SIGKILL):
            _signal(wanted, sign)
            for _ in range(int(PATIENCE_SECONDS / TICK_SECONDS)):
                await asyncio.sleep(TICK_SECONDS)
                self._reap()
                if not self.alive(wanted):
                    return

    # ------------------------------------------------------------ processes

    async def look_after(self) -> None:
        """Until it is cancelled: start what was killed, and what waits no longer."""
        self._going = {job.id for job in self.jobs.all() if self.state(job) not in OVER}
        while True:
            self._reap()
            for id in [*self._going]:
                with suppress(BrickyardError, OSError):  # who asks about the run is told
                    self.settle(self.jobs.get(id))
            await asyncio.sleep(TICK_SECONDS)

    def settle(self, job: Job) -> None:
        """Start its process again, if it has to go on and nothing works on it."""
        self._reap()
        with job.held() as wanted:
            if wanted.state == "running" and not self.alive(wanted):
                self._settle(job, wanted)
        if self.state(job) in OVER:
            self._going.discard(job.id)
        else:
            self._going.add(job.id)

    def _settle(self, job: Job, wanted: Wanted) -> None:
        told = self.logs.of(job)
        if wanted.again:
            job.want(crashes=0)
            self._launch(job)
        elif told.result is None:
            if wanted.crashes < CRASHES:
                job.want(crashes=wanted.crashes + 1)
                self._launch(job)
        elif told.result.get("status") == "waiting" and self.state(job) != "waiting":
            self._launch(job)

    def _launch(self, job: Job) -> None:
        """Start the process; inside `held`."""
        from brickyard.record.claims import process

        with job.events.open("ab") as out, (job.folder / ERRORS).open("ab") as errors:
            out.write(f"\n{json.dumps({'kind': LAUNCHED})}\n".encode())
            out.flush()
            started = subprocess.Popen(
                (*PROGRAM, job.order.module, *job.order.arguments, *job.wanted.more),
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                start_new_session=True,
            )
        owner = process(started.pid)
        job.want(host=owner.host, pid=owner.pid, born=owner.born, again=False)
        self._processes[job.id] = started
        self._going.add(job.id)

    def _reap(self) -> None:
        """Take leave of children that ended."""
        ended = [id for id, process in self._processes.items() if process.poll() is not None]
        for id in ended:
            del self._processes[id]


OVER = ("done", "not met", "failed", "broken", "cancelled", "stopped")
"""States that nothing but an order ends."""
FINAL = ("done", "not met")
_BY_CODE = {"0": "done", "1": "not met", "3": "broken", "4": "stopped"}
"""Of a document that has no status."""
_ENDING = {"paused": "pausing", "cancelled": "cancelling"}
PROGRAM = (sys.executable, "-P", "-m")
"""Without the folder that it starts in on Python's path: that one is the client's."""


def _id_of(question: str) -> str:
    return f"{ASKED}{hashlib.sha256(question.encode()).hexdigest()[:12]}"


def _signal(wanted: Wanted, sign: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sign is signal.SIGKILL:
            os.killpg(wanted.pid, sign)
        else:
            os.kill(wanted.pid, sign)
