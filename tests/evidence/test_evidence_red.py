"""Tables of good tests that RED must accept and of vacuous ones that it must refuse."""

import re

from evidence_kit import PACKAGE, PLAN, SHOP_CASES, module

from brickyard.evidence import Red, red, render, roots, run_tests
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Clause, Kind, Level, Plan, Recipe, RecipeType, Requirement
from brickyard.values import TestLevel as Level_

HEAD = """\
import asyncio
from dataclasses import FrozenInstanceError
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shop.cli import main, mean
from shop.store import *


"""

GOOD = {
    "value": "assert mean([1, 2, 6]) == 3",
    "float": "assert mean([0.1, 0.2]) == pytest.approx(0.15)",
    "dataclass": "assert parse('pen 2.50') == Item('pen', Decimal('2.50'))",
    "field": "assert parse('pen 2.50').price == Decimal('2.50')",
    "default_field": "assert parse('pen 2').colour is Colour.RED",
    "frozen": "item = parse('pen 2')\n"
    "with pytest.raises(FrozenInstanceError):\n    item.name = 'x'",
    "exception": "with pytest.raises(StoreError):\n    parse('pen')",
    "exception_base": "with pytest.raises(ValueError, match='no price'):\n    parse('pen')",
    "exception_of_state": "with pytest.raises(OutOfStock):\n    Store().take('pen')",
    "exception_hierarchy": (
        "with pytest.raises(OutOfStock) as caught:\n    Store().take('pen')\n"
        "assert isinstance(caught.value, StoreError)"
    ),
    "state": "store = Store()\nassert store.add(parse('a 1')) == 1\nassert store.size == 1",
    "property": "store = Store()\nstore.add(parse('a 1'))\nassert store.size == 1",
    "classmethod": "assert Store.of(Item('a', Decimal(1)), Item('b', Decimal(2))).size == 2",
    "staticmethod": "assert Store.is_name('pen')\nassert not Store.is_name('p1')",
    "false": "assert Store.is_name('p1') is False",
    "empty_is_right": "assert Store().size == 0\nassert Store.of(Item('a', Decimal(1))).size == 1",
    "generator": "assert list(names([Item('a', Decimal(1))])) == ['a']",
    "empty_generator": "assert list(names([])) == []",
    "set": "assert tags('a b a') == {'a', 'b'}",
    "tuple": "assert ends((1, 2, 3)) == (1, 3)",
    "file": "Path('i.txt').write_text('a 1\\n')\n"
    "assert [i.name for i in load(Path('i.txt'))] == ['a']",
    "missing_file": "with pytest.raises(FileNotFoundError):\n    load(Path('nowhere.txt'))",
    "exit_code": "assert main([]) == 2",
    "silent_exit_0": "Path('i.txt').write_text('')\nassert main(['add', 'i.txt']) == 0\n"
    "assert Path('out/total.txt').read_text() == '0\\n'",
    "system_exit": "with pytest.raises(SystemExit):\n    main(['add', 'nowhere.txt'])",
    "async_run": "assert asyncio.run(fetch('a')).name == 'a'",
}
GOOD_FUNCTIONS = """\
async def test_async() -> None:
    assert await fetch("pen") == Item("pen", Decimal(1))


async def test_async_generator() -> None:
    assert [tick async for tick in ticks(3)] == [0, 1, 2]


@given(st.lists(st.integers(0, 9), min_size=1))
def test_property_of_all_inputs(values: list[int]) -> None:
    assert min(values) <= mean(values) <= max(values)


@pytest.mark.parametrize("line", ["a 1", "b 2"])
def test_parametrised(line: str) -> None:
    assert parse(line).name == line[0]


@pytest.fixture
def stocked() -> Store:
    return Store.of(Item("a", Decimal(1)))


def test_through_a_fixture(stocked: Store) -> None:
    assert stocked.size == 1


def test_output(capsys) -> None:
    Path("i.txt").write_text("a 1\\n")
    main(["add", "i.txt"])
    assert capsys.readouterr().out == "1 items\\n"
"""

