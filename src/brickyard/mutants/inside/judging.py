"""Which tests are run on which mutant: fixed by the job, so that it always gives the same report.

Among the forks are unmutated ones: if a test fails there, no report is believed.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

exchange: Any = importlib.import_module("exchange")
differences: Any = importlib.import_module("differences")
strays: Any = importlib.import_module("strays")
mutations: Any = importlib.import_module("brickyard.mutants.mutations")

TOGETHER = 4
"""Children at the same time at most, and mutants that a requirement in need is tried on at once."""

CONTROL_EVERY = 25
UNSOUND = "the tests do not pass on the unchanged code"
FORGED = "the code wrote to the channel that the mutants report on"
NOT_BEGUN = "a fork ended before it could begin its work"


class NoResult(Exception):
    """Nothing that the forks told is believed."""


class Found:
    """One mutant, the tests that can notice it, and those that did."""

    def __init__(self, file: str, mutant: Any, tests: list[str]) -> None:
        self.file, self.mutant, self.tests = file, mutant, tests
        self.killed: list[dict[str, str]] = []
        self.fit, self.difference = True, ""

    def told(self) -> dict[str, Any]:
        names = ("line", "function", "before", "after")
        about = {name: getattr(self.mutant, name) for name in names}
        return {"file": self.file, **about, "killed": self.killed, "difference": self.difference}


class Judge:
    """`mutator` runs the tests; this decides which."""

    def __init__(self, mutator: Any) -> None:
        self.mutator, self.job, self.program = mutator, mutator.job, mutator.program
        executed = self.job["executed"]
        self.lines = {test: executed.get(test.split("[")[0], {}) for test in mutator.items}
        self.needs = {
            test: self.job["requirements"].get(test.split("[")[0], "") for test in mutator.items
        }

    def judge(self) -> str:
        """Nothing, or why there is no result."""
        try:
            self.control()
            every = self.mutants()
            self.first_pass(every)
            every = [found for found in every if found.fit]
            self.second_pass(every)
            stray = self.strays() if self.job["entry"] else []
        except NoResult as problem:
            return str(problem)
        differences.describe(self.mutator, [found for found in every if not found.killed])
        for found in every:
            self.mutator.send({"event": "mutant", **found.told()})
        for told in stray:
            self.mutator.send({"event": "stray", **told})
        return ""

    def control(self) -> None:
        """All tests on the code as it is, and how long each of them takes."""
        tests = [*self.mutator.items]

        def run(tell: Any) -> None:
            tell({"ready": True})
            self.mutator.fails(tests, tell, control=True)

        report = next(self.mutator.forked([run]))
        for told in report.told:
            if "cpu" in told:
                self.mutator.times[told["test"]] = (told["cpu"], told["wall"])
        self.take(None, report)

    def mutants(self) -> list[Found]:
        every: list[Found] = []
        for file, lines in sorted(self.job["mutate"].items()):
            module = self.program.modules.get(file)
            if module is not None:
                text = Path(module.__file__).read_text("utf-8")
                made = mutations.mutants(text, module.__file__, lines, self.job["cap"], file)
                every += [Found(file, one, self.covering(file, one)) for one in made]
        return [found for found in every if found.tests and self.program.holds(found.mutant)]

    def covering(self, file: str, mutant: Any) -> list[str]:
        """The tests that can notice it, those that execute least first."""
        tests = [
            test
            for test, files in self.lines.items()
            if not mutant.seen_on.isdisjoint(files.get(file, ()))
        ]
        return sorted(tests, key=lambda test: (sum(map(len, self.lines[test].values())), test))

    def first_pass(self, every: list[Found]) -> None:
        """Each mutant until one test fails; in between, controls that look like all the others."""
        jobs = list(with_controls(every))
        works = [self.work(found, found.tests, changed) for found, changed in jobs]
        for (found, changed), report in zip(jobs, self.mutator.forked(works), strict=True):
            self.take(found if changed else None, report)

    def second_pass(self, every: list[Found]) -> None:
        """Requirements of which no assertion has noticed anything yet: their own tests alone."""
        for requirement in sorted({*self.needs.values()} - {""}):
            if not any(self.is_noticed(found, requirement) for found in every):
                self.look_for(requirement, every)

    def look_for(self, requirement: str, every: list[Found]) -> None:
        own = [
            (found, [test for test in found.tests if self.needs[test] == requirement])
            for found in sorted(every, key=lambda found: len(found.tests))
        ]
        own = [(found, tests) for found, tests in own if tests]
        for start in range(0, len(own), TOGETHER):
            some = own[start : start + TOGETHER]
            works = [self.work(found, tests, True) for found, tests in some]
            for (found, _), report in zip(some, self.mutator.forked(works), strict=True):
                self.take(found, report)
            if any(self.is_noticed(found, requirement) for found, _ in some):
                return

    def strays(self) -> list[dict[str, Any]]:
        """What tests that run the command say when it prints more: all of them, for each kind."""
        file, name = self.job["entry"]
        functions = self.program.named(file, name)
        lines = {line for one in functions for _, _, line in one.__code__.co_lines()}
        tests = [test for test, ran in self.lines.items() if lines.intersection(ran.get(file, ()))]
        works = [self.stray(kind, file, name, tests) for kind in strays.KINDS if tests]
        found: list[dict[str, Any]] = []
        for kind, report in zip(strays.KINDS, self.mutator.forked(works), strict=False):
            if report.forged:
                raise NoResult(FORGED)
            if not report.told:
                raise NoResult(NOT_BEGUN)
            found.append(strays.told(kind, report))
        return found

    def stray(self, kind: str, file: str, name: str, tests: list[str]) -> Any:
        def run(tell: Any) -> None:
            tell({"ready": True})
            voice = strays.Voice(kind)
            self.program.wrap(file, name, voice)
            for test in tests:
                voice.printed = False
                tell({"test": test})
                failed = self.mutator.failure_of(test) is not None
                tell({"test": test, "printed": voice.printed, "failed": failed})

        return run

    def is_noticed(self, found: Found, requirement: str) -> bool:
        own = self.job["requirements"]
        kills = [kill for kill in found.killed if own.get(kill["test"]) == requirement]
        return any(kill["how"] == "assertion" for kill in kills)

    def work(self, found: Found, tests: list[str], changed: bool) -> Any:
        def run(tell: Any) -> None:
            tell({"ready": True})
            try:
                if changed:
                    self.program.exchange(found.file, found.mutant)
            except exchange.Unfit:
                tell({"unfit": True})
            else:
                self.mutator.fails(tests, tell)

        return run

    def take(self, found: Found | None, report: Any) -> None:
        """What was told of a mutant; of the unchanged code it must be nothing."""
        if report.forged:
            raise NoResult(FORGED)
        if not report.told or (found is None and is_unfit(report)):
            raise NoResult(NOT_BEGUN)
        killed = kills(report)
        if found is None and killed:
            why = [told["why"] for told in report.told if told.get("why")]
            raise NoResult(f"{UNSOUND}: {killed[0]['test']}: {'; '.join(why) or killed[0]['how']}")
        if found is not None:
            found.fit = found.fit and not is_unfit(report)
            found.killed += [kill for kill in killed if kill not in found.killed]


def with_controls(every: list[Found]) -> Iterator[tuple[Found, bool]]:
    for number, found in enumerate(every):
        if number % CONTROL_EVERY == 0:
            yield found, False
        yield found, True


def is_unfit(report: Any) -> bool:
    """It said so, or it ended while the change was made: no test has seen such a mutant."""
    begun = any("test" in told for told in report.told)
    return any("unfit" in told for told in report.told) or bool(report.end and not begun)


def kills(report: Any) -> list[dict[str, str]]:
    """The failures it told, and the test it was at when it ended; none if it had begun none."""
    failed = [(told["test"], told["how"]) for told in report.told if "how" in told]
    begun = [told["test"] for told in report.told if "test" in told]
    if report.end and begun:
        failed.append((begun[-1], report.end))
    return [{"test": test.split("[")[0], "how": how} for test, how in failed]
