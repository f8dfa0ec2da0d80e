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
import threading
import time
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from brickyard.cases import clock, support
from brickyard.cases.equality import same
from brickyard.cases.inside.crossing import Crossing
from brickyard.cases.inside.decoded import decode
from brickyard.cases.inside.streams import silence
from brickyard.cases.inside.texts import Compiled, compiled, run_code

LONGEST_LINE = 8_000_000
PR_SET_PDEATHSIG = 1
WORKPLACE = "notes"
TOLD_EACH = 16
"""With one of so many rows it is told what importing executed: a row that dies tells nothing."""

_PROCESS = "a process of its own was started"
_STARTS = frozenset(
    {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec"}
)
"""Audit events after which code may run that nobody traces."""
_SPAWNED = frozenset({"multiprocessing.popen_spawn_posix", "multiprocessing.popen_forkserver"})
"""Modules that start processes without such an event."""

_PRCTL = ctypes.CDLL(None).prctl
_WALL, _PROCESSOR = time.perf_counter, time.process_time
"""As they were before the clock stood still."""

_OUTSIDE = object()
"""What is entered of a block that was not."""

Report = dict[str, Any]
Outcome = tuple[Any, BaseException | None]


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
            self.compiled[at] = compiled(self.job["scripts"][at]["plays"])

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
        for text in script["helpers"]:
            exec(text, found)
        for column, value in row["values"].items():
            found[column] = decode(value)
        for column, cell in row["cells"].items():
            found[column] = eval(cell, found)
        return found


class Lines:
    """The lines and functions of the package that are executed, in all threads that start
    meanwhile; and why some may be hidden."""

    def __init__(self, source: str) -> None:
        self.folder = f"{source}{os.sep}"
        self.seen: dict[str, set[int]] = {}
        self.functions: dict[str, set[str]] = {}
        self.hidden = ""
        self.is_on = self.is_heard = False

    def __enter__(self) -> None:
        self.begin(self.entered)
        threading.settrace(self.entered)

    def __exit__(self, *_: object) -> None:
        self.end(self.entered)
        threading.settrace(None)  # type: ignore[arg-type]

    @contextmanager
    def calls(self) -> Generator[None]:
        """Functions alone: what no case itself executes is none of its lines."""
        self.begin(self.passed)
        try:
            yield
        finally:
            self.end(self.passed)

    def begin(self, tracer: Any) -> None:
        if not self.is_heard:
            sys.addaudithook(self.heard)
            self.is_heard = True
        if threading.active_count() > 1:
            self.hidden = "threads of the package ran already"
        self.is_on = True
        sys.settrace(tracer)

    def end(self, tracer: Any) -> None:
        if sys.gettrace() != tracer:
            self.hidden = "the package exchanged what traces it"
        sys.settrace(None)
        self.is_on = False
        if not _SPAWNED.isdisjoint(sys.modules):
            self.hidden = _PROCESS

    def heard(self, event: str, _: Any) -> None:
        if self.is_on and event in _STARTS:
            self.hidden = _PROCESS

    def called(self, frame: FrameType) -> str:
        """The file of the package whose function is entered; nothing if it is none."""
        path = frame.f_code.co_filename
        if not path.startswith(self.folder):
            return ""
        file = path.removeprefix(self.folder)
        name = frame.f_code.co_qualname.partition(".<locals>")[0]
        self.functions.setdefault(file, set()).add(name)
        return file

    def passed(self, frame: FrameType, event: str, argument: Any) -> None:
        self.called(frame)

    def entered(self, frame: FrameType, event: str, argument: Any) -> Any:
        file = self.called(frame)
        if not file:
            return None
        seen = self.seen.setdefault(file, set())

        def noted(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                seen.add(frame.f_lineno)
            return noted

        return noted

    def taken(self) -> dict[str, list[int]]:
        found = {path: sorted(lines) for path, lines in self.seen.items() if lines}
        self.seen = {}
        return found

    def told(self) -> Report:
        functions = {path: sorted(names) for path, names in self.functions.items()}
        found: Report = {"functions": functions, "hidden": self.hidden}
        self.functions, self.hidden = {}, ""
        return found


def _run_as_process(*arguments: object, **named: Any) -> support.Ran:
    """As a user would start the command, where a call in this process would do."""
    named.setdefault("env", {})
    return support.run(*arguments, **named)


def since(began: tuple[float, float]) -> list[float]:
    return [_WALL() - began[0], _PROCESSOR() - began[1]]


def finished(steps: Coroutine[Any, Any, Any]) -> Any:
    """The result of a coroutine that waits for nothing, without a loop around it."""
    try:
        steps.send(None)
    except StopIteration as end:
        return end.value
    raise RuntimeError("a case waits that is not async")


class Steps:
    """The plays of one row. `through`: numbers of blocks that end when something in them raises."""

    def __init__(
        self, crossing: Crossing, names: dict[str, Any], through: list[int], keeps: bool = False
    ) -> None:
        self.crossing, self.names, self.through, self.keeps = crossing, names, through, keeps
        self.missing: set[str] = set()
        self.live: dict[int, Any] = {}
        self.is_timed = False

    async def all(self, plays: list[Compiled]) -> list[Report]:
        """Goes on after an exception: whether it was right is not known here."""
        return [(await self.one(play))[0] for play in plays]

    async def one(self, play: Compiled) -> tuple[Report, BaseException | None]:
        lacks = play.reads & self.missing
        if lacks:
            self.missing |= play.binds
            return {"missing": min(lacks)}, None
        report: Report = {}
        began = _WALL(), _PROCESSOR()
        value, error = await run_code(play.code, self.names)
        took = since(began)
        if error is None:
            value, error = await (
                self.block(play, value, report) if play.is_block else self.kept(play, value)
            )
        if error is not None:
            self.missing |= play.binds if "entered" not in report else set[str]()
            report["raised"] = self.crossing.encode(error)
        else:
            self.missing -= play.binds
            self.keep(play, value)
            report["value"] = self.crossing.encode(None if play.is_loop else value)
        if self.is_timed:
            report["took"] = since(began) if self.crossing.has_asked else took
        return report, error

    def keep(self, play: Compiled, value: Any) -> None:
        if self.keeps:
            self.live[play.number] = value

    async def kept(self, play: Compiled, value: Any) -> Outcome:
        """A value under its name; of `x += 1`, what `x` is then."""
        error = await self.bind(play, value)
        if error is None and play.look is not None:
            return await run_code(play.look, self.names)
        return value, error

    async def bind(self, play: Compiled, value: Any) -> BaseException | None:
        if play.bind is None:
            return None
        self.names["_value"] = value
        _, error = await run_code(play.bind, self.names)
        return error

    async def block(self, play: Compiled, value: Any, report: Report) -> Outcome:
        """Entered and left as Python does it; an exception inside goes on to it, or does not."""
        entered: Any = _OUTSIDE
        try:
            if play.is_loop:
                return await self.loop(play, value, report), None
            report["inside"] = list[Report]()
            if play.is_async:
                async with value as entered:
                    await self.turn(play, entered, report["inside"])
            else:
                with value as entered:
                    await self.turn(play, entered, report["inside"])
        except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
            if entered is not _OUTSIDE:
                report["entered"] = self.crossing.encode(entered)
            return None, error
        return entered, None

    async def turn(self, play: Compiled, value: Any, inside: list[Report]) -> None:
        """What is inside a block, once."""
        error = await self.bind(play, value)
        if error is not None:
            raise error
        self.missing -= play.binds
        self.keep(play, value)
        for each in play.inside:
            report, error = await self.one(each)
            inside.append(report)
            if error is not None and (each.is_raise or play.number in self.through):
                raise error

    async def loop(self, play: Compiled, items: Any, report: Report) -> list[Any]:
        """The items of a loop, each with what is live at the end of its round."""
        rounds: list[Any] = []
        report["rounds"] = told = list[Report]()

        async def turn(item: Any) -> None:
            around, self.live = self.live, dict(self.live)
            inside: list[Report] = []
            told.append({"item": self.crossing.encode(item), "inside": inside})
            try:
                await self.turn(play, item, inside)
            finally:
                if self.keeps:
                    rounds.append((item, self.live))
                self.live = around

        if play.is_async:
            async for item in items:
                await turn(item)
        else:
            for item in items:
                await turn(item)
        return rounds


class Apart:
    """Expected values that need the package, and truths that only its objects can tell.

    What is outside happens here beside the plays, on live values, as far as these need it.
    """

    def __init__(self, steps: Steps, names: dict[str, Any], plays: list[Compiled]) -> None:
        self.steps, self.names, self.plays = steps, {**names, "_same": same}, [*plays]

    async def all(self, steps: list[dict[str, Any]]) -> list[Report]:
        told: list[Report] = []
        for step in steps:
            await self.one(step, told, {})
        return told

    async def one(self, step: dict[str, Any], told: list[Report], own: dict[int, Any]) -> None:
        while self.plays and self.plays[0].number <= step["needs"]:
            await self.steps.one(self.plays.pop(0))
        live = self.steps.live | own
        self.names |= {f"_{number}": value for number, value in live.items()}
        for text in step["asks"]:
            told.append(await self.asked(text))
        if step["does"]:
            with suppress(BaseException):
                exec(step["does"], self.names)
        rounds = live.get(step["play"], [])
        for item, inner in rounds if step["play"] else self.items(step):
            self.names["_value"] = item
            exec(f"{step['target']} = _value", self.names)
            for each in step["steps"]:
                await self.one(each, told, inner)

    def items(self, step: dict[str, Any]) -> list[tuple[Any, dict[int, Any]]]:
        return [(item, {}) for item in eval(step["items"], self.names)] if step["items"] else []

    async def asked(self, text: str) -> Report:
        began = _WALL(), _PROCESSOR()
        try:
            told = {"value": self.steps.crossing.encode(eval(text, self.names))}
        except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
            told = {"raised": self.steps.crossing.encode(error)}
        return {**told, "took": since(began)} if self.steps.is_timed else told
