"""Many tests in parts: each sees what it can reach, and an edit runs what reaches it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from brickyard.events import silent
from brickyard.evidence import memory, prove_tests
from brickyard.evidence.memory import Conclusion
from brickyard.evidence.parts import MOST, Part, parts
from brickyard.evidence.reports import TestRun
from brickyard.files import Files
from brickyard.record import Record
from brickyard.red.seen import red
from brickyard.sandbox import NO_FILES, Limits, Outcome, Recorded, Sandbox
from brickyard.values import Brick, Plan, TestLevel, TestModule

COUNT = MOST + 4
ROW = 3
"""Brick n stands on the one before it, in rows of three."""


def stands_on(number: int) -> str:
    return f"from row.b{number - 1} import f{number - 1}\n" if number % ROW else ""


def code(number: int, plus: int = 1) -> str:
    below = f"f{number - 1}(value)" if number % ROW else "value"
    return (
        f"{stands_on(number)}\n\ndef f{number}(value: int) -> int:\n    return {below} + {plus}\n"
    )


def interface(number: int) -> str:
    return f"{stands_on(number)}\n\ndef f{number}(value: int) -> int: ...\n"


PACKAGE = Files({"src/row/__init__.py": "", **{f"src/row/b{n}.py": code(n) for n in range(COUNT)}})
PLAN = Plan(
    package="row",
    bricks=tuple(
        Brick(name=f"b{n}", spec="", serves=(f"R{n}",), interface=interface(n))
        for n in range(COUNT)
    ),
)


def module(number: int, more: str = "", command: str = "") -> TestModule:
    path, of = f"tests/acceptance/test_r{number}.py", number % COUNT
    source = f"from row.b{of} import f{of}\n{more}\n\ndef test_it() -> None:\n"
    return TestModule(
        path=path,
        source=f"{source}    assert f{of}(10) == {11 + of % ROW}\n",
        level=TestLevel.ACCEPTANCE,
        tests={f"{path}::test_it": f"R{number}"},
        command=command,
    )


MODULES = [module(number) for number in range(COUNT)]


class Yard:
    """The real sandbox with a record of its own; `runs` counts what was run in it."""

    def __init__(self, inner: Sandbox, record: Record) -> None:
        self.inner, self.name, self.environment = inner, inner.name, inner.environment
        self.runs = 0
        self.sandbox = Recorded(self, record.verdicts, listener=silent)

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        self.runs += 1
        return await self.inner.run(files, command, limits, readonly=readonly)

    async def proven(self, package: Files) -> tuple[list[str], int]:
        """What fails, and how often something was run for it."""
        before = self.runs
        run = await prove_tests(self.sandbox, package, PLAN, MODULES, seconds=60, thorough=True)
        assert len(run.outcomes) == len(MODULES)
        return sorted(one.id for one in run.failures), self.runs - before

    async def seen(self, plan: Plan, modules: Sequence[TestModule]) -> tuple[int, int]:
        """How many tests are accepted, and how often something was run for it."""
        before = self.runs
        found = await red(self.sandbox, plan, modules, seconds=60)
        return len(found.accepted), self.runs - before


@pytest.fixture
def yard(sandbox: Sandbox, tmp_path: Path) -> Iterator[Yard]:
    with Record.open(tmp_path / ".brickyard") as record:
        yield Yard(sandbox, record)


def test_few_tests_of_few_files_are_one_part_with_the_whole_package() -> None:
    few = Files({path: PACKAGE[path] for path in [*PACKAGE][:MOST]})

    (part,) = parts(few, MODULES[:MOST])

    assert part.package == few
    assert part.modules == tuple(MODULES[:MOST])


def test_each_test_is_in_one_part_that_has_all_it_reaches_and_less_than_everything() -> None:
    found = parts(PACKAGE, MODULES)

    assert len(found) > 1
    assert sorted(each.path for part in found for each in part.modules) == sorted(
        each.path for each in MODULES
    )
    for part in found:
        assert len(part.package) < len(PACKAGE)
        for each in part.modules:
            number = MODULES.index(each)
            below = range(number - number % ROW, number + 1)
            assert {f"src/row/b{n}.py" for n in below} <= {*part.package}


def test_one_test_more_leaves_most_parts_as_they_were() -> None:
    many = Files({**PACKAGE, **{f"src/row/c{n}.py": "" for n in range(200)}})
    tests = [
        each.model_copy(update={"path": f"tests/test_{n}.py", "source": f"import row.c{n}\n"})
        for n, each in enumerate(MODULES * 5)
    ]

    before, after = parts(many, tests), parts(many, [*tests, module(1)])

    assert len({*before_paths(before)} - {*before_paths(after)}) <= 2
    assert len(before) > 4


def before_paths(found: Sequence[Part]) -> list[tuple[str, ...]]:
    return [tuple(each.path for each in part.modules) for part in found]


def test_a_test_that_could_reach_anything_has_the_whole_package() -> None:
    wild = module(COUNT, more="import importlib\n")

    found = parts(PACKAGE, [*MODULES, wild])

    assert [part.package == PACKAGE for part in found if wild in part.modules] == [True]
    assert all(part.package != PACKAGE for part in found if wild not in part.modules)


def test_what_runs_the_command_reaches_it_and_knows_which_it_is() -> None:
    files = PACKAGE | {"src/row/start.py": "def main() -> None: ...\n"}
    runs = module(COUNT, more="from support import run\n")

    found = parts(files, [module(0, command="row.start:main"), *MODULES[1:], runs])

    for part in found:
        commands = [each.command for each in part.modules]
        assert ("src/row/start.py" in part.package) == any(commands)
    assert [each.command for part in found for each in part.modules].count("row.start:main") == 2


async def test_a_change_runs_what_reaches_it_even_through_another_and_nothing_else(
    yard: Yard,
) -> None:
    divided = parts(PACKAGE, MODULES)
    lowest = f"src/row/b{COUNT - 1 - (COUNT - 1) % ROW}.py"
    reaching = [part for part in divided if lowest in part.package]
    assert len(reaching) < len(divided)

    assert await yard.proven(PACKAGE) == ([], len(divided))
    assert await yard.proven(PACKAGE) == ([], 0)

    number = COUNT - 1 - (COUNT - 1) % ROW
    failing, runs = await yard.proven(PACKAGE | {lowest: code(number, plus=2)})

    above = range(number, COUNT)
    assert failing == sorted(test for n in above for test in MODULES[n].tests)
    assert len(above) > 1
    assert runs == len(reaching)


async def test_what_was_seen_to_fail_is_not_run_again_until_something_below_it_changes(
    yard: Yard,
) -> None:
    plan = PLAN.model_copy(update={"bricks": PLAN.bricks[: 2 * ROW]})
    first, last = module(ROW - 1), module(2 * ROW - 1)
    wider = interface(0) + "\n\ndef more(value: int) -> int: ...\n"
    lowest = plan.bricks[0].model_copy(update={"interface": wider})
    changed = plan.model_copy(update={"bricks": (lowest, *plan.bricks[1:])})

    assert await yard.seen(plan, [first, last]) == (2, 1)
    assert await yard.seen(plan, [first, last]) == (2, 0)
    assert await yard.seen(plan, [last]) == (1, 0)
    assert await yard.seen(changed, [last]) == (1, 0)
    assert await yard.seen(changed, [first, last]) == (2, 1)


async def test_a_test_that_proves_nothing_is_not_remembered_as_seen(yard: Yard) -> None:
    plan = PLAN.model_copy(update={"bricks": PLAN.bricks[:ROW]})
    idle = module(0).model_copy(update={"source": "def test_it() -> None:\n    assert True\n"})

    assert await yard.seen(plan, [idle]) == (0, 1)
    assert await yard.seen(plan, [idle]) == (0, 0), "the sandbox's own verdict is read back"


def test_another_text_of_brickyard_concludes_anew(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox, tmp_path: Path
) -> None:
    with Record.open(tmp_path / ".brickyard") as record:
        yard = Yard(sandbox, record)
        Conclusion(yard.sandbox, TestRun, "about").keep(TestRun())

        assert Conclusion(yard.sandbox, TestRun, "about").recall() == TestRun()
        assert Conclusion(yard.sandbox, TestRun, "other").recall() is None
        monkeypatch.setattr(memory, "ours", lambda: "a newer text")
        assert Conclusion(yard.sandbox, TestRun, "about").recall() is None
