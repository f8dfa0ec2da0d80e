"""Work in forked children that may do anything: each told apart, limited and cleared away.

A child tells lines of JSON through a pipe, behind a token of its own. It is held to processor time,
not to the clock, so that a busy machine gives the same report as a quiet one; only a child that
uses no processor is ended by the clock.
"""

import itertools
import json
import os
import resource
import select
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

MEMORY = 160 << 20
"""Bytes that a child may take beyond what it starts with."""

FILE = 16 << 20
"""Bytes of one file at most."""

CPU_SECONDS = 0.5
"""Processor time of one piece of work at least, before it counts as hanging."""

FOLDERS = itertools.count()
"""A new one for each child: what one of them left may be closed for ever."""

TICK = 1.0
USED = 0.002
"""A child that used less of the processor since the last tick was waiting."""

LONGEST_REPORT = 1 << 20
NO_MEMORY = 71
WALL_SECONDS = 600.0

Tell = Callable[[dict[str, Any]], None]
Work = Callable[[Tell], None]


class Hung(BaseException):
    """It took longer than it may."""


class Broken(Exception):
    """A child could not begin its work, for a reason that is the machine's and not the code's."""


class Report:
    """What a child told. `end`: nothing, crash or hang; `forged`: others wrote on its pipe."""

    def __init__(self, told: list[dict[str, Any]], end: str, forged: bool) -> None:
        self.told, self.end, self.forged = told, end, forged


class Child:
    """One fork that does `work` in a folder of its own."""

    def __init__(self, work: Work, folder: Path, seen: Callable[[Path], None]) -> None:
        self.folder, self.text, self.due = folder, b"", time.monotonic() + WALL_SECONDS
        self.token = os.urandom(16).hex()
        try:
            self.pipe, outside = os.pipe()
            self.process = os.fork()
        except OSError as error:
            raise Broken(f"a fork could not be made: {error}") from error
        if self.process == 0:
            os.close(self.pipe)
            os.setsid()
            self.live(work, outside, seen)
        os.close(outside)

    def live(self, work: Work, pipe: int, seen: Callable[[Path], None]) -> None:
        def tell(event: dict[str, Any]) -> None:
            left = f"{self.token} {json.dumps(event)}\n".encode()
            while left:
                left = left[os.write(pipe, left) :]

        try:
            try:
                cap_memory()
                seen(self.folder)
            except (OSError, ValueError) as error:
                tell({"broken": f"a fork could not begin its work: {error}"})
                return
            work(tell)
            tell({"end": ""})
        except MemoryError:
            os._exit(NO_MEMORY)
        finally:
            os._exit(0)

    def read(self) -> bool:
        """Take in what it has told; whether there is more to come."""
        block = os.read(self.pipe, 1 << 16)
        self.text += block
        return bool(block) and len(self.text) <= LONGEST_REPORT

    def ended(self) -> Report:
        os.close(self.pipe)
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        _, status = os.waitpid(self.process, 0)
        shutil.rmtree(self.folder, ignore_errors=True)
        lines = self.text.split(b"\n")[:-1]
        told = [event for line in lines if (event := self.event(line)) is not None]
        if len(lines) == len(told) == 1 and "broken" in told[0]:
            raise Broken(told[0]["broken"])
        whole = bool(told) and told[-1] == {"end": ""}
        code = os.waitstatus_to_exitcode(status)
        late = code in (NO_MEMORY, -signal.SIGXCPU, -signal.SIGKILL)
        end = "" if whole else "hang" if late else "crash"
        return Report(told[: len(told) - whole], end, len(told) != len(lines))

    def event(self, line: bytes) -> dict[str, Any] | None:
        """None for what this program never tells."""
        start = self.token.encode() + b" "
        try:
            event: Any = json.loads(line[len(start) :])
        except (ValueError, RecursionError):
            return None
        shaped = isinstance(event, dict) and all(
            isinstance(cast("Any", event).get(name, ""), str)
            for name in ("test", "how", "why", "broken")
        )
        return cast("Any", event) if line.startswith(start) and shaped else None


def run_all(
    works: Iterable[Work], folder: Path, seen: Callable[[Path], None], together: int
) -> Iterator[Report]:
    """The reports in the order of the works, a few of which run at the same time."""
    waiting, running = enumerate(works), dict[int, Child]()
    done, at, more = dict[int, Report](), 0, True
    while more or running:
        while more and len(running) < together:
            number, work = next(waiting, (0, None))
            more = work is not None
            if work is not None:
                running[number] = Child(work, folder / f"{next(FOLDERS)}", seen)
        for number in _stopped(running):
            done[number] = running.pop(number).ended()
        while at in done:
            yield done.pop(at)
            at += 1


def _stopped(running: dict[int, Child]) -> list[int]:
    if not running:
        return []
    ready, _, _ = select.select([child.pipe for child in running.values()], [], [], TICK)
    now = time.monotonic()
    return [
        number
        for number, child in running.items()
        if (child.pipe in ready and not child.read()) or now > child.due
    ]


def cap_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    for kind, value in ((resource.RLIMIT_AS, most), (resource.RLIMIT_FSIZE, FILE)):
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, hard))


class Watch:
    """Ends one piece of work that never would: by an exception, and if that is caught, at all."""

    def __init__(self, seconds: float, ticks: int) -> None:
        self.seconds, self.ticks = max(CPU_SECONDS, seconds), ticks
        self.idle, self.used, self.rang = 0, 0.0, False

    def __enter__(self) -> None:
        signal.signal(signal.SIGPROF, self.late)
        signal.signal(signal.SIGALRM, self.tick)
        self.used = time.process_time()
        soft = int(self.used + 2 * self.seconds) + 1
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        soft = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
        signal.setitimer(signal.ITIMER_PROF, self.seconds, self.seconds)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)

    def late(self, *_: object) -> None:
        self.rang = True
        raise Hung(f"did not end within {self.seconds:g} seconds of the processor's time")

    def tick(self, *_: object) -> None:
        now = time.process_time()
        self.idle = self.idle + 1 if now - self.used < USED else 0
        self.used = now
        if self.idle >= self.ticks:
            self.rang = True
            raise Hung(f"waited {self.ticks * TICK:g} seconds for nothing")
