"""Speed: what a measurement must be, and what its times prove."""

from collections.abc import Sequence
from statistics import median
from typing import Any

import pytest
from kit_speed import MANY, PACKAGE, PLAN, REQUIREMENT, case, measurement

from brickyard.cases.timing import timed_call
from brickyard.proofs.machine import Machine, this_machine
from brickyard.proofs.measurement import Measurement, wrong_measurement
from brickyard.proofs.sizes import Sizes
from brickyard.proofs.speed import Times, all_of, measure, proof_of
from brickyard.sandbox import Sandbox
from brickyard.values import Proof, Proven, Requirement, WrittenCase

MACHINE = Machine(processor="P", cores=2, load=0.5)


@pytest.fixture(scope="session")
def sandbox(fresh_sandbox: Sandbox) -> Sandbox:
    """Nothing is remembered: times are measured anew."""
    return fresh_sandbox


def wrong(**changed: Any) -> str:
    return " ".join(wrong_measurement(measurement(**changed), REQUIREMENT, PLAN, ("R1",)))


async def too_small(
    sandbox: Sandbox, all_changed: Sequence[dict[str, Any]], item: Requirement = REQUIREMENT
) -> list[list[str]]:
    """What is said of each before there is code, and then on the code: in two runs for all."""
    found = [measurement(**changed) for changed in all_changed]
    named = [renamed(one, f"adds_up_{at}") for at, one in enumerate(found)]
    for one in named:
        assert wrong_measurement(one, item, PLAN, ("R1",)) == []
    sizes = Sizes(sandbox, item, PLAN, 60)
    early = await sizes.early(named)
    every = await sizes.late(named, PACKAGE)
    assert {*early} <= {*every}
    return [_said_of(one, every) for one in named]


def _said_of(one: Measurement, every: Sequence[str]) -> list[str]:
    return [why for why in every if f"'{one.case.name}'" in why]


def renamed(one: Measurement, name: str) -> Measurement:
    case, limit = one.case, one.limit.model_copy(update={"case": name})
    text = case.text.replace(case.name, name)
    return Measurement(case=case.model_copy(update={"name": name, "text": text}), limit=limit)


ENOUGH: list[dict[str, Any]] = [
    {},
    {"given": "list(range(10_000))"},
    {"given": "list(range(1, 10_001))"},
    {"given": f"{[1] * 10_000}"},
    {"case": case("write('x.txt', 'a\\nb\\n' * 5_000)", "assert lines('x.txt') == 1")},
    {"case": case("assert total([2, 3] * 5_000) == 25_000")},
    {"at_most_seconds": 0, "at_least_a_second": 500, "items": 10_000},
    {"case": case(f"many = total({MANY})", "assert total(many) == 25_000")},
    {"case": case("assert run('10000').stdout == '1'")},
]


async def test_a_measurement_of_what_the_requirement_says_is_accepted(sandbox: Sandbox) -> None:
    assert await too_small(sandbox, ENOUGH) == [[] for _ in ENOUGH]


TABLE = WrittenCase(
    name="adds_up",
    requirement="R1",
    text="@table(R1, [([1], 1)])\ndef adds_up(given, sum_):\n    assert total(given) == sum_\n",
)


TOO_SMALL: list[tuple[dict[str, Any], str]] = [
    ({"at_most_seconds": 0, "at_least_a_second": 500}, "`items` is how many"),
    ({"at_most_seconds": 0, "at_least_a_second": 500, "items": 77_777}, "`items` is how many"),
    ({"given": "[1, 2, 3]"}, "speaks of 10,000, and nothing here is of that size"),
    ({"given": "list(range(9_000))"}, "speaks of 10,000"),
    ({"given": "set([1] * 10_000)"}, "speaks of 10,000"),
    ({"given": "[1] * 10_000 * 0"}, "speaks of 10,000"),
    ({"given": "str(10_000)"}, "speaks of 10,000"),
    ({"given": "[10_000]"}, "speaks of 10,000"),
    ({"given": "20_260"}, "speaks of 10,000"),
    ({"given": "'10000-11-15'"}, "speaks of 10,000"),
    (
        {"case": case(f"many = {MANY}", "total(many)", "assert total([1]) == 1")},
        "speaks of 10,000",
    ),
    ({"case": case("assert total([1]) == sum([1] * 10_000)")}, "speaks of 10,000"),
]


