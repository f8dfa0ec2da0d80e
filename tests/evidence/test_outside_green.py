"""GREEN twice over: in process as people run tests, and outside where code cannot reach."""

from evidence_kit import PACKAGE, PLAN, SHOP_CASES, calc, case, module

from brickyard.evidence import (
    Red,
    TestOutcome,
    TestRun,
    covered,
    matrix,
    prove_tests,
    render,
    run_tests,
)
from brickyard.evidence.outside import judge_modules
from brickyard.files import Files
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

CALC = Plan(
    package="calc",
    bricks=(
        Brick(
            name="ops",
            spec="",
            serves=("R1",),
            interface="class Odd: ...\n\n\ndef add(a: int, b: int) -> object: ...\n",
        ),
    ),
)
RIGHT = (
    "class Odd: ...\n\n\ndef add(a: int, b: int) -> object:\n    return Odd if a == 9 else a + b\n"
)


def adds(id: str, a: int, value: object) -> TestModule:
    step = {"call": "ops.add", "args": [a, 2], "expect": {"value": value}}
    return render([case(id, step)], CALC, TestLevel.ACCEPTANCE, name=id)


CROSSES = adds("crosses", 1, 3)
STAYS = adds("stays", 9, {"$py": "Odd"})
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
        self.commands.append(next(part for part in command if "/trusted" in part))
        return await self._sandbox.run(files, command, limits, readonly=readonly)


INSIDE, OUTSIDE = "/trusted/runner.py", "/trusted/start.py"


async def test_each_test_says_where_it_was_judged(sandbox: Sandbox) -> None:
    run = await prove_tests(sandbox, calc(RIGHT), CALC, [CROSSES, STAYS, WRITTEN], seconds=30)

    assert run.passed
    assert {test.split("::")[1]: one.judged.value for test, one in run.outcomes.items()} == {
        "test_crosses": "outside",
        "test_stays": "in process",
        "test_it": "in process",
    }


async def test_one_run_more_for_literals_and_two_where_values_must_be_made(
    sandbox: Sandbox,
) -> None:
    plain, made = Counting(sandbox), Counting(sandbox)

    await prove_tests(plain, calc(RIGHT), CALC, [CROSSES, WRITTEN], seconds=30)
    await prove_tests(made, calc(RIGHT), CALC, [CROSSES, STAYS], seconds=30)

    assert plain.commands == [INSIDE, OUTSIDE]
    assert made.commands == [INSIDE, OUTSIDE, OUTSIDE]


async def test_what_fails_in_process_is_said_as_ever_and_costs_no_other_run(
    sandbox: Sandbox,
) -> None:
    wrong = calc(RIGHT.replace("a + b", "a - b"))
    counting = Counting(sandbox)

    run = await prove_tests(counting, wrong, CALC, [CROSSES, STAYS], seconds=30)

    assert counting.commands == [INSIDE]
    assert run == await run_tests(sandbox, wrong, [CROSSES, STAYS], seconds=30)
    assert run.failures[0].reason.startswith("AssertionError: expected 3, got -1 (line ")


async def test_thorough_judges_what_passed_though_something_else_failed(sandbox: Sandbox) -> None:
    fails = adds("fails", 5, 1)

    run = await prove_tests(sandbox, calc(RIGHT), CALC, [CROSSES, fails], seconds=30, thorough=True)

    judged = {one.id.split("::")[1]: (one.passed, one.judged) for one in run.outcomes.values()}
    assert judged == {
        "test_crosses": (True, Where.OUTSIDE),
        "test_fails": (False, Where.IN_PROCESS),
    }


async def test_tests_of_code_alone_are_judged_in_process(sandbox: Sandbox) -> None:
    counting = Counting(sandbox)

    run = await prove_tests(counting, calc(RIGHT), CALC, [WRITTEN], seconds=30)

    assert run.passed
    assert counting.commands == [INSIDE]


async def test_another_order_and_other_hashes_go_outside_too(sandbox: Sandbox) -> None:
    code = calc("def add(a: int, b: int) -> object:\n    return list({'a', 'b', 'c', 'd', 'e'})\n")
    wanted = adds("orders", 1, ["a"])

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
    step = {"call": "two.give", "args": [3], "expect": {"value": {"$py": "Box(3)"}}}
    tests = render([case("gives", step)], two, TestLevel.BRICK, "two")
    body = f"{box}\n\ndef give(size: int) -> Box:\n    return Box(size)\n"
    code = Files({f"src/calc/{name}.py": body for name in ("one", "two")})
    package = code | {"src/calc/__init__.py": ""}

    run = await prove_tests(sandbox, package, both, [tests], seconds=30)

    assert run.passed
    assert [one.judged for one in run.outcomes.values()] == [Where.OUTSIDE]


def test_a_test_counts_as_judged_outside_only_if_every_run_was() -> None:
    (test,) = CROSSES.tests
    places = (Where.OUTSIDE, Where.IN_PROCESS)
    runs = [
        TestRun(outcomes={test: TestOutcome(id=test, passed=True, judged=place)})
        for place in places
    ]

    (row,) = matrix(recipe("R1"), [CROSSES], Red(accepted=(test,)), runs, {}, {}).rows

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


async def test_the_matrix_counts_and_labels_where_tests_were_judged(sandbox: Sandbox) -> None:
    modules = [
        render([one for one in SHOP_CASES if one.requirement == id], PLAN, TestLevel.ACCEPTANCE)
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

    rows = matrix(recipe("R1", "R2"), modules, Red(accepted=tests), proven, lines, {}).rows

    assert rows[0].proofs["green"].detail == "passed in 2 runs, judged 10 outside and 1 in process"
    assert rows[1].proofs["green"].detail == "passed in 2 runs, judged 6 outside"
    assert rows[0].model_dump(mode="json")["judged"] == {
        test: "in process" if test in written.tests else "outside" for test in rows[0].tests
    }
