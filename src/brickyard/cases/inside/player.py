"""Plays scripts where the package is. Every play reports alike: its value, or what it raised.

A lane imports the package once and forks a child for each case, or for a few rows of its table;
where the import left threads running, which a fork would lose, each row has a fresh process.
"""

import asyncio
import ctypes
import gc
import importlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

from brickyard.cases import clock, support
from brickyard.cases.inside.crossing import Crossing
from brickyard.cases.inside.decoded import decode
from brickyard.cases.inside.handed import Noted, Silent, Written, written
from brickyard.cases.inside.lines import Lines
from brickyard.cases.inside.steps import Apart, Report, Steps, finished
from brickyard.cases.inside.streams import silence
from brickyard.cases.inside.texts import Compiled, compiled

LONGEST_LINE = 8_000_000
PR_SET_PDEATHSIG = 1
WORKPLACE = "notes"
TOLD_EACH = 16
"""With one of so many rows it is told what importing executed: a row that dies tells nothing."""

NOTED = "_noted"

_PRCTL = ctypes.CDLL(None).prctl


def run_lane(job: dict[str, Any], rows: list[int], pipe: int, place: dict[str, str]) -> None:
    """Never returns: what follows in the parent is not for the child."""
    code = 1
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        sys.path.insert(0, place["source"])
        player = Player(job, place)
        gc.collect()
        gc.freeze()
        if len(os.listdir("/proc/self/task")) > 1:  # noqa: PTH208 (no more than a look)
            player.prepare(rows[0])
            _write(pipe, b"last " + player.told(rows[0]) + b"\n")
        else:
            player.fork_all(rows, pipe)
        code = 0
    finally:
        os._exit(code)


def _write(pipe: int, left: bytes) -> None:
    while left:
        left = left[os.write(pipe, left) :]


