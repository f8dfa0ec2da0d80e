"""RED over several tests: contrasts, clauses, commands, and interfaces that cannot be used."""

import pytest
from evidence_kit import PACKAGE, PLAN, SHOP, module, rendered

from brickyard.evidence import render, run_tests
from brickyard.evidence.reports import TestOutcome as Outcome
from brickyard.evidence.reports import TestRun as Run
from brickyard.red.seen import Red, fooled, red, roots
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Clause, Kind, Level, Plan, Recipe, RecipeType, Requirement
from brickyard.values import TestLevel as Level_

HEAD = """\
import sys
import pytest
from decimal import Decimal

from shop.cli import main, mean
from shop.store import *


"""


def functions(table: dict[str, str]) -> str:
    return "\n\n".join(
        f"def test_{name}() -> None:\n" + "".join(f"    {line}\n" for line in body.splitlines())
        for name, body in table.items()
    )


ROWS = {
    "none": (
        {"a": "assert mean([]) is None", "b": "assert parse('') is None"},
        {"c": "assert mean([4]) == 4"},
        "returns None",
    ),
    "zero": (
        {"a": "assert mean([0]) == 0", "b": "assert mean([0, 0]) == 0"},
        {"c": "assert mean([4]) == 4"},
        "returns 0",
    ),
    "true": (
        {"a": "assert Store.is_name('a')", "b": "assert Store.is_name('b')"},
        {"c": "assert not Store.is_name('1')"},
        "returns True",
    ),
    "first": (
        {"a": "assert Store().add(1) == 1", "b": "assert tags('') == ''"},
        {"c": "assert tags('a') == {'a'}"},
        "returns its first argument",
    ),
    "hollow": (
        {"a": "assert Store.is_name('1') is False", "b": "assert tags('') == set()"},
        {"c": "assert Store.is_name('a') is True"},
        "returns an empty value of its declared type",
    ),
    "made": (
        {"a": "assert Store.of().size == 0", "b": "assert isinstance(parse('a 1'), Item)"},
        {"c": "assert parse('a 1').name == 'a'"},
        "returns an empty value of its declared type",
    ),
    "anything": (
        {"a": "assert parse('a 1').name", "b": "assert parse('a 1').price.sign"},
        {"c": "assert parse('a 1').name == 'a'"},
        "returns an object that accepts whatever is done to it",
    ),
    "crash": (
        {"a": "with pytest.raises(Exception):\n    parse('a')"},
        {"c": "with pytest.raises(StoreError):\n    parse('a')"},
        "raises some exception",
    ),
    "silent": (
        {"a": "with pytest.raises(SystemExit) as stop:\n    main([])\nassert not stop.value.code"},
        {"c": "assert main(['add']) == 2"},
        "does nothing, and whose command exits with 0 in silence,",
    ),
}


async def test_tests_that_one_impostor_passes_ask_for_a_contrast(sandbox: Sandbox) -> None:
    files = [
        module(
            f"{HEAD}{functions(tests)}", f"tests/acceptance/test_{side}_{row}.py", f"{side}-{row}"
        )
        for row, (weak, contrast, _) in ROWS.items()
        for side, tests in (("weak", weak), ("strong", weak | contrast))
    ]

    judged = await red(sandbox, PLAN, files, seconds=90)

    assert judged.refused == {}
    assert set(judged.requirements) == {f"weak-{row}" for row in ROWS}
    for row, (_, _, what) in ROWS.items():
        said = f"Code in which every operation {what} passes all tests of weak-{row}."
        assert judged.requirements[f"weak-{row}"].startswith(said)


async def test_brick_tests_ask_for_no_contrast(sandbox: Sandbox) -> None:
    tests = module(f"{HEAD}{functions({'a': 'assert mean([0]) == 0'})}")

    judged = await red(
        sandbox, PLAN, [tests.model_copy(update={"level": Level_.BRICK})], seconds=60
    )

    assert judged == Red(accepted=tuple(tests.tests))


COMMANDS = {
    "list": "def main(arguments: list[str]) -> None: ...\n",
    "number": "def main(arguments: list[str]) -> int: ...\n",
    "optional": "def main(argv: list[str] | None = None) -> int | None: ...\n",
}


@pytest.mark.parametrize("interface", COMMANDS.values(), ids=COMMANDS)
async def test_a_command_that_exits_0_in_silence_meets_nothing(
    sandbox: Sandbox, interface: str
) -> None:
    brick = Brick(name="cli", spec="", serves=("R1",), interface=interface)
    plan = Plan(package="quiet", entry="cli:main", bricks=(brick,))
    silent = """
@proves(R1)
def is_silent():
    r = run("x")
    assert (r.exit, r.stdout) == (0, "")
"""
    speaks = """
@proves(R2)
def speaks():
    r = run("x")
    assert (r.exit, r.stdout) == (0, "x\\n")
"""
    tests = [rendered(one, plan) for one in (silent, speaks)]

    judged = await red(sandbox, plan, tests, seconds=60)

    assert judged.refused == {}
    assert list(judged.requirements) == ["R1"]


