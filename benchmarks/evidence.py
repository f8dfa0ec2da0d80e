"""What evidence costs: `python benchmarks/evidence.py`.

- mutants a second: the same module and the same tests, judged by `sensitivity` (with the covered
  run that it needs, in a sandbox) and by mutmut (without a sandbox, in an environment of its own),
  each from start to end, turn by turn. Each makes its own mutants, so it is their number over the
  time that is compared. Without mutmut, which is fetched anew, its rows say so.
- what RED, GREEN and coverage cost: the acceptance tests of the shipped example on skeleton and
  impostors, then on its code as a build runs them (in two orders, in process and outside, with
  lines and branches), over one bare pytest run of the same tests in the same sandbox, turn by turn.
- questions and seconds of a whole build of the example from its cassette, for each level of proof.
"""

import asyncio
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from brickyard.events import silent
from brickyard.evidence.proving import prove_tests
from brickyard.evidence.runs import run_tests
from brickyard.evidence.support import render, support_files
from brickyard.files import Files
from brickyard.flow.comply import ORDERS
from brickyard.flow.session import build
from brickyard.mutants.sensitive import sensitivity
from brickyard.recipe.lock import read_lock
from brickyard.red.seen import red
from brickyard.sandbox import Limits, Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain
from brickyard.settings import Settings
from brickyard.values import Plan, ProofLevel, TestLevel, TestModule

TURNS = 3
SHORT_TURNS = 11
"""Of what takes a second or two, and so varies more."""

GOALS = {"mutants": 3.0, "over pytest": 3.0}
EXAMPLE = Path(__file__).parent.parent / "src" / "brickyard" / "examples" / "purse"
PLAIN = "[pytest]\npythonpath = src tests\nmarkers =\n    requirement(id): what it proves\n"
SECONDS = 600
MUTMUT = ("mutmut==3.8.0", "pytest<9.2")
CONFIGURATION = (
    '[project]\nname = "many"\nversion = "1"\n[tool.mutmut]\npaths_to_mutate = ["src/"]\n'
)
CONFIGURATION += '[tool.pytest.ini_options]\nmarkers = ["requirement(id): what it proves"]\n'
Row = tuple[str, str, float, str, str]

CODE = '''\
"""Amounts, roman numerals and rows of text."""

NUMERALS = {1000: "M", 900: "CM", 500: "D", 400: "CD", 100: "C", 90: "XC", 50: "L", 40: "XL"}
NUMERALS |= {10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}


def roman(number):
    if number < 1 or number > 3999:
        raise ValueError("from 1 to 3999")
    text = ""
    for value, letters in NUMERALS.items():
        while number >= value:
            text += letters
            number -= value
    return text


def cents(text):
    sign = -1 if text.startswith("-") else 1
    whole, point, rest = text.lstrip("-").partition(".")
    if not whole.isdigit() or (point and len(rest) != 2):
        raise ValueError("not an amount")
    return sign * (int(whole) * 100 + (int(rest) if rest else 0))


def shown(amount):
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 100)
    groups = []
    while whole >= 1000:
        whole, last = divmod(whole, 1000)
        groups.insert(0, str(last).zfill(3))
    groups.insert(0, str(whole))
    return sign + ",".join(groups) + "." + str(rest).zfill(2)


def wrapped(words, width):
    rows = [[]]
    length = 0
    for word in words:
        if rows[-1] and length + 1 + len(word) > width:
            rows.append([])
            length = 0
        length += len(word) + (1 if rows[-1] else 0)
        rows[-1].append(word)
    return [" ".join(row) for row in rows if row]


def place(values, wanted):
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


class Ledger:
    def __init__(self, limit):
        self.limit = limit
        self.entries = []

    def add(self, name, amount):
        if amount <= 0 or len(self.entries) >= self.limit:
            return False
        self.entries.append((name, amount))
        return True

    def total(self, name):
        return sum(amount for each, amount in self.entries if each == name)

    def largest(self):
        found = None
        for name, amount in self.entries:
            if found is None or amount > found[1]:
                found = (name, amount)
        return found
'''

