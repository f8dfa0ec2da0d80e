"""Runs pytest in a forked child of the runner and tells what happens to each test."""

import contextlib
import importlib.util
import os
import random
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TRUSTED = Path(__file__).parent
LONGEST = 4000
MOST_HALVED = 3
"""How often the time that a test may wait is halved: then all together cannot take long."""

PATIENCE = 4
"""How much longer than the processor's time a test on wrong code may take by the clock."""
REACHED = "_BrickyardReached"
REACHED_FILE = "BRICKYARD_REACHED"

Send = Callable[[dict[str, Any]], None]

tampering = importlib.import_module("tampering")


class Hung(BaseException):
    """A test took longer than a test may."""


def enter(job: dict[str, Any], variant: str) -> tuple[Path, Path]:
    """Silence, and the variant's package on the path; its folder, and one for temporary files.

    That is where pytest makes its own: nothing in its name says who runs the tests.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    source = Path.cwd() / job["variants"][variant]
    user, number = os.environ["USER"], [*job["variants"]].index(variant)
    scratch = Path(os.environ["TMPDIR"], f"pytest-of-{user}", f"pytest-{number}")
    scratch.mkdir(parents=True)
    sys.path.insert(0, str(source))
    return source, scratch


def run_child(job: dict[str, Any], variant: str, send: Send) -> None:
    watcher = Watcher(job, send, *enter(job, variant))
    problem = ""
    try:
        watcher.run()
        problem = watcher.tampering.problem
    except SystemExit as stop:
        problem = f"the code ended the program while the tests were read: SystemExit({stop.code!r})"
    except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
        problem = f"the tests could not be run: {watcher.described(error)}"
    told = {"lines": watcher.executed(), **watcher.branches()}
    send({"event": "done", "problem": problem, **told})
    os._exit(0)


class Watcher:
    """A pytest plugin that sends what happens to each test."""

    def __init__(self, job: dict[str, Any], send: Send, source: Path, scratch: Path) -> None:
        self.job, self.send, self.source, self.scratch = job, send, source, scratch
        self.coverage: Any = None
        self.wrong: dict[str, dict[str, Any]] = {}
        self.called: set[str] = set()
        self.tampering = tampering.Tampering()
        self.elsewhere = scratch / "reached"
        self.hung = 0

    def run(self) -> None:
        import pytest

        if self.job["hypothesis"]:
            self.set_hypothesis(importlib.import_module("hypothesis"))
        if self.job["cover"]:
            tool = importlib.import_module("coverage")
            self.coverage = tool.Coverage(
                data_file=None,
                config_file=False,
                branch=True,
                source=[str(self.source)],
                messages=False,
            )
            self.coverage.start()
        pytest.main(self.arguments(), plugins=[self, self.tampering, *helpers()])
        if self.coverage:
            self.coverage.stop()

    def set_hypothesis(self, hypothesis: Any) -> None:
        """Fixed examples; on code that is wrong on purpose few of them, and none made smaller."""
        few: dict[str, Any] = {}
        if self.job["hang_seconds"]:
            few = {"max_examples": 25, "phases": [hypothesis.Phase.generate]}
        hypothesis.settings.register_profile(
            "brickyard", derandomize=True, database=None, deadline=None, print_blob=False, **few
        )
        hypothesis.settings.load_profile("brickyard")

    def arguments(self) -> list[str]:
        fixed = ["-c", str(TRUSTED / "pytest.ini"), f"--rootdir={TRUSTED}", "--noconftest"]
        fixed += ["--import-mode=importlib", "-p", "no:cacheprovider", "--tb=no", "-vv"]
        fixed += ["--continue-on-collection-errors"]
        fixed += [f"--basetemp={self.scratch}"]
        for plugin in self.job["plugins"]:
            fixed += ["-p", plugin]
        return [*fixed, *(str(TRUSTED / path) for path in self.job["modules"])]

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self.leave_out(items)
        if self.job["seed"]:
            items.sort(key=lambda item: item.nodeid)
            random.Random(self.job["seed"]).shuffle(items)
        items.sort(key=lambda item: item.nodeid.startswith("canary"))

    def leave_out(self, items: list[Any]) -> None:
        """Tests that are known to fail are not run beside the others."""
        gone = {*self.job["left_out"]}
        items[:] = [item for item in items if item.nodeid.split("[")[0] not in gone]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.job["hang_seconds"]:
            self.forget_reached()
        self.send({"event": "started", "test": nodeid})
        if self.coverage:
            self.coverage.switch_context(nodeid)
        if self.job["hang_seconds"]:
            self.set_alarms(self.job["hang_seconds"])

    def forget_reached(self) -> None:
        """A run of the command may be a process of its own: what it reaches is in a file."""
        for noted in notes():
            noted.clear()
        self.elsewhere.unlink(missing_ok=True)
        os.environ[REACHED_FILE] = str(self.elsewhere)

    def set_alarms(self, seconds: float) -> None:
        """By the processor's time; by the clock only later, because the machine may be busy."""
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, self.on_alarm if seconds else signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds / 2**self.hung)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds / 2**self.hung)

    def on_alarm(self, *_: object) -> None:
        """Where one waits for what never comes, others will: each is waited for half as long."""
        self.hung = min(self.hung + 1, MOST_HALVED)
        raise Hung(f"did not end within {self.job['hang_seconds']:g} seconds")

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        error = call.excinfo.value
        if call.when == "collect":
            reason = self.described(error.__cause__ or error, str(node.path))
            self.send({"event": "unread", "module": report.nodeid, "reason": reason})

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """Looks only: pytest makes the report itself, because this returns nothing."""
        if call.excinfo and item.nodeid not in self.wrong:
            self.wrong[item.nodeid] = self.failure(call.excinfo.value, item)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.called.add(report.nodeid)
        elif not report.passed or hasattr(report, "wasxfail"):
            outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
            self.wrong.setdefault(
                report.nodeid, {"reason": f"the test was {outcome}", "reached": "", "type": ""}
            )

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        if self.job["hang_seconds"]:
            self.set_alarms(0)
        if self.coverage:
            self.coverage.switch_context("")
        wrong = self.wrong.get(nodeid, {"reason": "", "reached": "", "type": ""})
        passed = nodeid in self.called and nodeid not in self.wrong
        self.send({"event": "result", "test": nodeid, "passed": passed, **wrong})

    def failure(self, error: BaseException, node: Any) -> dict[str, Any]:
        reached = [str(one) for one in chain(error) if type(one).__name__ == REACHED]
        if self.job["hang_seconds"]:
            reached += [str(operation) for noted in notes() for operation in noted]
            reached += self.elsewhere.read_text().split() if self.elsewhere.exists() else []
        return {
            "reason": self.described(error, str(getattr(node, "path", ""))),
            "reached": reached[0] if reached else "",
            "type": type(error).__name__,
        }

    def described(self, error: BaseException, test_file: str = "") -> str:
        """Exception, message and the lines of test and package: no path, address or time."""
        message = "\n".join([str(error), *getattr(error, "__notes__", [])]).strip()
        kind = type(error).__name__
        text = f"{kind}: {message}" if message else kind
        if len(text) > LONGEST and getattr(error, "__notes__", []):
            text = without_middle(text, "\n".join(error.__notes__)[: LONGEST // 2])
        places = [place for place in (self.line(error, test_file), self.deepest(error)) if place]
        return self.plain(f"{text[:LONGEST]} ({'; '.join(places)})" if places else text[:LONGEST])

    def line(self, error: BaseException, test_file: str) -> str:
        found = [line for file, line, _ in frames(error) if file == test_file]
        return f"line {found[0]} of the test file" if found else ""

    def deepest(self, error: BaseException) -> str:
        inside = [place for place in frames(error) if place[0].startswith(f"{self.source}{os.sep}")]
        if not inside:
            return ""
        file, line, function = inside[-1]
        return f"raised in {function}, {Path(file).relative_to(self.source)} line {line}"

    def plain(self, text: str) -> str:
        places = {
            str(self.scratch): "<tmp>",
            str(self.source): "src",
            sys.prefix: "<python>",
        }
        places |= {str(TRUSTED): "<tests>", sys.base_prefix: "<python>", str(Path.cwd()): "<work>"}
        places |= {os.environ["HOME"]: "<home>"}
        for path, shown in places.items():
            text = text.replace(path, shown)
        text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", text)
        return text.encode("utf-8", "backslashreplace").decode()

    def executed(self) -> dict[str, dict[str, list[int]]]:
        """Test → file below the package's folder → lines that ran while the test ran."""
        if not self.coverage:
            return {}
        data = self.coverage.get_data()
        found: dict[str, dict[str, list[int]]] = {}
        for file in sorted(data.measured_files()):
            name = Path(file).relative_to(self.source).as_posix()
            for line, contexts in sorted(data.contexts_by_lineno(file).items()):
                for context in filter(None, contexts):
                    found.setdefault(context, {}).setdefault(name, []).append(line)
        return dict(sorted(found.items()))

    def branches(self) -> dict[str, Any]:
        """Test → file → ways taken from a line that has several; file → lines and how many."""
        if not self.coverage:
            return {}
        data, broken = self.coverage.get_data(), sys.modules["coverage"].CoverageException
        taken: dict[str, dict[str, list[list[int]]]] = {}
        exits: dict[str, list[list[int]]] = {}
        for file in sorted(data.measured_files()):
            name = Path(file).relative_to(self.source).as_posix()
            with contextlib.suppress(broken):
                ways = self.coverage.branch_stats(file)
                exits[name] = [[line, total] for line, (total, _) in sorted(ways.items())]
        tests: set[str] = data.measured_contexts()
        for test in sorted(tests - {""}):
            data.set_query_context(test)
            for name, lines in exits.items():
                several = {line for line, _ in lines}
                arcs = sorted(data.arcs(str(self.source / name)) or [])
                taken.setdefault(test, {})[name] = [[a, b] for a, b in arcs if a in several]
        return {"branches": taken, "exits": exits}


def helpers() -> list[Any]:
    """The helpers of the tests, before any generated code: what changes them later is noticed.

    conftest is handed to pytest as a plugin, because it must look for none by itself.
    """
    for name in ("fixed_clock", "same", "support", "helpers", "conftest"):
        path = TRUSTED / "tests" / f"{name}.py"
        if path.exists():
            spec: Any = importlib.util.spec_from_file_location(name, path)
            sys.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
    return [sys.modules[name] for name in ("conftest",) if name in sys.modules]


def notes() -> list[list[Any]]:
    """What was reached in each module of a skeleton, even if the test or a thread caught it."""
    homes = [getattr(module, "__dict__", {}) for module in sys.modules.copy().values()]
    kept = [home[REACHED] for home in homes if REACHED in home]
    return [one.seen for one in kept if isinstance(getattr(one, "seen", None), list)]


def without_middle(text: str, end: str) -> str:
    """As much of the text as leaves room for its end: there hypothesis tells what fails."""
    return f"{text[: LONGEST - len(end) - 2]}…\n{end}"


def frames(error: BaseException) -> list[tuple[str, int, str]]:
    found: list[tuple[str, int, str]] = []
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        found.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found


def chain(error: BaseException) -> list[BaseException]:
    """The error and all that led to it or is grouped in it."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or any(one is other for other in found):
            continue
        found.append(one)
        waiting += [one.__cause__, one.__context__, *getattr(one, "exceptions", ())]
    return found
