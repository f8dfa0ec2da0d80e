"""Runs tests on mutants in a forked child of the runner: collected once, a fork for each mutant."""

import gc
import importlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

watcher: Any = importlib.import_module("watcher")
forks: Any = importlib.import_module("forks")
exchange: Any = importlib.import_module("exchange")
judging: Any = importlib.import_module("judging")

CONTROL_SECONDS = 60.0
CONTROL_IDLE = 30
EXAMPLES = 25
"""Examples of one property on one mutant."""

Send = Callable[[dict[str, Any]], None]
Tell = Callable[[dict[str, Any]], None]


def run_child(job: dict[str, Any], variant: str, send: Send) -> None:
    plugin = Mutator(job, send, *watcher.enter(job, variant))
    problem = ""
    try:
        plugin.run()
        problem = plugin.problem or plugin.tampering.problem
    except BaseException as error:  # noqa: BLE001 (whatever generated code raises, it is told)
        problem = f"the mutants could not be run: {plugin.described(error)}"
    send({"event": "done", "problem": problem, "broken": plugin.broken, "lines": {}})
    os._exit(0)


class Mutator(watcher.Watcher):
    """A pytest plugin that takes the place of the loop over the tests."""

    problem = "the mutants were not run"
    broken = ""
    """Why the machine, not the code, kept them from being run."""

    def set_hypothesis(self, hypothesis: Any) -> None:
        """Few examples, always the same ones, and none made smaller."""
        wanted = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        self.few: dict[str, Any] = {"phases": wanted, "report_multiple_bugs": False}
        self.few |= {"derandomize": True, "database": None, "deadline": None, "print_blob": False}
        hypothesis.settings.register_profile("brickyard", max_examples=EXAMPLES, **self.few)
        hypothesis.settings.load_profile("brickyard")

    def limit_examples(self, test: Any) -> None:
        """A property's own settings stand above the profile."""
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if own is not None:
            most = min(own.max_examples, EXAMPLES)
            test._hypothesis_internal_use_settings = type(own)(own, max_examples=most, **self.few)

    def warm_hypothesis(self) -> None:
        """Tables that every fork would make for itself, by a property about nothing."""
        hypothesis, any_of = map(importlib.import_module, ("hypothesis", "hypothesis.strategies"))

        def about_nothing(a: str, b: int, c: float) -> None: ...

        hypothesis.given(any_of.text(), any_of.integers(), any_of.floats())(about_nothing)()

    def arguments(self) -> list[str]:
        """What tests print stays in the memory of their fork, and so below its cap."""
        usual: list[str] = watcher.Watcher.arguments(self)
        return [*usual, "--capture=sys"]

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self.leave_out(items)
        items.sort(key=lambda item: item.nodeid)

    def pytest_runtest_logstart(self, nodeid: str) -> None: ...

    def pytest_runtest_logfinish(self, nodeid: str) -> None: ...

    def pytest_runtest_logreport(self, report: Any) -> None: ...

    def pytest_runtestloop(self, session: Any) -> bool:
        """What goes wrong here is told: pytest would only print it."""
        try:
            self.prepare(session)
            self.problem = judging.Judge(self).judge()
        except forks.Broken as error:
            self.problem = self.broken = str(error)
        except BaseException as error:  # noqa: BLE001 (whatever it is, there is no result)
            self.problem = f"the mutants could not be run: {self.described(error)}"
        return True

    def prepare(self, session: Any) -> None:
        self.home, self.own = Path.cwd(), Path.cwd()
        self.folders = session.config._tmp_path_factory
        self.items = {item.nodeid: item for item in session.items}
        self.times: dict[str, tuple[float, float]] = {}
        self.caught: BaseException | None = None
        self.run_one = importlib.import_module("_pytest.runner").runtestprotocol
        self.report: Any = importlib.import_module("_pytest.reports").TestReport
        if self.job["hypothesis"]:
            self.warm_hypothesis()
            for item in session.items:
                self.limit_examples(getattr(item.obj, "__func__", item.obj))
        for file in self.job["mutate"]:
            importlib.import_module(module_of(file))
        self.program = exchange.Program(str(self.source))
        gc.collect()
        gc.freeze()

    def fails(self, tests: list[str], tell: Tell, control: bool = False) -> None:
        """Run them up to the first that fails."""
        for test in tests:
            tell({"test": test})
            cpu, wall = time.process_time(), time.monotonic()
            error = self.failure_of(test, control)
            if error is not None:
                why = self.described(error) if control else ""
                tell({"test": test, "how": self.how(error), "why": why})
                return
            if control:
                spent = {"cpu": time.process_time() - cpu, "wall": time.monotonic() - wall}
                tell({"test": test, **spent})

    def failure_of(self, test: str, control: bool = False) -> BaseException | None:
        """What the test raised; it may take ten times as long as it took on the right code."""
        cpu, wall = self.times.get(test, (0.0, 0.0))
        limits = (CONTROL_SECONDS, CONTROL_IDLE) if control else (10 * cpu, 5 + 3 * int(wall))
        self.caught = None
        try:
            with forks.Watch(*limits):
                self.run_one(self.items[test], log=False, nextitem=None)
        except (forks.Hung, MemoryError) as error:
            return error
        return self.caught

    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        """In the place of pytest's own report, which takes long to say why."""
        if call.excinfo and self.caught is None:
            self.caught = call.excinfo.value
        outcome = "failed" if call.excinfo else "passed"
        return self.report(item.nodeid, item.location, {}, outcome, None, call.when)

    def how(self, error: BaseException) -> str:
        """By an assertion of the test itself, because the code broke down, or would not end."""
        if isinstance(error, (forks.Hung, MemoryError)):
            return "hang"
        claims = isinstance(error, AssertionError) or type(error).__name__ == "Failed"
        return "assertion" if claims and not self.deepest_inside(error) else "crash"

    def deepest_inside(self, error: BaseException) -> bool:
        places = watcher.frames(error)
        return bool(places) and places[-1][0].startswith(f"{self.source}{os.sep}")

    def forked(self, works: list[Any]) -> Any:
        together = min(judging.TOGETHER, len(os.sched_getaffinity(0)))
        return forks.run_all(works, self.scratch, self.settle_in, together)

    def settle_in(self, folder: Path) -> None:
        """A work folder and temporary folders that no other fork sees."""
        self.own = folder
        for name in ("home", "tmp"):
            (folder / name).mkdir(parents=True)
        for path in self.home.iterdir():
            (folder / "home" / path.name).symlink_to(path)
        os.chdir(folder / "home")
        self.folders._basetemp = folder / "tmp"


def module_of(file: str) -> str:
    """What runs of the command import may not be there before the first of them."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
