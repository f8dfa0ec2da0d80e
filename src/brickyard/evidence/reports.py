"""What a run of tests showed, as values, read from the lines that the runner printed."""

import json
from collections.abc import Iterable
from typing import Any

from pydantic import Field, ValidationError

from brickyard.cases import RowResult
from brickyard.values import Value, Where

FORGED = "the code wrote to the channel that the tests report on"


class TestOutcome(Value):
    """`reason`: the failure, normalised; `reached`: the operation that the skeleton named."""

    __test__ = False

    id: str
    passed: bool
    reason: str = ""
    reached: str = ""
    judged: Where = Where.IN_PROCESS
    failing: RowResult | None = None
    """The first row that fails, as it was seen outside."""
    at: int = 0
    """Its number."""
    was_run: bool = True
    """So is a test whose file cannot be read: what it imports is the code."""
    is_fatal: bool = False
    """The process ended or hung in it."""


class TestRun(Value):
    """`lines`: test → file → executed lines inside functions. `problem`: why there is no report.

    `branches`: test → file → ways (from, to) that it took out of lines that have several; `exits`:
    file → those lines, each with the number of its ways.
    """

    __test__ = False

    outcomes: dict[str, TestOutcome] = Field(default_factory=dict)
    lines: dict[str, dict[str, tuple[int, ...]]] = Field(default_factory=dict)
    branches: dict[str, dict[str, tuple[tuple[int, int], ...]]] = Field(default_factory=dict)
    exits: dict[str, tuple[tuple[int, int], ...]] = Field(default_factory=dict)
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Nothing wrong, and at least one test."""
        return (
            not self.problem
            and bool(self.outcomes)
            and all(outcome.passed for outcome in self.outcomes.values())
        )

    @property
    def passing(self) -> tuple[str, ...]:
        return tuple(outcome.id for outcome in self.outcomes.values() if outcome.passed)

    @property
    def failures(self) -> tuple[TestOutcome, ...]:
        return tuple(outcome for outcome in self.outcomes.values() if not outcome.passed)


Event = dict[str, Any]


def events(stdout: bytes, nonce: str) -> list[Event]:
    """The lines behind the nonce; anything else on standard output is not ours."""
    start = f"{nonce} ".encode()
    lines = (line for line in stdout.split(b"\n") if line.startswith(start))
    told = (line[len(start) :] for line in lines if line.endswith(b"}"))
    return json.loads(b"[%s]" % b",".join(told))


class Story:
    """The events of one variant, asked for what they say about each test."""

    def __init__(self, events: Iterable[Event], stopped: str) -> None:
        every = list(events)
        kinds = [event["event"] for event in every]
        self._twice = any(kinds.count(kind) > 1 for kind in ("begun", "done", "ended"))
        self._stopped = stopped
        self._started = _by_function(event for event in every if event["event"] == "started")
        self._results = _by_function(event for event in every if event["event"] == "result")
        self._unread = {
            event["module"]: event["reason"] for event in every if event["event"] == "unread"
        }
        self._done = next((event for event in every if event["event"] == "done"), None)
        self._ended = next((event for event in every if event["event"] == "ended"), None)

    def run(self, expected: Iterable[str], canary: str, proof: str) -> TestRun:
        """Exactly the expected tests, each with an outcome; a test nobody expected is a problem."""
        ids = list(expected)
        outcomes = {test: self._outcome(test) for test in ids}
        done = self._done or {}
        facts: dict[str, Any] = {
            name: done.get(name, {}) for name in ("lines", "branches", "exits")
        }
        try:
            return TestRun(
                outcomes=outcomes, problem=self._problem(set(ids), canary, proof), **facts
            )
        except ValidationError:
            return TestRun(outcomes=outcomes, problem=FORGED)

    def _problem(self, expected: set[str], canary: str, proof: str) -> str:
        if self._ended is None:
            return self._stopped or "the code ended the program that runs the tests"
        if self._ended["forged"] or self._twice:
            return FORGED
        if self._done is None:
            return self._stopped or f"the process ended early{self._exit()}, before all tests ran"
        if self._done["problem"]:
            return self._done["problem"]
        strangers = sorted(self._started.keys() - expected - {canary})
        if strangers:
            return f"tests ran that nobody expected: {', '.join(strangers)}"
        caught = self._results.get(canary, [])
        if len(caught) != 1 or caught[0]["passed"] or proof not in caught[0]["reason"]:
            return "a test that must fail did not fail: the code tampers with the tests"
        return ""

    def _exit(self) -> str:
        return f" (exit code {self._ended['exit']})" if self._ended else ""

    def _outcome(self, id: str) -> TestOutcome:
        results, started = self._results.get(id, []), self._started.get(id, [])
        wrong = next((event for event in results if not event["passed"]), None)
        if wrong:
            return TestOutcome(
                id=id, passed=False, reason=wrong["reason"], reached=wrong["reached"]
            )
        if len(results) < len(started):
            reason = self._stopped or f"it ended the whole process{self._exit()}"
            return TestOutcome(id=id, passed=False, reason=reason, is_fatal=True)
        if len(results) > len(started) or len({event["test"] for event in results}) < len(results):
            return TestOutcome(id=id, passed=False, reason="it reported more than once")
        if not results:
            read = id.split("::")[0] not in self._unread
            return TestOutcome(id=id, passed=False, reason=self._why_not_run(id), was_run=not read)
        return TestOutcome(id=id, passed=True)

    def _why_not_run(self, id: str) -> str:
        module = id.split("::")[0]
        if module in self._unread:
            return f"the test file could not be read: {self._unread[module]}"
        if self._done and self._done["problem"]:
            return f"it was not run: {self._done['problem']}"
        if self._done is None:
            return f"it was not run: {self._stopped or f'the process ended early{self._exit()}'}"
        return "there is no such test in the file"


def _by_function(events: Iterable[Event]) -> dict[str, list[Event]]:
    """`test_x.py::test_y` of `test_x.py::test_y[3-4]`: parametrised tests count as one."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event["test"].split("[")[0], []).append(event)
    return found