async def test_a_measurement_of_less_than_the_requirement_says_is_refused(sandbox: Sandbox) -> None:
    found = await too_small(sandbox, [changed for changed, _ in TOO_SMALL])
    for (changed, words), said in zip(TOO_SMALL, found, strict=True):
        assert words in " ".join(said), changed


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"at_most_seconds": 1.0}, "names no time of 1 s; it names 0.1 s"),
        ({"at_most_seconds": 0}, "exactly one of"),
        ({"at_least_a_second": 500, "items": 10_000}, "exactly one of"),
        (
            {"at_most_seconds": 0, "at_least_a_second": 5, "items": 10_000},
            "names no rate of 5 a second; it names 500 a second",
        ),
        ({"repeats": 2}, "from 5 to 25"),
        ({"repeats": 500}, "from 5 to 25"),
        ({"call": "nothing"}, "nothing"),
        ({"case": case("assert 1 == 1")}, "calls nothing"),
        ({"case": case(f"assert total({MANY}) == 1", requirement="R9")}, "R9"),
        (
            {"case": case("one = total([1])", f"total({MANY})", "assert one == 1")},
            "a wrong result must not be fast",
        ),
        ({"case": TABLE}, "a table or a block"),
    ],
)
def test_a_measurement_that_proves_nothing_is_refused(changed: dict[str, Any], words: str) -> None:
    assert words in wrong(**changed)


LINES = REQUIREMENT.model_copy(
    update={"text": "A file of 1,000 lines is read in at most 1 s, at 10,000 lines per second."}
)
TIME = {"at_most_seconds": 1.0}
RATE = {"at_most_seconds": 0, "at_least_a_second": 10_000}


FILES = [
    ("'2026-11-15,food,3\\n'", TIME, "speaks of 1,000, and nothing"),
    ("'2026-11-15,a … of 10_000 food,3\\n'", TIME, "speaks of 1,000, and nothing"),
    ("'2026-11-15,food,3' * 1_000", TIME, "speaks of 1,000, and nothing"),
    ("'2026-11-15,food,3\\n' * 1_000", RATE | {"items": 2026}, "`items` is how many"),
    ("'2026-11-15,food,3\\n' * 1_000", RATE | {"items": 18_000}, "`items` is how many"),
    ("'2026-11-15,food,3\\n' * 1_000", RATE | {"items": -1}, "`items` is how many"),
    ("'2026-11-15,food,3\\n' * 1_000", RATE | {"items": 1_000}, ""),
    ("'2026-11-15,food,3\\n' * 1_000", TIME, ""),
    ("'date\\n' + '2026-11-15,food,3\\n' * 1_000", TIME, ""),
    ("'date\\n' + '2026-11-15,food,3\\n' * 1_000", RATE | {"items": 1_000}, ""),
]


async def test_neither_dates_nor_long_lines_are_many_lines(sandbox: Sandbox) -> None:
    changed = [
        limit | {"case": case(f"write('x.csv', {text})", "assert run('x.csv').stdout == '1\\n'")}
        for text, limit, _ in FILES
    ]
    found = await too_small(sandbox, changed, LINES)
    for (text, limit, words), said in zip(FILES, found, strict=True):
        assert words in " ".join(said), (text, limit)
        assert bool(words) == bool(said), (text, limit)


def times(*clock: float) -> Times:
    return Times(clock=clock, processor=clock)


@pytest.mark.parametrize(
    ("seconds", "limit", "fast"),
    [
        ((1.0, 1.1, 1.2, 1.1, 1.0), 2.0, True),
        ((1.0, 1.1, 1.2, 1.1, 1.0), 0.5, False),
        ((1.0, 1.1, 1.2, 1.1, 1.0), 1.1, None),
        ((1.0, 1.1, 9.0, 1.1, 1.0), 2.0, None),
        ((0.1, 3.0, 3.1, 3.2, 3.0), 2.0, None),
        ((1.0, 1.0, 1.0, 1.0, 1.0), 1.0, True),
        ((1.0,), 2.0, None),
        ((), 2.0, None),
    ],
)
def test_the_median_decides_where_the_limit_is_clear_of_the_spread(
    seconds: tuple[float, ...], limit: float, fast: bool | None
) -> None:
    assert times(*seconds).within(limit) is fast


def test_the_proof_tells_times_spread_limit_and_machine() -> None:
    proof = proof_of(measurement(), times(0.01, 0.02, 0.02, 0.02, 0.03), MACHINE)

    assert proof.state is Proof.PASSED
    assert proof.detail == (
        "median 20 ms of 5 repeats (14 ms to 26 ms, processor 20 ms), "
        "limit 100 ms, on P, 2 cores, load 0.5"
    )
    assert proof.data["noise"] == 0.6
    assert proof.data["machine"] == {"processor": "P", "cores": 2, "load": 0.5}


