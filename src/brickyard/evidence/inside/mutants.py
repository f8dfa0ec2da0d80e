"""Runs tests on mutants in a forked child of the runner: collected once, a fork for each mutant.

In a fork the body of one function is exchanged in the running program; nothing is imported or
collected again. Which tests run is fixed by the job, so that the same job gives the same report.
"""

import gc
import importlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

watcher: Any = importlib.import_module("watcher")
mutations: Any = importlib.import_module("mutations")
differences: Any = importlib.import_module("differences")

TOGETHER = 4
"""Mutants in one batch: what their tests showed is taken into account after all of them."""

LONGEST_REPORT = 1 << 20

Send = Callable[[dict[str, Any]], None]


def run_child(job: dict[str, Any], variant: str, send: Send) -> None:
    plugin = Mutator(job, send, *watcher.enter(job, variant))
    problem = ""
    try:
        plugin.run()
    except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
        problem = f"the mutants could not be run: {plugin.described(error)}"
    send({"event": "done", "problem": problem or plugin.problem, "lines": {}})
    os._exit(0)


class Mutator(watcher.Watcher):
    """A pytest plugin that takes the place of the loop over the tests."""

    problem = "the mutants were not run"

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items.sort(key=lambda item: item.nodeid)

    def pytest_runtest_logstart(self, nodeid: str) -> None: ...

    def pytest_runtest_logfinish(self, nodeid: str) -> None: ...

    def pytest_runtestloop(self, session: Any) -> bool:
        """What goes wrong here is told: pytest would only print it."""
        try:
            self.judge_all(session.items)
        except BaseException as error:  # noqa: BLE001 (whatever it is, there is no result)
            self.problem = f"the mutants could not be run: {self.described(error)}"
        return True

    def judge_all(self, items: list[Any]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.modules()
        self.functions = functions(str(self.source))
        gc.freeze()
        control = self.forked(lambda: self.fails(sorted(self.items), None))
        if control != []:
            failing = "no report" if control is None else ", ".join(one["test"] for one in control)
            self.problem = f"the tests do not pass on the unchanged code: {failing}"
            return
        self.needy = set(self.job["requirements"].values())
        found = [mutant for mutant in self.mutants() if self.covering(mutant)]
        for start in range(0, len(found), TOGETHER):
            self.batch(found[start : start + TOGETHER])
        self.problem = ""

    def modules(self) -> None:
        """The package's modules as the tests imported them."""
        self.files: dict[str, str] = {}
        for module in [*sys.modules.values()]:
            path = getattr(module, "__file__", None) or ""
            if path.startswith(f"{self.source}{os.sep}") and path.endswith(".py"):
                self.files[str(Path(path).relative_to(self.source))] = path

    def mutants(self) -> list[Any]:
        found: list[Any] = []
        for name, lines in sorted(self.job["mutate"].items()):
            if name in self.files:
                text = Path(self.files[name]).read_text("utf-8")
                cap = self.job["cap"]
                found += [
                    (name, one) for one in mutations.mutants(text, self.files[name], lines, cap)
                ]
        return found

    def covering(self, found: Any) -> list[str]:
        """The tests that execute the changed line, first those of requirements in need."""
        name, mutant = found
        tests = [t for t in sorted(self.items) if mutant.line in self.lines(t).get(name, ())]
        return sorted(tests, key=lambda test: self.requirement(test) not in self.needy)

    def lines(self, test: str) -> dict[str, list[int]]:
        return self.job["executed"].get(test.split("[")[0], {})

    def requirement(self, test: str) -> str:
        return self.job["requirements"].get(test.split("[")[0], "")

    def batch(self, found: list[Any]) -> None:
        running = [self.start(lambda one=one: self.judged(one)) for one in found]
        for (name, mutant), (child, pipe) in zip(found, running, strict=True):
            killed = self.collect(child, pipe)
            told = {"file": name, "line": mutant.line, "function": mutant.function}
            told |= {"before": mutant.before, "after": mutant.after, "difference": ""}
            if killed is None:
                killed = [{"test": "", "how": "hang"}]
            if not killed:
                again = self.forked(lambda one=(name, mutant): differences.find(self, one))
                told["difference"] = again or ""
            for one in killed:
                if one["how"] == "assertion":
                    self.needy.discard(self.requirement(one["test"]))
            self.send({"event": "mutant", **told, "killed": killed})

    def judged(self, found: Any) -> list[dict[str, str]]:
        tests = self.covering(found)
        self.exchange(*found)
        return self.fails(tests, found)

    def exchange(self, name: str, mutant: Any) -> None:
        """Give every function that was made from this place in the file another body."""
        for one in self.functions:
            code = one.__code__
            if code.co_filename == self.files[name] and one.__qualname__ == mutant.function:
                one.__code__ = mutant.code

    def fails(self, tests: list[str], found: Any) -> list[dict[str, str]]:
        """Failures, ended by the first one of a requirement that needs none any more."""
        failed: list[dict[str, str]] = []
        for test in tests:
            if failed and self.requirement(test) not in self.needy:
                break
            error = self.failure_of(self.items[test])
            if error is not None:
                failed.append({"test": test.split("[")[0], "how": self.how(error)})
                if found is None:
                    break
        return failed

    def failure_of(self, item: Any) -> BaseException | None:
        self.caught: BaseException | None = None
        importlib.import_module("_pytest.runner").runtestprotocol(item, log=False, nextitem=None)
        return self.caught

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        if call.excinfo and self.caught is None:
            self.caught = call.excinfo.value

    def pytest_runtest_logreport(self, report: Any) -> None: ...

    def how(self, error: BaseException) -> str:
        """By an assertion of the test itself, or because the code broke down."""
        claims = isinstance(error, AssertionError) or type(error).__name__ == "Failed"
        return "assertion" if claims and not self.deepest_inside(error) else "crash"

    def deepest_inside(self, error: BaseException) -> bool:
        places = watcher.frames(error)
        return bool(places) and places[-1][0].startswith(f"{self.source}{os.sep}")

    def forked(self, work: Callable[[], Any]) -> Any:
        return self.collect(*self.start(work))

    def start(self, work: Callable[[], Any]) -> tuple[int, int]:
        """`work` in a fork; its result comes as JSON through the pipe."""
        inside, outside = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(inside)
            os.setsid()
            text = json.dumps(work()).encode()
            while text:
                text = text[os.write(outside, text) :]
            os._exit(0)
        os.close(outside)
        return child, inside

    def collect(self, child: int, pipe: int) -> Any:
        """What the fork reported; None when it did not in time."""
        text, deadline = b"", time.monotonic() + self.job["mutant_seconds"]
        while (left := deadline - time.monotonic()) > 0 and len(text) < LONGEST_REPORT:
            ready, _, _ = select.select([pipe], [], [], left)
            block = os.read(pipe, 1 << 16) if ready else b""
            if not block:
                break
            text += block
        os.close(pipe)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        try:
            return json.loads(text)
        except ValueError:
            return None


def functions(folder: str) -> list[FunctionType]:
    """Every function of the package that there is."""
    every = (one for one in gc.get_objects() if isinstance(one, FunctionType))
    return [one for one in every if one.__code__.co_filename.startswith(f"{folder}{os.sep}")]
