"""GREEN twice over: in process as people run tests, and outside where code cannot reach."""

import pytest
from evidence_kit import PACKAGE, PLAN, SHOP, calc, module, rendered

from brickyard.coverage.gate import covered
from brickyard.evidence import TestOutcome, TestRun, judge_modules, prove_tests, render, run_tests
from brickyard.files import Files
from brickyard.proofs.matrix import matrix
from brickyard.red.seen import Red
from brickyard.sandbox import Limits, Outcome, Sandbox
from brickyard.sandbox.base import NO_FILES
from brickyard.values import (
    Brick,
    Kind,
    Level,
    Plan,
    Recipe,
    RecipeType,
    Requirement,
    TestLevel,
    TestModule,
    Where,
)

TYPES = """\
from dataclasses import dataclass


@dataclass
class Pair:
    a: int
    b: int


class Odd:
    def __init__(self, a: int) -> None:
        self.a = a

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd) and self.a == other.a
"""
CALC = Plan(
    package="calc",
    bricks=(
        Brick(
            name="ops",
            spec="",
            serves=("R1",),
            interface=TYPES + "\n\ndef add(a: int, b: int) -> object: ...\n",
        ),
    ),
)
RIGHT = (
    TYPES + "\n\ndef add(a: int, b: int) -> object:\n    if a == 8:\n        return Pair(a, b)\n"
    "    return Odd(a) if a == 9 else a + b\n"
)


@pytest.fixture(scope="session")
def sandbox(fresh_sandbox: Sandbox) -> Sandbox:
    """Nothing is remembered: whatever cheats does so anew."""
    return fresh_sandbox


def adds(name: str, check: str) -> TestModule:
    return rendered(f"@proves(R1)\ndef {name}():\n    assert {check}\n", CALC, name=name)


CROSSES = adds("crosses", "add(1, 2) == 3")
MADE = adds("made", "add(8, 2) == Pair(8, 2)")
STAYS = adds("stays", "add(9, 2) == Odd(9)")
WRITTEN = module("from calc.ops import add\n\n\ndef test_it():\n    assert add(2, 2) == 4\n")