def test_what_is_slow_noisy_or_without_times_is_not_passed_and_says_why() -> None:
    slow = proof_of(measurement(), times(1, 1, 1, 1, 1), MACHINE)
    noisy = proof_of(measurement(), times(0.05, 0.05, 0.2, 0.2, 0.2), MACHINE)
    nothing = proof_of(measurement(), Times(problem="it did not end"), MACHINE)

    assert {slow.state, noisy.state, nothing.state} == {Proof.FAILED}
    assert "takes too long" in slow.detail
    assert "too noisy to judge" in noisy.detail
    assert "it did not end" in nothing.detail


def test_all_measurements_of_a_requirement_must_pass() -> None:
    good, bad = Proven(state=Proof.PASSED, detail="a"), Proven(state=Proof.FAILED, detail="b")

    assert all_of([good, bad]) == bad
    assert all_of([good]) == good
    assert all_of([good, good]).state is Proof.PASSED
    assert all_of([]).state is Proof.MISSING


def test_this_machine_is_told() -> None:
    assert this_machine().processor
    assert this_machine().cores > 0
    assert "core" in str(this_machine())


@pytest.mark.parametrize(
    ("own", "timed"),
    [
        (case(f"given = {MANY}", "assert total(given) == 25_000"), "total(given)"),
        (case(f"given = {MANY}", "sum_ = total(given)", "assert sum_ == 25_000"), "total(given)"),
        (case("assert await later([1]) == 1", word="async def"), "await later([1])"),
        (
            case("assert [n async for n in each([1])] == [1]", word="async def"),
            "[n async for n in each([1])]",
        ),
        (case("with raises(ValueError):", "    total([])"), "total([])"),
    ],
)
def test_the_last_call_is_timed_and_nothing_that_is_made_before_it(
    own: WrittenCase, timed: str
) -> None:
    assert timed_call(measurement(case=own).file(PLAN)) == timed


async def test_fast_code_is_measured_in_seconds_and_slow_code_is_too_slow(
    sandbox: Sandbox,
) -> None:
    patient = measurement(at_most_seconds=100)
    found = await measure(sandbox, PACKAGE, PLAN, patient, seconds=60)

    assert found.problem == ""
    assert len(found.clock) == len(found.processor) == 5
    assert median(found.clock) > 0
    assert proof_of(patient, found).state is Proof.PASSED
    hasty = measurement(at_most_seconds=0.000001)
    assert proof_of(hasty, found).state is Proof.FAILED


async def test_a_command_on_a_large_file_is_measured(sandbox: Sandbox) -> None:
    own = case(
        "write('deep/x.txt', 'a\\n' * 10_000)",
        "done = run('deep/x.txt')",
        "assert done.stdout == '10000\\n' and done.exit == 0",
    )
    patient = measurement(case=own, at_most_seconds=100)
    found = await measure(sandbox, PACKAGE, PLAN, patient, seconds=60)
    assert (found.problem, len(found.clock)) == ("", 5)


async def test_a_wrong_result_is_never_fast(sandbox: Sandbox) -> None:
    found = await measure(sandbox, PACKAGE, PLAN, measurement("forgets"), seconds=60)

    assert found.clock == ()
    assert "expected 25000, got 24998" in found.problem.replace("_", "")


@pytest.mark.slow
async def test_noise_around_the_limit_is_measured_again_up_to_a_cap_and_not_passed(
    sandbox: Sandbox,
) -> None:
    noisy = measurement("noisy")
    found = await measure(sandbox, PACKAGE, PLAN, noisy, seconds=60, most=7)

    assert len(found.clock) == 7
    assert "too noisy to judge" in proof_of(noisy, found).detail


async def test_what_a_call_remembers_does_not_help_the_next_repeat(sandbox: Sandbox) -> None:
    """And what waits is measured in real time, though the clock of tests stands still."""
    given = "(2, 3) * 5_000"
    found = await measure(sandbox, PACKAGE, PLAN, measurement("remembers", given), seconds=60)
    assert min(found.clock) >= 0.1


async def test_code_that_does_not_end_is_not_measured(sandbox: Sandbox) -> None:
    hangs = PACKAGE | {"src/till/sums.py": "def total(prices):\n    while True: pass\n"}
    found = await measure(sandbox, hangs, PLAN, measurement(), seconds=16)
    assert found.clock == ()
    assert "did not end" in found.problem