async def test_a_file_that_cannot_be_read_on_an_impostor_has_not_failed_on_it(
    sandbox: Sandbox,
) -> None:
    only_on_the_skeleton = "if parse.__code__.co_consts[-1] is None: raise ImportError\n"
    tests = module(f"{HEAD}{only_on_the_skeleton}\n\n{functions({'a': 'parse(1)'})}")

    judged = await red(sandbox, PLAN, [tests], seconds=60)

    assert list(judged.refused) == list(tests.tests)


def told(problem: str = "", **reasons: str) -> Run:
    """A run in which each test failed for its reason, and passed for none."""
    outcomes = {test: Outcome(id=test, passed=not why, reason=why) for test, why in reasons.items()}
    return Run(outcomes=outcomes, problem=problem)


NOT_JUDGED = {
    "ended": (told("the process ended early", a="wrong", b="wrong"), "the process ended early"),
    "cut": (told("the tests did not end", a="wrong", b="it was not run: …"), "did not end"),
    "skipped": (told(a="wrong", b="Skipped: not now"), "b: Skipped: not now"),
    "unread": (told(a="wrong", b="the test file could not be read: x"), "could not be read"),
    "not there": (told(a="wrong", b="there is no such test in the file"), "no such test"),
}


@pytest.mark.parametrize("row", NOT_JUDGED)
@pytest.mark.parametrize("kind", ["zero", "crash"])
def test_an_impostor_that_the_tests_did_not_meet_is_not_defeated(row: str, kind: str) -> None:
    run, why = NOT_JUDGED[row]
    good = told(a="wrong", b="wrong")

    said = fooled("R1", ["a", "b"], {"skeleton": good, "none": good, kind: run})

    assert said.startswith("It could not be judged on code in which every operation r")
    assert why in said
    assert fooled("R1", ["a", "b"], {"skeleton": good, "none": good, kind: good}) == ""


async def test_tests_that_end_their_process_on_an_impostor_prove_nothing(
    sandbox: Sandbox,
) -> None:
    leaves = "import os\nif mean([4]) == 0:\n    os._exit(0)\nassert mean([4]) == 4"
    tests = module(f"{HEAD}{functions({'four': 'assert mean([4]) == 4', 'leaves': leaves})}")

    judged = await red(sandbox, PLAN, [tests], seconds=60)

    assert judged.refused == {}
    assert judged.requirements["R1"].startswith(
        "It could not be judged on code in which every operation returns 0: the process ended early"
    )


async def test_clauses_count_together_with_their_requirement(sandbox: Sandbox) -> None:
    zero = module(f"{HEAD}{functions({'zero': 'assert mean([0]) == 0'})}", id="R1.a")
    four = module(
        f"{HEAD}{functions({'four': 'assert mean([4]) == 4'})}",
        "tests/acceptance/test_4.py",
        "R1.b",
    )

    alone = await red(sandbox, PLAN, [zero, four], seconds=60)
    together = await red(
        sandbox, PLAN, [zero, four], seconds=60, roots={"R1.a": "R1", "R1.b": "R1"}
    )

    assert list(alone.requirements) == ["R1.a"]
    assert together.requirements == {}


async def test_an_interface_that_dies_at_import_refuses_every_test(sandbox: Sandbox) -> None:
    plan = Plan(
        package="shop",
        bricks=(
            Brick(
                name="store",
                spec="",
                serves=("R1",),
                interface="LIMIT = 1 / 0\n\n\ndef parse(line: str) -> str: ...\n",
            ),
        ),
    )
    tests = module(
        "from shop.store import parse\n\n\ndef test_it():\n    assert parse('a') == 'b'\n"
    )

    judged = await red(sandbox, plan, [tests], seconds=30)

    assert "ZeroDivisionError" in next(iter(judged.refused.values()))


async def test_rendered_cases_are_accepted_and_pass_on_right_code(sandbox: Sandbox) -> None:
    tests = render(SHOP, PLAN, Level_.ACCEPTANCE)

    judged = await red(sandbox, PLAN, [tests], seconds=60)
    run = await run_tests(sandbox, PACKAGE, [tests], seconds=60)

    assert judged == Red(accepted=tuple(tests.tests))
    assert {one.id: one.reason for one in run.failures} == {}
    assert run.passed


def test_clauses_belong_to_their_requirement() -> None:
    clauses = (Clause(id="R1.a", text="x"), Clause(id="R1.b", text="y"))
    requirement = Requirement(
        id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="z", clauses=clauses
    )
    recipe = Recipe(name="n", version="1", type=RecipeType.TOOL, requirements=(requirement,))

    assert roots(recipe) == {"R1": "R1", "R1.a": "R1", "R1.b": "R1"}