TESTS = """\
import pytest

from many.ops import Ledger, cents, place, roman, shown, wrapped

ROMAN = {1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 90: "XC", 444: "CDXLIV", 3999: "MMMCMXCIX"}


@pytest.mark.parametrize("number", sorted(ROMAN))
def test_roman(number):
    assert roman(number) == ROMAN[number]


@pytest.mark.parametrize("number", [0, -1, 4000])
def test_no_roman(number):
    with pytest.raises(ValueError):
        roman(number)


AMOUNTS = {"1": 100, "-1.05": -105, "0.50": 50, "12.34": 1234}


@pytest.mark.parametrize("text", sorted(AMOUNTS))
def test_cents(text):
    assert cents(text) == AMOUNTS[text]


@pytest.mark.parametrize("text", ["", "a", "1.5", "1.234"])
def test_no_cents(text):
    with pytest.raises(ValueError):
        cents(text)


def test_shown():
    assert [shown(n) for n in (0, 5, -105, 123456789)] == ["0.00", "0.05", "-1.05", "1,234,567.89"]
    assert shown(100000) == "1,000.00"


def test_wrapped():
    assert wrapped("a bb ccc dddd".split(), 4) == ["a bb", "ccc", "dddd"]
    assert wrapped([], 4) == []
    assert wrapped(["abcdef", "g"], 3) == ["abcdef", "g"]


@pytest.mark.parametrize("wanted", range(9))
def test_place(wanted):
    values = [1, 3, 3, 7]
    at = place(values, wanted)
    assert all(value < wanted for value in values[:at])
    assert all(value >= wanted for value in values[at:])


def test_ledger():
    ledger = Ledger(2)
    assert ledger.largest() is None
    assert ledger.add("a", 3) and ledger.add("b", 5)
    assert not ledger.add("c", 1)
    assert not Ledger(2).add("c", 0)
    assert (ledger.total("a"), ledger.total("b"), ledger.total("c")) == (3, 5, 0)
    assert ledger.largest() == ("b", 5)
"""

PACKAGE = Files({"src/many/__init__.py": "", "src/many/ops.py": CODE})
MODULE = TestModule(
    path="tests/test_ops.py",
    source=TESTS,
    level=TestLevel.ACCEPTANCE,
    tests={f"tests/test_ops.py::{name}": "R1" for name in re.findall(r"def (test_\w+)", TESTS)},
)


def _met(met: bool) -> str:
    return "yes" if met else "missed"


# ---------------------------------------------------------------- mutants a second


async def ours(sandbox: Sandbox) -> tuple[int, float]:
    """Mutants, and seconds for the run that says what is covered and for the mutants."""
    began = time.perf_counter()
    run = await run_tests(sandbox, PACKAGE, [MODULE], seconds=SECONDS, cover=True)
    found = await sensitivity(
        sandbox, PACKAGE, [MODULE], run, roots={}, seconds=SECONDS, cap=SECONDS
    )
    assert not found.problem, found.problem
    return len(found.mutants), time.perf_counter() - began


def mutmut_environment(folder: Path) -> str:
    """The folder of its programs; nothing when it cannot be had here."""
    place = folder / "environment"
    uv = shutil.which("uv")
    python = str(place / "bin" / "python")
    make = [uv, "venv", "-q", str(place)] if uv else [sys.executable, "-m", "venv", str(place)]
    add = (
        [uv, "pip", "install", "-q", "--python", python]
        if uv
        else [python, "-m", "pip", "install", "-q"]
    )
    for command in (make, [*add, *MUTMUT]):
        if subprocess.run(command, capture_output=True, timeout=SECONDS).returncode:
            return ""
    return str(place / "bin")