SLOW = (
    "import time\n_rest = time.sleep\n\n\ndef work(prices):\n    _rest(0.15)\n    return 25_000\n"
)
TOTAL = "\n\ndef total(prices):\n    return work(prices)\n"
CHEATS = {
    "stops the clocks": "import time\n"
    "time.perf_counter = time.monotonic = time.time = time.process_time = lambda: 0.0\n"
    + SLOW
    + TOTAL,
    "sets the clocks back when called": SLOW + "\n\ndef total(prices):\n"
    "    for name in ('perf_counter', 'perf_counter_ns', 'monotonic', 'process_time'):\n"
    "        setattr(time, name, lambda: -1.0)\n    return work(prices)\n",
    "lets a thread work on": "import threading\n"
    + SLOW
    + "\n\ndef total(prices):\n    found = []\n"
    "    threading.Thread(target=lambda: found.append(work(prices))).start()\n    return found\n",
    "gives a number that is added up when it is compared": SLOW
    + "\n\nclass Later(int):\n    def __eq__(self, other):\n        return work([]) == other\n\n"
    "    __hash__ = int.__hash__\n\n\ndef total(prices):\n    return Later(0)\n",
    "does the work at import, of what it cannot know then": SLOW
    + "\n\nKNOWN = work([])\n\n\ndef total(prices):\n    return KNOWN - prices[0] + 3\n",
}
QUICK = "stops the clocks"
EACH = [
    pytest.param(code, id=name, marks=() if name == QUICK else pytest.mark.slow)
    for name, code in CHEATS.items()
]


@pytest.mark.parametrize("code", EACH)
async def test_code_that_would_look_fast_is_wrong_or_as_slow_as_it_is(
    sandbox: Sandbox, code: str
) -> None:
    files = PACKAGE | {"src/till/sums.py": code}
    found = await measure(sandbox, files, PLAN, measurement(repeats=2), seconds=60, most=2)
    assert found.problem or min(found.clock) >= 0.15


HOLDING = """\
from dataclasses import dataclass


class Sum:
    def __init__(self, value: int) -> None: ...


@dataclass
class Plain:
    value: int


def total(prices: list[int]) -> Sum: ...


def plain(prices: list[int]) -> Plain: ...
"""
HOLDS = """\
import time
from dataclasses import dataclass


class Sum:
    def __init__(self, value):
        self.value = value
        self._late = False

    def __eq__(self, other):
        return self.value == other.value and work(self)


@dataclass
class Plain:
    value: int
    _late = False


def work(one):
    if one._late:
        time.sleep(0.15)
    return True


def late(kind, prices):
    found = kind(sum(prices))
    found._late = {late}
    return found


def total(prices):
    return late(Sum, prices)


def plain(prices):
    return late(Plain, prices)
"""
READS = """

def read(self, name):
    found = object.__getattribute__(self, name)
    return found if name != "value" else work(self) and found


Plain.__getattribute__ = read
"""
COMPUTED = """

Plain._value = 0
Plain.value = property(
    lambda self: work(self) and self._value, lambda self, value: setattr(self, "_value", value)
)
"""


@pytest.mark.parametrize(
    ("check", "more"),
    [
        ("assert total([2, 3] * 5_000) == Sum(25_000)", ""),
        pytest.param(
            "assert plain([2, 3] * 5_000) == Plain(25_000)", COMPUTED, marks=pytest.mark.slow
        ),
        pytest.param(
            "assert plain([2, 3] * 5_000) == Plain(25_000)", READS, marks=pytest.mark.slow
        ),
    ],
    ids=["by its own ==", "by a computed part", "by how its parts are read"],
)
async def test_work_put_off_until_the_result_is_looked_at_is_timed(
    sandbox: Sandbox, check: str, more: str
) -> None:
    brick = PLAN.bricks[0].model_copy(update={"interface": HOLDING})
    plan = PLAN.model_copy(update={"bricks": (brick,), "entry": ""})
    one = measurement(case=case(check), repeats=2)
    seen: list[tuple[str, bool]] = []
    for late in ("False", "True"):
        code = HOLDS.replace("{late}", late) + more
        files = PACKAGE | {"src/till/sums.py": code}
        found = await measure(sandbox, files, plan, one, seconds=60, most=2)
        seen.append((found.problem, min(found.clock) >= 0.15))
    assert seen == [("", False), ("", True)]