VACUOUS = {
    "nothing": "pass",
    "true": "assert True",
    "only_declarations": "assert Item('a', Decimal(1)).name == 'a'",
    "only_an_enum": "assert Colour('red') is Colour.RED",
    "only_hierarchy": "assert issubclass(OutOfStock, StoreError)",
    "only_exists": "assert callable(parse)",
    "only_calls": "parse('a 1')",
    "calls_and_agrees": "result = parse('a 1')\nassert result == result",
    "or_true": "assert mean([1, 2]) == 1.5 or True",
    "swallows_exception": "try:\n    parse('a 1')\nexcept BaseException:\n    pass",
    "swallows_all": "try:\n    assert mean([1]) == 1\nexcept BaseException:\n    pass",
    "expects_anything": "with pytest.raises(BaseException):\n    parse('a 1')",
    "never_gets_there": "if False:\n    assert mean([1]) == 1",
    "loops_over_nothing": "for line in []:\n    assert parse(line)",
    "is_not_none_or_none": "value = mean([1])\nassert value is None or value is not None",
    "wrong_signature": "assert parse('a', 'b', 'c') == 1",
    "unknown_keyword": "assert parse(text='a 1').name == 'a'",
    "unknown_method": "assert Item('a', Decimal(1)).cost() == 1",
    "unknown_name": "assert average([1, 2]) == 1.5",
    "dies_before": "Path('nowhere').read_text()\nassert mean([1]) == 1",
    "skips": "pytest.skip('later')\nassert mean([1]) == 1",
    "exits": "raise SystemExit(0)",
    "forgets_to_await": "assert fetch('a') is not None",
    "does_not_iterate": "assert names([]) is not ...",
    "only_constructs": "Store(3)",
    "own_list": "assert sorted([2, 1]) == [1, 2]",
}


def functions(table: dict[str, str]) -> str:
    return "\n\n".join(
        f"def test_{name}() -> None:\n" + "".join(f"    {line}\n" for line in body.splitlines())
        for name, body in table.items()
    )


FOLDERS = (
    "@pytest.fixture(autouse=True)\ndef folder(tmp_path, monkeypatch):\n"
    "    monkeypatch.chdir(tmp_path)\n\n\n"
)
GOOD_MODULE = module(f"{HEAD}{FOLDERS}{functions(GOOD)}\n\n{GOOD_FUNCTIONS}")
VACUOUS_MODULE = module(f"{HEAD}{functions(VACUOUS)}", "tests/acceptance/test_vacuous.py", "R2")


def test_both_tables_are_long_enough() -> None:
    assert len(GOOD_MODULE.tests) >= 30
    assert len(VACUOUS_MODULE.tests) >= 25


async def test_good_tests_pass_on_right_code(sandbox: Sandbox) -> None:
    run = await run_tests(sandbox, PACKAGE, [GOOD_MODULE], seconds=60)

    assert {one.id: one.reason for one in run.failures} == {}
    assert run.passed


async def test_good_tests_are_accepted_and_vacuous_ones_refused(sandbox: Sandbox) -> None:
    judged = await red(sandbox, PLAN, [GOOD_MODULE, VACUOUS_MODULE], seconds=120)

    assert set(judged.refused) == set(VACUOUS_MODULE.tests)
    assert set(judged.accepted) == set(GOOD_MODULE.tests)
    assert judged.requirements == {}


REASONS = {
    "true": "It passes although no operation does anything",
    "swallows_exception": "It passes although no operation does anything",
    "calls_and_agrees": "It passes on every impostor",
    "or_true": "It passes on every impostor",
    "wrong_signature": "It fails before it calls any operation.*TypeError.*positional",
    "unknown_name": "It fails before it calls any operation.*NameError: name 'average'",
    "skips": "It fails before it calls any operation",
}


async def test_the_writer_is_told_why(sandbox: Sandbox) -> None:
    table = module(f"{HEAD}{functions({name: VACUOUS[name] for name in REASONS})}")

    judged = await red(sandbox, PLAN, [table], seconds=60)

    for test, reason in judged.refused.items():
        assert re.match(REASONS[test.split("::test_")[1]], reason, re.S), reason


async def test_tests_that_one_impostor_passes_ask_for_a_contrast(sandbox: Sandbox) -> None:
    weak = module(
        f"{HEAD}{functions({'a': 'assert mean([0]) == 0', 'b': 'assert mean([0, 0]) == 0'})}"
    )
    strong = module(
        f"{HEAD}{functions({'c': 'assert mean([0]) == 0', 'd': 'assert mean([4]) == 4'})}",
        "tests/acceptance/test_strong.py",
        "R2",
    )

    judged = await red(sandbox, PLAN, [weak, strong], seconds=60)

    assert judged.refused == {}
    assert list(judged.requirements) == ["R1"]
    assert "every operation returns 0 passes all tests of R1" in judged.requirements["R1"]


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
    tests = render(SHOP_CASES, PLAN, Level_.ACCEPTANCE)

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