def theirs(programs: str, folder: Path) -> tuple[int, float]:
    """The same of mutmut, on a fresh copy."""
    files = {**PACKAGE, MODULE.path: TESTS, "pyproject.toml": CONFIGURATION}
    with tempfile.TemporaryDirectory(dir=folder) as place:
        Files(files).write(Path(place))
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        began = time.perf_counter()
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(
            [f"{programs}/mutmut", "run"],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        took = time.perf_counter() - began
    counts = re.findall(r"(\d+)/\1\b", done.stdout)
    assert counts, f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return int(counts[-1]), took


async def turn(
    sandbox: Sandbox, programs: str, folder: Path
) -> tuple[tuple[int, float], tuple[int, float] | None]:
    return await ours(sandbox), theirs(programs, folder) if programs else None


async def mutants(sandbox: Sandbox) -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        programs = mutmut_environment(Path(place))
        turns = [await turn(sandbox, programs, Path(place)) for _ in range(TURNS)]
    speed = statistics.median(count / took for (count, took), _ in turns)
    rows: list[Row] = [(f"{turns[0][0][0]} mutants, a second", "", speed, "", "")]
    others = [other for _, other in turns if other]
    if not others:
        return [*rows, ("mutmut: could not be installed here", "", 0.0, "", "not measured")]
    other = statistics.median(count / took for count, took in others)
    ratio, least = speed / other, GOALS["mutants"]
    return [
        *rows,
        (f"{others[0][0]} mutants of mutmut, a second", "", other, "", ""),
        ("ours over mutmut", "×", ratio, f"≥ {least:g} ×", _met(ratio >= least)),
    ]


# ---------------------------------------------------------------- over one bare pytest run


async def bare(sandbox: Sandbox, code: Files, modules: Sequence[TestModule]) -> float:
    """Seconds of plain pytest."""
    tests = {module.path: module.source for module in modules}
    files = code | tests | support_files(modules) | {"pytest.ini": PLAIN}
    command = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    began = time.perf_counter()
    outcome = await sandbox.run(files, command, Limits(seconds=SECONDS))
    assert outcome.exit == 0, outcome.stdout[-2000:]
    return time.perf_counter() - began


async def proven(
    sandbox: Sandbox, plan: Plan, code: Files, modules: Sequence[TestModule]
) -> tuple[float, float]:
    """Seconds of RED, and of GREEN as a build does it: twice, each time in process and outside,
    once with coverage."""
    began = time.perf_counter()
    shown = await red(sandbox, plan, modules, seconds=SECONDS)
    middle = time.perf_counter()
    orders = [
        prove_tests(
            sandbox,
            code,
            plan,
            modules,
            seconds=SECONDS,
            seed=seed,
            cover=seed == ORDERS[0],
            thorough=True,
        )
        for seed in ORDERS
    ]
    for run in await asyncio.gather(*orders):
        assert run.passed, run.problem
    assert not shown.refused, shown.refused
    return middle - began, time.perf_counter() - middle


async def over_pytest(sandbox: Sandbox) -> list[Row]:
    lock = read_lock(EXAMPLE)
    assert lock.plan is not None
    plan = lock.plan.plan
    code = Files({f"src/{plan.package}/__init__.py": ""}) | {
        f"src/{plan.package}/{name}.py": locked.source for name, locked in lock.code.items()
    }
    modules = [
        render(locked.cases, plan, TestLevel.ACCEPTANCE, name=name.partition("/")[2])
        for name, locked in lock.tests.items()
        if name.startswith("acceptance/") and locked.cases
    ]
    turns = [
        (await bare(sandbox, code, modules), *await proven(sandbox, plan, code, modules))
        for _ in range(SHORT_TURNS)
    ]
    plain, first, second = (statistics.median(column) for column in zip(*turns, strict=True))
    ratio, most = (first + second) / plain, GOALS["over pytest"]
    tests = sum(len(module.tests) for module in modules)
    return [
        (f"one bare pytest run of {tests} tests", "s", plain, "", ""),
        ("RED, on 11 wrong versions", "s", first, "", ""),
        ("GREEN, two orders, in process and outside, lines and branches", "s", second, "", ""),
        ("RED, GREEN and coverage over bare", "×", ratio, f"≤ {most:g} ×", _met(ratio <= most)),
    ]


# ---------------------------------------------------------------- levels of proof


async def levels(sandbox: Sandbox) -> list[Row]:
    """Whole builds with nothing remembered but the answers, which take no time here.

    Not at the level quick, which asks for fewer cases: the cassette has no answer to that.
    """
    rows: list[Row] = []
    for level in (ProofLevel.STANDARD, ProofLevel.FULL):
        with tempfile.TemporaryDirectory() as place:
            recipe = Path(place) / "purse"
            shutil.copytree(EXAMPLE, recipe)
            (recipe / "brickyard.lock").unlink()
            began = time.perf_counter()
            built = await build(recipe, model="replay", settings=Settings(proof=level))
            took = time.perf_counter() - began
            assert built.status == "done", built.problems
            rows.append((f"build at `{level.value}`: {built.reused} questions", "s", took, "", ""))
    return rows


PARTS = (mutants, over_pytest, levels)


async def measure() -> None:
    sandbox = await choose("auto", await toolchain(default_cache()), listener=silent)
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}\n")
    print("| what | measured | goal | met |\n| --- | --- | --- | --- |")
    for part in PARTS:
        for what, unit, value, goal, met in await part(sandbox):
            print(f"| {what} | {value:.2f} {unit} | {goal} | {met} |", flush=True)


def main() -> int:
    asyncio.run(measure())
    return 0


if __name__ == "__main__":
    sys.exit(main())