class Counting:
    """The real sandbox, with a count of what was run in it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.name, self.environment = sandbox.name, sandbox.environment
        self.commands: list[str] = []

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        self.commands.append(OUTSIDE if "-S" in command else INSIDE)
        return await self._sandbox.run(files, command, limits, readonly=readonly)


INSIDE, OUTSIDE = "in process", "outside"


async def test_each_test_says_where_it_was_judged(sandbox: Sandbox) -> None:
    run = await prove_tests(sandbox, calc(RIGHT), CALC, [CROSSES, MADE, STAYS, WRITTEN], seconds=30)

    assert run.passed, run.failures
    assert {test.split("::")[1]: one.judged.value for test, one in run.outcomes.items()} == {
        "test_crosses": "outside",
        "test_made": "outside",
        "test_stays": "in process",
        "test_it": "in process",
    }


async def test_two_runs_more_for_literals_and_three_where_values_must_be_made(
    sandbox: Sandbox,
) -> None:
    """Cases are played, and then judged, each in a sandbox of its own."""
    plain, made = Counting(sandbox), Counting(sandbox)

    await prove_tests(plain, calc(RIGHT), CALC, [CROSSES, WRITTEN], seconds=30)
    await prove_tests(made, calc(RIGHT), CALC, [CROSSES, MADE], seconds=30)

    assert plain.commands == [INSIDE, OUTSIDE, OUTSIDE]
    assert made.commands == [INSIDE, OUTSIDE, OUTSIDE, OUTSIDE]


async def test_what_fails_in_process_is_said_as_ever_and_costs_no_other_run(
    sandbox: Sandbox,
) -> None:
    wrong = calc(RIGHT.replace("a + b", "a - b"))
    counting = Counting(sandbox)

    run = await prove_tests(counting, wrong, CALC, [CROSSES, STAYS], seconds=30)

    assert counting.commands == [INSIDE]
    assert run == await run_tests(sandbox, wrong, [CROSSES, STAYS], seconds=30)
    assert run.failures[0].reason.startswith(
        "AssertionError: assert -1 == 3\n +  where -1 = add(1, 2) (line "
    )


async def test_thorough_judges_what_passed_though_something_else_failed(sandbox: Sandbox) -> None:
    fails = adds("fails", "add(5, 2) == 1")

    run = await prove_tests(sandbox, calc(RIGHT), CALC, [CROSSES, fails], seconds=30, thorough=True)

    judged = {one.id.split("::")[1]: (one.passed, one.judged) for one in run.outcomes.values()}
    assert judged == {
        "test_crosses": (True, Where.OUTSIDE),
        "test_fails": (False, Where.OUTSIDE),
    }
    (wrong,) = run.failures
    assert "assert 7 == 1" in wrong.reason
    assert wrong.failing is not None
    assert (wrong.failing.expected, wrong.failing.got) == ("1", "7")


async def test_tests_of_code_alone_are_judged_in_process(sandbox: Sandbox) -> None:
    counting = Counting(sandbox)

    run = await prove_tests(counting, calc(RIGHT), CALC, [WRITTEN], seconds=30)

    assert run.passed
    assert counting.commands == [INSIDE]


async def test_another_order_and_other_hashes_go_outside_too(sandbox: Sandbox) -> None:
    code = calc("def add(a: int, b: int) -> object:\n    return list({'a', 'b', 'c', 'd', 'e'})\n")
    wanted = adds("orders", "add(1, 2) == ['a']")

    said = [
        (await judge_modules(sandbox, code, CALC, [wanted], seconds=30, seed=seed)).popitem()[1]
        for seed in (3, 3, 4, 5)
    ]

    assert said[0] == said[1]
    assert len({one.reason for one in said}) > 1


async def test_a_name_means_what_it_meant_when_the_test_was_rendered(sandbox: Sandbox) -> None:
    """Two bricks declare the same name; the test of one of them knows only its own."""
    box = "from dataclasses import dataclass\n\n\n@dataclass\nclass Box:\n    size: int\n"
    give = "\n\ndef give(size: int) -> Box: ...\n"
    bricks = tuple(
        Brick(name=name, spec="", serves=("R1",), interface=box + give) for name in ("one", "two")
    )
    both = Plan(package="calc", bricks=bricks)
    two = both.model_copy(update={"bricks": bricks[1:]})
    text = "@proves(R1)\ndef gives():\n    assert give(3) == Box(3)\n"
    tests = rendered(text, two, TestLevel.BRICK, "two")
    body = f"{box}\n\ndef give(size: int) -> Box:\n    return Box(size)\n"
    code = Files({f"src/calc/{name}.py": body for name in ("one", "two")})
    package = code | {"src/calc/__init__.py": ""}

    run = await prove_tests(sandbox, package, both, [tests], seconds=30)

    assert run.passed
    assert [one.judged for one in run.outcomes.values()] == [Where.OUTSIDE]


SUMS = "\n\n".join(
    f"@proves(R1)\ndef adds_{a}():\n    assert add({a}, {b}) == {a + b}\n"
    for a, b in ((1, 2), (4, 5), (7001, 9000))
)
SEARCHES = {
    "reads the tests": (
        "import pathlib, re, sys\n\n\ndef add(a: int, b: int) -> int:\n"
        "    for path in pathlib.Path(sys.argv[0]).parent.rglob('*'):\n"
        "        text = path.read_text() if path.is_file() else ''\n"
        "        found = re.search(rf'add\\({a}, {b}\\) == (\\d+)', text)\n"
        "        if found:\n            return int(found[1])\n    return 0\n"
    ),
    "reads its callers": (
        "import sys\n\n\ndef add(a: int, b: int) -> int:\n"
        "    frame = sys._getframe(1)\n"
        "    while frame:\n"
        "        for one in frame.f_code.co_consts:\n"
        "            if type(one) is int and one not in (a, b) and one > b:\n"
        "                return one\n"
        "        frame = frame.f_back\n    return 0\n"
    ),
}


@pytest.mark.parametrize("code", SEARCHES.values(), ids=SEARCHES.keys())
async def test_what_fools_tests_in_process_is_not_proven(sandbox: Sandbox, code: str) -> None:
    tests = [rendered(SUMS, CALC)]

    inside = await run_tests(sandbox, calc(f"{TYPES}\n\n{code}"), tests, seconds=30)
    proven = await prove_tests(sandbox, calc(f"{TYPES}\n\n{code}"), CALC, tests, seconds=30)

    assert inside.passed
    assert not proven.passed
    assert {one.judged for one in proven.failures} == {Where.OUTSIDE}


def test_a_test_counts_as_judged_outside_only_if_every_run_was() -> None:
    (test,) = CROSSES.tests
    places = (Where.OUTSIDE, Where.IN_PROCESS)
    runs = [
        TestRun(outcomes={test: TestOutcome(id=test, passed=True, judged=place)})
        for place in places
    ]

    (row,) = matrix(recipe("R1"), [CROSSES], Red(accepted=(test,)), runs, {}).rows

    assert row.judged == {test: Where.IN_PROCESS}
    assert row.proofs["green"].detail == "passed in 2 runs, judged 1 in process"


def recipe(*ids: str) -> Recipe:
    return Recipe(
        name="shop",
        version="1",
        type=RecipeType.TOOL,
        requirements=tuple(
            Requirement(id=id, level=Level.MUST, kind=Kind.BEHAVIOUR, text="It does.") for id in ids
        ),
    )


@pytest.mark.slow
async def test_the_matrix_counts_and_labels_where_tests_were_judged(sandbox: Sandbox) -> None:
    modules = [
        render([one for one in SHOP if one.requirement == id], PLAN, TestLevel.ACCEPTANCE)
        for id in ("R1", "R2")
    ]
    written = module("from shop.store import tags\n\n\ndef test_it():\n    assert tags('a')\n")
    modules.append(written)
    proven = [
        await prove_tests(
            sandbox, PACKAGE, PLAN, modules, seconds=60, seed=seed, cover=True, thorough=True
        )
        for seed in (1, 2)
    ]
    tests = tuple(test for one in modules for test in one.tests)
    lines = covered(proven[0], modules, ["R1", "R2"])

    rows = matrix(recipe("R1", "R2"), modules, Red(accepted=tests), proven, lines).rows

    assert rows[0].proofs["green"].detail == "passed in 2 runs, judged 10 outside and 1 in process"
    assert rows[1].proofs["green"].detail == "passed in 2 runs, judged 5 outside"
    assert rows[0].model_dump(mode="json")["judged"] == {
        test: "in process" if test in written.tests else "outside" for test in rows[0].tests
    }
