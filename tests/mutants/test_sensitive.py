"""Would the tests notice? Real mutants of small packages in a real sandbox."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from evidence_kit import calc, module

from brickyard.coverage.gate import covered_branches
from brickyard.errors import SandboxBroken, ToolchainBroken
from brickyard.events import Event
from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.evidence.runs import run_tests
from brickyard.mutants.sensitive import Kill, Mutated, Sensitivity, sensitivity
from brickyard.record import Record
from brickyard.sandbox import Recorded, Sandbox
from brickyard.values import TestModule


async def judged(
    sandbox: Sandbox, code: str, *modules: TestModule, cap: int = 100, seconds: float = 120
) -> Sensitivity:
    package = calc(code)
    run = await run_tests(sandbox, package, modules, seconds=60, cover=True)
    assert run.passed, (run.problem, run.failures)
    return await sensitivity(sandbox, package, modules, run, roots={}, seconds=seconds, cap=cap)


def named(mutants: Iterable[Mutated]) -> set[str]:
    return {f"{one.function}: {one.before} → {one.after}" for one in mutants}


def kills(result: Sensitivity, function: str) -> set[str]:
    return {kill.how for one in result.mutants if one.function == function for kill in one.killed}


SHAPES = """\
import asyncio
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


def logged(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return function(*arguments) + 0

    return wrapper


def scaled(factor):
    def by(value):
        return value * factor

    return by


twice = scaled(2)
RATES = {"a": 3}
LIMIT = 10
OPERATIONS = {"+": lambda a, b: a + b}


class Colour(Enum):
    RED = 1

    def next(self):
        return self.value + 1


@logged
def decorated(value):
    return value + 1


@functools.lru_cache
def cached(value):
    return value - 1


AT_IMPORT = cached(5)


@dataclass(frozen=True)
class Item:
    price: int

    def total(self, count):
        return self.price * count

    @property
    def half(self):
        return self.price // 2

    @functools.cached_property
    def square(self):
        return self.price**2

    @staticmethod
    def of(text):
        return Item(int(text) - 1)

    @classmethod
    def one(cls):
        return cls(1)


class Holder:
    MOST = 4

    def __init__(self):
        self._held = 5

    @property
    def held(self):
        return self._held

    @held.setter
    def held(self, value):
        self._held = value + 1

    def room(self):
        return self.MOST


async def later(value):
    await asyncio.sleep(0)
    return value + 5


def numbers(count) -> Iterator[int]:
    for number in range(count):
        yield number + 1


def priced(name):
    return RATES[name]


def capped():
    return LIMIT


def reckoned(sign):
    return OPERATIONS[sign](2, 3)


def outer(value):
    def inner(other):
        return other + value

    return inner(3)


def crash(values):
    return values[0]


def countdown(number):
    while number > 0:
        number -= 1
    return number


def grow(number):
    kept = []
    while len(kept) < number:
        kept.append(str(number) * 1000)
        number += 0
    return len(kept)


def leave(really):
    if really:
        import os

        os._exit(3)
    return 1


def wait(seconds):
    asyncio.run(asyncio.sleep(seconds * 0))
    return 1


def save(path, text):
    path.write_text(text)
    return path.name


def kind(value):
    match value:
        case 1:
            return "one"
        case _:
            return "many"


def checked(value):
    assert value >= 2, "too small"
    return value
"""

SHAPE_TESTS = """\
import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from calc import ops
from calc.ops import LIMIT, Holder, Item, cached


def test_functions(monkeypatch, capsys, tmp_path):
    assert ops.decorated(1) == 2
    assert cached(5) == 4 == ops.AT_IMPORT
    assert cached(6) == 5
    assert ops.twice(3) == 6
    assert ops.Colour.RED.next() == 2


def test_classes():
    assert Item(3).total(2) == 6
    assert Item(5).half == 2
    assert Item(4).square == 16
    assert Item.of("4") == Item(3)
    assert Item.one() == Item(1)


def test_properties():
    holder = Holder()
    assert holder.held == 5
    holder.held = 1
    assert holder.held == 2
    assert holder.room() == 4


async def test_async():
    assert await ops.later(1) == 6


@pytest.mark.parametrize("count", [0, 2])
def test_generators(count):
    assert list(ops.numbers(count)) == [1, 2][:count]


def test_constants():
    assert ops.priced("a") == 3
    assert ops.capped() == 10 == LIMIT
    assert ops.reckoned("+") == 5


def test_closures():
    assert ops.outer(1) == 4


def test_crash():
    ops.crash([3]).bit_length()


def test_countdown():
    ops.countdown(3)


def test_grow():
    assert ops.grow(3) == 3


def test_leave():
    assert ops.leave(False) == 1


def test_wait():
    assert ops.wait(3) == 1


def test_save(tmp_path, monkeypatch):
    assert ops.save(tmp_path / "a", "b") == "a"
    Path("made").mkdir()
    monkeypatch.chdir(tmp_path)
    assert Path("a").read_text() == "b"


def test_kind():
    assert [ops.kind(1), ops.kind(2)] == ["one", "many"]


def test_checked():
    assert ops.checked(2) == 2


@settings(max_examples=300)
@given(st.integers())
def test_property(value):
    assert ops.decorated(value) == value + 1
"""


KILLED = (
    "decorated", "logged", "cached", "scaled", "Colour.next", "Item.total", "Item.half",
    "Item.square", "Item.of", "Item.one", "Holder.__init__", "Holder.held", "Holder.room",
    "Holder.MOST", "later", "numbers", "RATES", "LIMIT", "OPERATIONS", "priced", "capped",
    "reckoned", "outer", "kind", "save",
)  # fmt: skip


EQUIVALENT = {"logged: function(*arguments) + 0 → function(*arguments) - 0", "later: 0 → 1"}


@pytest.mark.parametrize(
    ("cap", "endless"),
    [(2, ("countdown",)), pytest.param(7, ("countdown", "grow"), marks=pytest.mark.slow)],
)
async def test_mutants_of_every_shape_of_code_are_really_run_and_killed_in_the_way_that_is_told(
    cap: int, endless: tuple[str, ...], sandbox: Sandbox
):
    """Seven of each function take long, for several of them wait or grow until they are stopped."""
    result = await judged(sandbox, SHAPES, module(SHAPE_TESTS), cap=cap)
    assert not result.problem
    for function in KILLED:
        own = [one for one in result.mutants if one.function == function]
        assert own, function
        assert named(one for one in own if not one.killed) <= EQUIVALENT
    assert kills(result, "crash") == {"crash"}
    assert kills(result, "countdown") == {"hang"}
    assert all("hang" in kills(result, function) for function in endless)
    assert kills(result, "leave") == {"crash", "assertion"}
    assert kills(result, "later") == {"assertion"}
    assert kills(result, "checked") == {"assertion"}
    getter_and_setter = {one.line for one in result.mutants if one.function == "Holder.held"}
    assert len(getter_and_setter) == 2
    tests = {kill.test for one in result.mutants for kill in one.killed}
    assert "tests/acceptance/test_code.py::test_generators" in tests
    assert not any("[" in test for test in tests), "parametrised tests count as one"


GRADES = """\
def grade(points, most=100):
    if points < 0 or points > most:
        raise ValueError("points")
    if points >= 90:
        return "A"
    if points >= 70:
        return "B"
    return "C"


def total(values):
    result = 0
    for value in values:
        result += value * 2
    return result


class Basket:
    def __init__(self, limit):
        self.limit = limit
        self.items = []

    def add(self, item):
        if len(self.items) >= self.limit:
            return False
        self.items.append(item)
        return True
"""
STRONG = """\
import pytest
from calc.ops import Basket, grade, total


def test_grades():
    assert [grade(p) for p in (0, 69, 70, 89, 90, 100)] == ["C", "C", "B", "B", "A", "A"]


def test_refused():
    for points in (-1, 101):
        with pytest.raises(ValueError):
            grade(points)


def test_total():
    assert total([1, 2]) == 6


def test_basket():
    basket = Basket(1)
    assert basket.add("a") is True
    assert basket.add("b") is False
    assert basket.items == ["a"]
"""
WEAK = """\
from calc.ops import Basket, grade, total


def test_grades():
    assert grade(95) == "A"
    grade(75)
    grade(10)


def test_total():
    assert total([]) == 0
    total([2])


def test_basket():
    basket = Basket(3)
    assert basket.add("a") in (True, False)
    assert len(basket.items) < 3
"""


async def test_strong_tests_have_a_high_score_and_weak_ones_are_named(sandbox: Sandbox):
    strong = await judged(sandbox, GRADES, module(STRONG))
    weak = await judged(sandbox, GRADES, module(WEAK))
    assert weak == await judged(sandbox, GRADES, module(WEAK)), "another report of the same job"
    assert not strong.weak(0.9), strong.survivors
    (reason,) = weak.weak(0.6).values()
    killed, made = weak.scores["src/calc/ops.py"]
    assert f"{killed} of {made} mutants of src/calc/ops.py were noticed, fewer than 60%" in reason
    shown = [one.difference for one in weak.survivors if one.difference]
    assert any("ops.grade(" in text and "one gives" in text for text in shown)
    assert any("ops.total(" in text for text in shown)
    assert any("ops.Basket.add(Basket(limit=" in text for text in shown), shown
    for text in shown:
        assert not any(part in text for part in ("if ", "return", "result =", "→"))


LIFT = """\
class Stuck(Exception):
    pass


class Lift:
    def __init__(self, floors):
        self._floors, self._at, self._log = floors, 0, []

    def go(self, floor):
        if floor > self._floors:
            raise Stuck(f"only {self._floors + 0} floors")
        self._log.append(floor * 1)
        self._at = floor

    @property
    def at(self):
        return self._at

    def left(self):
        return self._floors - self._at
"""
RIDE = """\
import pytest
from calc.ops import Lift, Stuck


def test_ride():
    lift = Lift(0)
    lift.go(0)
    assert (lift.at, lift.left()) == (0, 0)
    with pytest.raises(Stuck):
        lift.go(2)
"""


async def test_objects_are_told_apart_by_what_they_tell_and_not_by_what_they_keep(
    sandbox: Sandbox,
):
    result = await judged(sandbox, LIFT, module(RIDE))
    shown = {f"{one.before} → {one.after}": one.difference for one in result.survivors}
    assert ", then left(): one gives " in shown["self._floors - self._at → self._floors + self._at"]
    assert shown["self._log.append(floor * 1) → pass"] == ""
    assert shown["floor * 1 → floor // 1"] == ""


ODD = """\
import time
from dataclasses import dataclass, field


class Node:
    pass


@dataclass
class Line:
    _items: list = field(default_factory=list)
    _size: int = 0

    def __repr__(self):
        return f"Line of {('none', 'one', 'two')[self._size]}"

    def join(self, item):
        self._items.append(Node())
        self._size = self._size + 1
        return self._size > 1

    def is_empty(self):
        return self._size == 0

    def run(self):
        while True:
            pass

    @property
    def now(self):
        return int(time.monotonic() * 1000)

    @property
    def broken(self):
        raise LookupError("never")


def copied(line, times):
    other = Line()
    for _ in range(times):
        other.join(None)
    return other


def words(count):
    return "ä" * (300 + count)
"""
ODDLY = """\
from calc.ops import Line, copied, words


def test_line():
    line = Line()
    assert line.join("a") in (True, False)
    assert line.is_empty() is False
    assert not copied(line, 1).is_empty()


def test_words():
    assert len(words(1)) > 3
"""


async def test_objects_that_are_hard_to_look_at_cost_no_other_difference(sandbox: Sandbox):
    """A form that fails, a method without an end, a clock, state that no caller can reach."""
    result = await judged(sandbox, ODD, module(ODDLY))
    shown = {f"{one.before} → {one.after}": one.difference for one in result.survivors}
    assert not any("now" in told or "_size=-1" in told for told in shown.values())
    assert any("ops.Line.join(Line of none, 'a'): " in one.difference for one in result.survivors)
    assert ": two results, different after 300 characters" in shown["300 → 301"]


LONG = """\
STEPS = [7, 11, 19, 31, 43, 59, 71, 83, 97]
A, B, C, D, E, F, G, H = 7, 11, 19, 31, 43, 59, 71, 83


def told(a, b, c):
    return ("x" if a > 50 else "y") + "ä" * 400
"""
TOLD = """\
import pytest
from calc.ops import told


@pytest.mark.parametrize("n", range(9))
def test_told(n):
    assert len(told(n, n + 1, n + 2)) == 401
"""


async def test_long_results_cost_no_difference(sandbox: Sandbox):
    """All of them together are more than one fork may tell."""
    result = await judged(sandbox, LONG, module(TOLD))
    shown = {f"{one.before} → {one.after}": one.difference for one in result.survivors}
    assert shown["a > 50 → a >= 50"].startswith("ops.told(50, ")


MEETING = """\
def first(names, after=""):
    found = [name for name in names if name > after]
    for name in found:
        if name.startswith("x"):
            continue
        return name
    return None


def same(one, other):
    return 1 if one == other else 0
"""
MET = """\
from calc.ops import first, same


def test_first():
    assert first(["ann", "xeno"]) == "ann"
    assert first(["xeno"]) is None


def test_same():
    assert same("bob", "eve") == 0
"""


async def test_values_of_one_call_are_tried_in_others_and_lists_are_turned_round(sandbox: Sandbox):
    result = await judged(sandbox, MEETING, module(MET))
    shown = {f"{one.before} → {one.after}": one.difference for one in result.survivors}
    assert "ops.first(['xeno', 'ann'], '')" in shown["continue → break"]
    assert shown["1 → 2"] == "ops.same('eve', 'eve'): one gives 1, the other 2"


async def test_a_control_that_fails_leaves_no_result(sandbox: Sandbox):
    """It passes only in a process that is no fork of the one that read the tests."""
    code = "import os\nHOME = os.getpid()\ndef same():\n    return os.getpid() == HOME\n"
    tests = module("from calc.ops import same\n\ndef test_same():\n    assert same()\n")
    result = await judged(sandbox, code, tests)
    assert result.mutants == ()
    assert result.problem.startswith("the tests do not pass on the unchanged code: ")
    assert "test_same" in result.problem


async def test_a_run_without_a_report_is_not_judged(sandbox: Sandbox):
    run = TestRun(problem="the tests did not end")
    result = await sensitivity(sandbox, calc(""), (), run, roots={}, seconds=1, cap=1)
    assert result.problem == "the tests did not end"


async def test_where_no_test_passes_there_is_no_result(sandbox: Sandbox):
    failing = TestOutcome(id="t.py::test_x", passed=False, reason="no")
    run = TestRun(outcomes={failing.id: failing})
    result = await sensitivity(sandbox, calc(""), (), run, roots={}, seconds=1, cap=1)
    assert result.problem == "no test passes on the unchanged code"


HALF = """\
def right(value):
    return value + 1


def wrong(value):
    return value - 1
"""


async def test_a_test_that_fails_is_left_out_and_the_others_are_judged(sandbox: Sandbox):
    """Nor are lines changed that only it executes."""
    tests = module(
        "from calc.ops import right, wrong\n\n"
        "def test_right():\n    assert right(1) == 2\n\n"
        "def test_wrong():\n    assert wrong(1) == 2\n"
    )
    package = calc(HALF)
    run = await run_tests(sandbox, package, [tests], seconds=60, cover=True)
    assert len(run.failures) == 1
    result = await sensitivity(sandbox, package, [tests], run, roots={}, seconds=120, cap=100)
    assert result.problem == ""
    assert {one.function for one in result.mutants} == {"right"}
    assert {kill.test.split("::")[-1] for one in result.mutants for kill in one.killed} == {
        "test_right"
    }


DYING = """\
import os

FORKS = []
os.register_at_fork(
    before=lambda: FORKS.append(1),
    after_in_child=lambda: os._exit(0) if len(FORKS) > 2 else None,
)


def add(a, b):
    return a + b
"""


async def test_a_fork_that_ends_before_its_first_test_has_noticed_nothing(sandbox: Sandbox):
    """Every one but the two of the unchanged code that come first."""
    tests = module("from calc.ops import add\n\ndef test_add():\n    add(1, 2)\n")
    result = await judged(sandbox, DYING, tests)
    assert result.mutants == ()
    assert result.problem == "a fork ended before it could begin its work"


IN_THE_WAY = """\
import os
from pathlib import Path

for number in range(9):
    Path(os.environ["TMPDIR"], f"pytest-of-{os.environ['USER']}/pytest-0/{number}").write_text("")


def add(a, b):
    return a + b
"""


async def test_a_fork_that_could_not_begin_is_the_machines_fault_and_is_not_remembered(
    sandbox: Sandbox, tmp_path: Path
):
    tests = module("from calc.ops import add\n\ndef test_add():\n    assert add(1, 2) == 3\n")
    with Record.open(tmp_path) as record:
        told: list[Event] = []
        for _ in range(2):
            recorded = Recorded(sandbox, record.verdicts, listener=told.append)
            with pytest.raises(SandboxBroken, match="a fork could not begin its work: ") as caught:
                await judged(recorded, IN_THE_WAY, tests)
            assert caught.value.exit_code == 3
            assert "run again" in caught.value.hint
        assert [event.kind for event in told] == ["verdict.reused"], "the second of the tests"


SLOW = """\
def near(value):
    return value > 1


def slow(value):
    while value < 0:
        pass
    return value > 4
"""


CLOSED = """\
from pathlib import Path


def kept(value):
    folder = Path("kept")
    folder.mkdir()
    (folder / "file").write_text("x")
    folder.chmod(0o500)
    return value + 1
"""


async def test_what_one_mutant_leaves_closed_is_in_nobodys_way(sandbox: Sandbox):
    tests = module("from calc.ops import kept\n\ndef test_it():\n    assert kept(1) == 2\n")
    result = await judged(sandbox, CLOSED, tests)
    assert result.problem == ""
    assert kills(result, "kept") >= {"assertion"}


@pytest.mark.slow
async def test_differences_are_shown_only_if_all_calls_could_be_played(sandbox: Sandbox):
    text = "from calc import ops\n\n\ndef test_{0}():\n    assert ops.{0}(5)\n"
    each = [
        module(text.format(name), f"tests/acceptance/test_{name}.py") for name in ("near", "slow")
    ]
    result = await judged(sandbox, SLOW, *each)
    shown = {one.function for one in result.survivors if one.difference}
    assert {one.function for one in result.survivors} == {"near", "slow"}
    assert shown == {"near"}


FORGING = """\
import json, os


def pipes():
    found = set()
    for number in range(64):
        try:
            found.add(os.readlink(f"/proc/self/fd/{number}") + f" {number}")
        except OSError:
            pass
    return {one for one in found if one.startswith("pipe:")}


KNOWN = pipes()
TOLD = json.dumps({"test": "tests/acceptance/test_code.py::test_add", "how": "assertion"})


def add(a, b):
    for pipe in pipes() - KNOWN:
        try:
            os.write(int(pipe.split()[1]), f"{TOLD}\\n".encode())
        except OSError:
            pass
    return a + b
"""


async def test_kills_that_the_code_claims_itself_leave_no_result(sandbox: Sandbox):
    tests = module("from calc.ops import add\n\ndef test_add():\n    add(1, 2)\n")
    package = calc(FORGING)
    lines = {"tests/acceptance/test_code.py::test_add": {"src/calc/ops.py": (19, 20, 24)}}
    plain = await run_tests(sandbox, calc("def add(a, b): return 3"), [tests], seconds=60)
    run = plain.model_copy(update={"lines": lines})
    result = await sensitivity(sandbox, package, [tests], run, roots={}, seconds=60, cap=9)
    assert result.mutants == ()
    assert result.problem == "the code wrote to the channel that the mutants report on"


async def test_a_requirement_that_only_crashes_notices_nothing_by_itself(sandbox: Sandbox):
    code = "def add(a, b):\n    return a + b\n\n\ndef head(a):\n    return a[0]\n"
    one = module("from calc.ops import add\n\ndef test_add():\n    assert add(1, 2) == 3\n")
    text = "from calc.ops import add, head\n\ndef test_{}():\n    {}\n"
    late = "assert add(2, 2) == 4"
    other = module(text.format("late", late), "tests/acceptance/test_late.py", "R2")
    crashing = "head([add(1, 2)]).bit_length()"
    third = module(text.format("crash", crashing), "tests/acceptance/test_crash.py", "R3")
    result = await judged(sandbox, code, one, other, third)
    for tests, least in ((one, 1), (other, 1)):
        assert result.noticed_by([*tests.tests]) >= least
    assert result.noticed_by([*third.tests]) == 0
    assert any(kill.test in third.tests for found in result.mutants for kill in found.killed)


@pytest.mark.slow
async def test_hundreds_of_mutants_are_told_in_one_run(sandbox: Sandbox):
    functions = [f"def f{n}(a):\n    b = a + {n}\n    return b * 3 - a\n" for n in range(100)]
    tests = "\n\n".join(
        f"def test_{n}():\n    assert ops.f{n}(2) == {(2 + n) * 3 - 2}\n" for n in range(100)
    )
    result = await judged(
        sandbox, "\n\n".join(functions), module(f"from calc import ops\n\n\n{tests}")
    )
    assert not result.problem
    killed, made = result.scores["src/calc/ops.py"]
    assert made > 500
    assert killed > 0.97 * made


async def test_branches_are_a_fact_of_each_requirement(sandbox: Sandbox):
    code = "def sign(n):\n    if n < 0:\n        return -1\n    return 1 if n else 0\n"
    text = "from calc.ops import sign\n\n\ndef test_{}():\n    assert sign({}) == {}\n"
    one = module(text.format("one", "4", "1"), "tests/acceptance/test_one.py", "R1")
    both = module(
        text.format("plus", "4", "1") + text.format("minus", "-4", "-1"),
        "tests/acceptance/test_both.py",
        "R2",
    )
    run = await run_tests(sandbox, calc(code), [one, both], seconds=60, cover=True)
    assert run.exits == {"src/calc/ops.py": ((2, 2),)}
    assert covered_branches(run, [one, both], ["R1", "R2", "R3"]) == {
        "R1": (1, 2),
        "R2": (2, 2),
        "R3": (0, 0),
    }


async def test_no_time_for_the_mutants_is_nobodys_fault_but_the_machines(sandbox: Sandbox):
    with pytest.raises(ToolchainBroken, match=r"did not end within 0\.1 seconds") as broken:
        await judged(sandbox, GRADES, module(STRONG), seconds=0.1)
    assert broken.value.exit_code == 3
    assert "mutant_seconds" in broken.value.hint


async def test_a_module_that_only_a_run_of_the_command_imports_has_mutants(sandbox: Sandbox):
    tests = module(
        "import importlib\n\n\n"
        "def test_run() -> None:\n"
        "    assert importlib.import_module('calc.ops').main([1]) == 2\n"
    )
    result = await judged(sandbox, "def main(argv):\n    return len(argv) + 1\n", tests)
    assert kills(result, "main") == {"assertion"}


def sensitive(*mutants: Mutated) -> Sensitivity:
    return Sensitivity(mutants=mutants)


def mutated(*how: str) -> Mutated:
    killed = tuple(Kill(test=f"t::{one}", how=one) for one in how)
    return Mutated(file="src/a.py", line=1, function="f", before="1", after="2", killed=killed)


def test_a_module_with_few_mutants_is_not_judged():
    assert sensitive(*[mutated()] * 9).weak(0.8) == {}
    assert sensitive(*[mutated()] * 10).weak(0.8).keys() == {"src/a.py"}
    assert sensitive(*[mutated("crash")] * 8, *[mutated()] * 2).weak(0.8) == {}


def test_wrong_versions_that_were_shown_to_differ_make_tests_weak():
    seen = mutated().model_copy(update={"difference": "f(1): one gives 1, the other 2"})
    strong = [mutated("assertion")] * 30
    assert sensitive(*strong, seen).weak(0.85) == {}
    assert sensitive(*strong, seen, seen).weak(0.5) == {}
    (why,) = sensitive(*strong, seen, seen).weak(0.85).values()
    assert why == (
        "2 wrong versions of src/a.py pass all tests; for instance f(1): one gives 1, the other 2"
    )


def test_only_assertions_of_its_own_tests_count_for_a_requirement():
    result = sensitive(mutated("crash"), mutated("hang"), mutated("assertion"))
    assert result.noticed_by(["t::assertion", "t::crash"]) == 1
    assert result.noticed_by(["t::crash", "t::hang"]) == 0
