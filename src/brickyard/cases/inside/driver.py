"""Has the rows of a job worked on inside a sandbox, two at a time, and tells what came of each.

This process reads the job and forks lanes; no code of the package and no expression of a case runs
in it. A lane goes through its share of the rows and tells one line a row through a pipe; it is
passed on to standard output behind the job's nonce, unread. A lane that dies, hangs or tells too
much costs the row it was at; another goes on with the next. Late is not hung: a row that a busy
machine keeps from the processor has a part of its time again, by the processor's clock.
"""

import ctypes
import gc
import importlib
import json
import os
import select
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PR_SET_DUMPABLE = 4
PAUSE = 0.1
LOOKS = 4
MORE = 0.25
LANES = 2
LONGEST_LINE = 8_000_000
TICK = os.sysconf("SC_CLK_TCK")
WORDS = (b"told", b"died", b"huge")


def main() -> None:
    trusted = os.environ.pop("PYTHONPATH")
    job = json.loads(Path(trusted, "job.json").read_text("utf-8"))
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    for module in job["warm"]:
        importlib.import_module(module)
    work = importlib.import_module(f"brickyard.cases.inside.{job['work']}")
    sys.path.remove(trusted)
    places = settle(job["people"])
    gc.freeze()
    voice = Voice(job["nonce"])
    voice.tell("begun")
    voice.flush()
    lanes = [
        Lane(job, work.run_lane, rows, place, voice)
        for at, place in enumerate(places)
        if (rows := [n for n, row in enumerate(job["rows"]) if row["group"] % LANES == at])
    ]
    while lanes := [lane for lane in lanes if lane.goes_on()]:
        select.select([lane.pipe for lane in lanes], [], [], PAUSE)
        voice.flush()
    voice.tell("ended")
    voice.flush()


def settle(people: list[str]) -> list[dict[str, str]]:
    """Folders as a user's machine has them: a home for each lane, the code in another's.

    Contents alone are copied: not every sandbox lets times and modes be set.
    """
    temporary = Path(os.environ.get("TMPDIR", "/tmp"))
    *homes, owner = (temporary / name for name in people)
    source = owner / "lib"
    for path in [*Path("src").rglob("*")] if Path("src").is_dir() else []:
        copy = source / path.relative_to("src")
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    return [{"home": str(home), "source": str(source)} for home in homes]


class Voice:
    """Says several lines at once, none of them late."""

    def __init__(self, nonce: str) -> None:
        self.nonce = nonce.encode()
        self.kept: list[bytes] = []

    def tell(self, word: str, id: str = "", rest: bytes = b"") -> None:
        words = (self.nonce, word.encode(), id.encode(), rest)
        self.kept.append(b" ".join(filter(None, words)) + b"\n")

    def flush(self) -> None:
        left = b"".join(self.kept)
        self.kept.clear()
        while left:
            left = left[os.write(1, left) :]


def work_of(process: int) -> tuple[float, bool]:
    """Seconds of the processor that it and all below it had, and whether one of them wants more."""
    found: dict[int, tuple[int, bytes, float]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            words = path.read_bytes().rpartition(b")")[2].split()
            used = sum(map(int, words[11:15])) / TICK
            found[int(path.parent.name)] = (int(words[1]), words[0], used)
    tree, grown = {process} & found.keys(), True
    while grown:
        more = {pid for pid, (above, _, _) in found.items() if above in tree} - tree
        tree, grown = tree | more, bool(more)
    return sum(found[pid][2] for pid in tree), any(found[pid][1] in b"RD" for pid in tree)


class Lane:
    """Forked children, one after the other, that go through some of the rows."""

    def __init__(
        self, job: dict[str, Any], work: Any, rows: list[int], place: dict[str, str], voice: Voice
    ) -> None:
        self.job, self.work, self.rows, self.place, self.voice = job, work, rows, place, voice
        self.start()

    def start(self) -> None:
        self.buffer = b""
        self.pipe, outside = os.pipe()
        self.process = os.fork()
        self.begin()
        if self.process == 0:
            os.setsid()
            self.work(self.job, self.rows, outside, self.place)
        os.close(outside)

    def begin(self) -> None:
        """The time of the next row."""
        self.deadline = time.monotonic() + self.job["each"]
        self.had, self.waited = -1.0, 0

    def is_hung(self) -> bool:
        """It is late, and wants no processor whenever one looks, or has had still more of it."""
        if time.monotonic() <= self.deadline:
            return False
        had, wants = work_of(self.process)
        self.had = had if self.had < 0 else self.had
        self.waited = 0 if wants else self.waited + 1
        return self.waited >= LOOKS or had - self.had >= MORE * self.job["each"]

    def goes_on(self) -> bool:
        """Pass on what has come; a lane that was lost or is done makes way for another."""
        ready, _, _ = select.select([self.pipe], [], [], 0)
        lost, is_over = "", False
        if ready:
            block = os.read(self.pipe, 1 << 16)
            lost, is_over = self.taken(block), not block
        elif self.is_hung():
            lost, is_over = "hung", True
        if not lost and not is_over and self.rows:
            return True
        self.end(lost)
        if self.rows:
            self.start()
        return bool(self.rows)

    def taken(self, block: bytes) -> str:
        if not block:
            return "" if self.is_between else "died"
        *told, self.buffer = (self.buffer + block).split(b"\n")
        for line in told:
            if not self.rows:
                self.voice.tell("stray")
                return ""
            self.pass_on(line)
        return "huge" if len(self.buffer) > LONGEST_LINE else ""

    is_between = False
    """Whether it said that it ends after each row: a fresh process plays the next."""

    def pass_on(self, line: bytes) -> None:
        word, _, rest = line.partition(b" ")
        self.is_between = word == b"last"
        word = b"told" if word == b"last" else word
        known = word.decode() if word in WORDS else "told"
        self.voice.tell(known, self.job["rows"][self.rows.pop(0)]["id"], rest)
        self.begin()

    def end(self, lost: str) -> None:
        os.close(self.pipe)
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        _, status = os.waitpid(self.process, 0)
        if self.buffer and not self.rows:
            self.voice.tell("stray")
        if lost and self.rows:
            exit_code = str(os.waitstatus_to_exitcode(status)).encode()
            self.voice.tell(lost, self.job["rows"][self.rows.pop(0)]["id"], exit_code)
        self.is_between = False


if __name__ == "__main__":
    main()