class Player:
    """The package, imported, and the rows of a job that are played on it."""

    def __init__(self, job: dict[str, Any], place: dict[str, str]) -> None:
        self.job, self.place = job, place
        if not job["timed"]:
            clock.install()
            support.starting = clock.again
        self.environment, self.interval = dict(os.environ), sys.getswitchinterval()
        self.modules: dict[str, Any] = {}
        self.compiled: dict[int, list[Compiled]] = {}
        self.lines = Lines(place["source"])
        with self.lines.calls() if job["cover"] else nullcontext():
            for module in job["modules"]:
                self.load(module)
        self.imported = self.lines.told()
        self.crossing = Crossing(job["package"], self.classes())
        self.changer = (
            importlib.import_module(job["changer"]).Changer(job, place["source"])
            if job["changer"]
            else None
        )
        self.changed = ""

    def load(self, module: str) -> Any:
        """The module, or what came of importing it."""
        if module not in self.modules:
            try:
                self.modules[module] = importlib.import_module(module)
            except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
                self.modules[module] = error
        return self.modules[module]

    def classes(self) -> dict[type, list[str]]:
        """Classes that the package offers, each with the names by which it offers them."""
        found: dict[type, list[str]] = {}
        for module, names in self.job["offers"].items():
            home = self.modules.get(module)
            for name in names:
                kind = None if isinstance(home, BaseException) else getattr(home, name, None)
                if isinstance(kind, type):
                    found.setdefault(kind, []).append(f"{module}.{name}")
        return found

    def prepare(self, number: int) -> None:
        """What all rows of a script share is done before the fork."""
        at = self.job["rows"][number]["script"]
        if at not in self.compiled:
            change = Written().visit if self.job["handed"] else None
            self.compiled[at] = compiled(self.job["scripts"][at]["plays"], change)

    def fork_all(self, rows: list[int], lane: int) -> None:
        """A fork for each group of rows, and for those after a row that was lost."""
        while rows:
            group = self.job["rows"][rows[0]]["group"]
            shared = [row for row in rows if self.job["rows"][row]["group"] == group]
            self.prepare(shared[0])
            rows = rows[self.forked(shared, lane) :]

    def forked(self, rows: list[int], lane: int) -> int:
        """Passes on what a fork tells of these rows; how many of them are done with."""
        inside, outside = os.pipe()
        process = os.fork()
        if process == 0:
            os.setsid()
            _PRCTL(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            os.close(inside)
            os.close(lane)
            code = 1
            try:
                for row in rows:
                    _write(outside, self.told(row) + b"\n")
                code = 0
            finally:
                os._exit(code)
        os.close(outside)
        told, buffer = 0, b""
        while told < len(rows) and len(buffer) <= LONGEST_LINE:
            block = os.read(inside, 1 << 16)
            if not block:
                break
            *lines, buffer = (buffer + block).split(b"\n")
            told += len(lines)
            _write(lane, b"".join(b"told %s\n" % line for line in lines))
        os.close(inside)
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if told < len(rows):
            code = str(os.waitstatus_to_exitcode(status)).encode()
            lost = b"huge" if len(buffer) > LONGEST_LINE else b"died " + code
            _write(lane, lost + b"\n")
            told += 1
        return told

    def told(self, number: int) -> bytes:
        return json.dumps(self.play(number)).encode()

    def play(self, number: int) -> Report:
        row = self.job["rows"][number]
        script = self.job["scripts"][row["script"]]
        self.begin(row)
        if self.changer is not None and row["change"] != self.changed:
            self.changer.change(row["change"])
            self.changed = row["change"]
        covers = self.job["cover"]
        try:
            with self.lines.calls() if covers else nullcontext():
                names = self.names(script, row)
        except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
            unread = self.crossing.encode(error)
            return {"id": row["id"], "unread": unread, "told": [], **self.executed(number)}
        plays = self.compiled[row["script"]]
        if self.job["handed"]:
            plays = plays[: script["watched"] + 1]
            return self.handed(row["id"], plays, names, script["is_async"])
        self.crossing.is_tagging = "steps" not in script
        steps = Steps(self.crossing, names, row["through"], keeps="steps" in script)
        steps.is_timed = self.job["timed"]
        told = (
            Apart(steps, self.names(script, row), plays).all(script["steps"])
            if "steps" in script
            else steps.all(plays)
        )
        with self.lines if covers else nullcontext():
            done = asyncio.run(told) if script["is_async"] else finished(told)
        return {"id": row["id"], "unread": None, "told": done, **self.executed(number)}

    def handed(
        self, id: str, plays: list[Compiled], names: dict[str, Any], is_async: bool
    ) -> Report:
        """How large what the last play hands over is; nothing of what came of the plays."""
        noted: Noted = names[NOTED]
        told = noted.all(Steps(Silent(), names, []), plays)
        sizes = asyncio.run(told) if is_async else finished(told)
        return {"id": id, "unread": None, "told": [], "handed": sizes}

    def executed(self, number: int) -> Report:
        """Lines and functions of a row; what importing executed is told with few of them."""
        if not self.job["cover"]:
            return {}
        found = self.lines.told() | {"lines": self.lines.taken()}
        hidden = self.imported["hidden"] or found["hidden"]
        imported = {} if number % TOLD_EACH else {"imported": self.imported["functions"]}
        return {**found, "hidden": hidden, **imported}

    def begin(self, row: dict[str, Any]) -> None:
        """A row begins as a process of an ordinary user does, in an empty folder."""
        self.tidy()
        home = Path(self.place["home"])
        folder = home / WORKPLACE
        folder.mkdir(parents=True)
        (home / "tmp").mkdir()
        os.chdir(folder)
        own = {"HOME": str(home), "TMPDIR": str(home / "tmp")}
        own |= {"USER": home.name, "LOGNAME": home.name}
        for name in os.environ.keys() - self.environment.keys():
            del os.environ[name]
        os.environ |= self.environment | own
        tempfile.tempdir = None
        silence(self.job["package"])
        random.seed(self.job["seed"])
        if not self.job["timed"]:
            clock.reset()
        self.crossing.begin()
        sys.setswitchinterval(row["switch"] or self.interval)

    def tidy(self) -> None:
        """What a row left, whatever it did to the permissions of it."""
        home = self.place["home"]
        if os.path.lexists(home):
            shutil.rmtree(home, ignore_errors=True)
        if os.path.lexists(home):
            for folder, _, _ in os.walk(home):
                with suppress(OSError):
                    Path(folder).chmod(0o700)
            shutil.rmtree(home, ignore_errors=True)

    def names(self, script: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
        """What the texts of a script may name. The words are those of rendered tests."""
        found: dict[str, Any] = {"__name__": "cases"}
        for module, name, local in script["imports"]:
            home = self.load(module)
            if isinstance(home, BaseException):
                raise home
            found[local] = getattr(home, name) if name else home
        if "run" in found and script["command"]:
            support.ENTRY = script["command"]
            found["run"] = _run_as_process if row["process"] else support.run
        if self.job["handed"]:
            noted = Noted(self.job["package"], found.get("run"))
            found |= noted.names | {NOTED: noted}
        for text in script["helpers"]:
            exec(written(text) if self.job["handed"] else text, found)
        for column, value in row["values"].items():
            found[column] = decode(value)
        for column, cell in row["cells"].items():
            found[column] = eval(cell, found)
        return found


def _run_as_process(*arguments: object, **named: Any) -> support.Ran:
    """As a user would start the command, where a call in this process would do."""
    named.setdefault("env", {})
    return support.run(*arguments, **named)
