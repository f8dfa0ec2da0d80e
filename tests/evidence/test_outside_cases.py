"""Cases judged outside: state, exceptions, output, files, and which cases cannot cross."""

from typing import Any

import pytest
from evidence_kit import CLI_CODE, PACKAGE, PLAN, SHOP_CASES, STORE_CODE, calc, case

from brickyard.evidence import judge_outside, render, run_tests
from brickyard.evidence.outside.scripts import script_of
from brickyard.evidence.scope import Scope
from brickyard.files import Files
from brickyard.sandbox import Limits, Outcome, Sandbox
from brickyard.sandbox.base import NO_FILES
from brickyard.values import Brick, Case, Plan, TestLevel, Where

INTERFACE = """\
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass


@dataclass
class Box:
    size: int


class Wrong(ValueError): ...


class VeryWrong(Wrong): ...


def add(a: int, b: int) -> object: ...


def boom(what: str) -> None: ...
"""


def plan(interface: str = INTERFACE) -> Plan:
    brick = Brick(name="ops", spec="", serves=("R1",), interface=interface)
    return Plan(package="calc", bricks=(brick,))


def adds(id: str, value: Any, a: int = 1, b: int = 2, **expect: Any) -> Case:
    return case(id, {"call": "ops.add", "args": [a, b], "expect": {"value": value, **expect}})


async def test_right_code_passes_outside_as_it_does_in_process(sandbox: Sandbox) -> None:
    inside = await run_tests(
        sandbox, PACKAGE, [render(SHOP_CASES, PLAN, TestLevel.ACCEPTANCE)], seconds=60
    )
    outside = await judge_outside(sandbox, PACKAGE, PLAN, SHOP_CASES, seconds=30)

    assert inside.passed
    assert {id: one.reason for id, one in outside.items()} == {one.id: "" for one in SHOP_CASES}
    assert all(one.passed and one.judged is Where.OUTSIDE for one in outside.values())
    assert {one.judged for one in inside.outcomes.values()} == {Where.IN_PROCESS}


WRONG = {
    "reads-an-item": (
        "return Item(name, Decimal(price))",
        "return Item(name, Decimal(price) + 1)",
        "expected Item(name='pen', price=Decimal('2'), colour=Colour.RED), "
        "got Item(name='pen', price=Decimal('3'), colour=Colour.RED)",
    ),
    "refuses-no-price": (
        'raise StoreError(f"no price in {line!r}")',
        'raise KeyError("price")',
        "expected StoreError, got KeyError: 'price'",
    ),
    "finds-tags": ("set(text.split())", "text.split()", "expected {'y', 'x'}, got ['x', 'y']"),
    "finds-ends": ("return values[0], values[-1]", "return [1, 3]", "expected (1, 3), got [1, 3]"),
    "ticks": ("yield number", "yield number == 1", "expected [0, 1, 2], got [False, True, False]"),
    "keeps-state": (
        "                self._items.remove(item)\n",
        "",
        "expected store.OutOfStock, but nothing was raised",
    ),
    "knows-names": ("text.isalpha()", "int(text.isalpha())", "expected False, got 0"),
    "takes-the-mean": ("sum(values) / len", "1 + sum(values) / len", "expected 0.15, got 1.15"),
    "counts-lines": ("print(len", "print(1 + len", "expected the output '2\\n', got '3\\n'"),
    "writes-the-total": (
        "{sum(item",
        "{-sum(item",
        "expected '3\\n' in the file 'out/total.txt', got '-3\\n'",
    ),
    "explains-itself": ("return 2", "return 3", "expected exit code 2, got 3"),
    "names-the-missing-file": (
        'f"shop: {error}"',
        '"shop: no"',
        "expected 'b.txt' in the error output 'shop: no\\n'",
    ),
    "prints-when-called": (
        '"{len(items)} items"',
        '"{len(items)} ITEMS"',
        "expected '1 items' in the output '1 ITEMS\\n'",
    ),
}


@pytest.mark.parametrize("id", WRONG)
async def test_wrong_code_is_refused_with_what_was_expected(sandbox: Sandbox, id: str) -> None:
    right, wrong, reason = WRONG[id]
    assert (STORE_CODE + CLI_CODE).count(right) == 1
    package = Files({path: text.replace(right, wrong) for path, text in PACKAGE.items()})
    chosen = [one for one in SHOP_CASES if one.id == id]

    outcome = (await judge_outside(sandbox, package, PLAN, chosen, seconds=30))[id]

    assert not outcome.passed
    assert outcome.reason.partition(" (step ")[0] in (
        reason,
        reason.replace("{'y', 'x'}", "{'x', 'y'}"),
    )
    assert outcome.reason.endswith("judged outside the process)")


async def test_an_exception_may_go_by_its_other_name(sandbox: Sandbox) -> None:
    code = calc("def boom(what):\n    import sys\n    sys.stdin.buffer.read()\n")
    asked = case("x", {"call": "ops.boom", "args": [""], "expect": {"raises": "IOError"}})

    found = await judge_outside(sandbox, code, plan(), [asked], seconds=30)

    assert found["x"].passed, found["x"].reason


async def test_a_class_of_exceptions_stands_for_those_derived_from_it_only(
    sandbox: Sandbox,
) -> None:
    code = (
        "class Wrong(ValueError): ...\n\n\nclass VeryWrong(Wrong): ...\n\n\n"
        "def boom(what):\n    raise {'very': VeryWrong, 'value': ValueError}[what]('so ' + what)\n"
    )
    cases = [
        case(f"{what}-is-{name.lower()}", {"call": "ops.boom", "args": [what], "expect": expect})
        for what in ("very", "value")
        for name in ("ValueError", "Wrong", "VeryWrong", "KeyError")
        for expect in [{"raises": name, "message_has": "so"}]
    ]
    cases.append(
        case(
            "other-words",
            {
                "call": "ops.boom",
                "args": ["very"],
                "expect": {"raises": "Wrong"} | {"message_has": "x"},
            },
        )
    )

    found = await judge_outside(sandbox, calc(code), plan(), cases, seconds=30)

    assert [id for id, one in found.items() if one.passed] == [
        "very-is-valueerror",
        "very-is-wrong",
        "very-is-verywrong",
        "value-is-valueerror",
    ]
    assert found["other-words"].reason.startswith("expected 'x' in the message 'so very'")


async def test_a_package_may_be_called_like_a_part_of_the_driver(sandbox: Sandbox) -> None:
    named = Plan(
        package="player",
        bricks=(Brick(name="crossing", spec="", serves=("R1",), interface=INTERFACE),),
    )
    code = "def add(a, b):\n    return a + b\n"
    package = Files({"src/player/__init__.py": "", "src/player/crossing.py": code})
    asked = case("x", {"call": "crossing.add", "args": [1, 2], "expect": {"value": 3}})

    assert (await judge_outside(sandbox, package, named, [asked], seconds=30))["x"].passed


async def test_a_namesake_of_a_declared_class_is_not_that_class(sandbox: Sandbox) -> None:
    code = (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Box:\n    size: int\n\n\n"
        "Real = Box\n\n\n@dataclass\nclass Box:\n    size: int\n\n\n"
        "def add(a, b):\n    return Real(a) if b else Box(a)\n"
    )
    cases = [adds("fake", {"$py": "Box(1)"}), adds("true", {"$py": "Box(1)"}, b=0)]

    found = await judge_outside(sandbox, calc(code), plan(), cases, seconds=30)

    assert found["true"].passed
    assert "got an object of type Box" in found["fake"].reason


AWKWARD = {
    "nan": ("float('nan')", "float('nan')", True),
    "infinity": ("float('inf')", "float('-inf')", False),
    "bytes": ("b'\\xff'", "b'\\xff'", True),
    "set": ("{1, 'a'}", "{'a', 1}", True),
    "date": ("date(2024, 1, 2)", "__import__('datetime').date(2024, 1, 2)", True),
    "big": ("1000000000000000000000000000001", "10 ** 30 + 1", True),
    "bigger": ("1000000000000000000000000000001", "10 ** 30", False),
    "keys": ("{1: 'a', (2, 3): None}", "{(2, 3): None, 1: 'a'}", True),
    "path": ("Path('a/b')", "__import__('pathlib').Path('a/b')", True),
    "decimal": ("Decimal('1.5')", "1.5", False),
    "half a pair": ("'a'", "'\\ud800'", False),
    "cyclic": ("[[1]]", "(lambda x: x.append(x) or x)([])", False),
    "huge": ("'a'", "'a' * 2_000_000", False),
    "equal to everything": ("3", "type('Any', (), {'__eq__': lambda s, o: True})()", False),
    "lying text": ("'a'", "type('T', (str,), {'__eq__': lambda s, o: True})('b')", False),
    "iterator": ("[1]", "iter([1])", False),
    "number with a name": ("200", "__import__('http').HTTPStatus.OK", True),
    "another number with a name": ("201", "__import__('http').HTTPStatus.OK", False),
}


@pytest.mark.parametrize("id", AWKWARD)
async def test_awkward_values_have_a_defined_outcome(sandbox: Sandbox, id: str) -> None:
    expected, answer, passes = AWKWARD[id]
    code = calc(f"def add(a, b):\n    return {answer}\n")
    asked = adds("it-gives", {"$py": expected})

    outcome = (await judge_outside(sandbox, code, plan(), [asked], seconds=30))["it-gives"]

    assert outcome.passed is passes, outcome.reason
    assert outcome.reason.encode() or passes


UNCROSSABLE = {
    "made of what a step gave": case(
        "x",
        {"call": "ops.add", "args": [1, 2], "save": "sum"},
        {"call": "ops.add", "args": [1, 2], "expect": {"value": {"$py": "sum"}}},
    ),
    "an object without a form": adds("x", {"$py": "Odd()"}),
    "a class": adds("x", {"$py": "Box"}),
    "more than may cross": adds("x", "a" * 300_000),
    "reaches an operation": adds("x", {"$py": "Eager(1)"}),
    "much made of little": adds("x", {"$py": "bytes(2000000)"}),
}
ODD = (
    INTERFACE
    + "\n\nclass Odd: ...\n\n\nclass Eager:\n    def __init__(self, a: int) -> None: ...\n"
)
ODD_CODE = (
    "from dataclasses import dataclass\n\n\n@dataclass\nclass Box:\n    size: int\n\n\n"
    "class Odd: ...\n\n\nclass Eager:\n    def __init__(self, a):\n        self.a = a\n\n\n"
    "def add(a, b):\n    return a + b\n"
)


@pytest.mark.parametrize("why", UNCROSSABLE)
async def test_a_case_whose_expected_value_cannot_cross_is_left_to_the_process(
    sandbox: Sandbox, why: str
) -> None:
    cases = [UNCROSSABLE[why], adds("crosses", 3)]

    found = await judge_outside(sandbox, calc(ODD_CODE), plan(ODD), cases, seconds=30)

    assert list(found) == ["crosses"]
    assert found["crosses"].passed


class Spy:
    """The real sandbox, with a list of what was taken into it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.name, self.environment = sandbox.name, sandbox.environment
        self.runs: list[tuple[Files, Files]] = []

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        self.runs.append((files, readonly))
        return await self._sandbox.run(files, command, limits, readonly=readonly)


async def test_nothing_that_is_expected_goes_where_generated_code_runs(sandbox: Sandbox) -> None:
    expect = {
        "stdout": "squirrel out",
        "stdout_has": ["squirrel in"],
        "stderr_has": ["squirrel error"],
        "files": {"a.txt": "squirrel text"},
        "exit": 71,
    }
    cases = [
        adds("squirrel-id", "squirrel"),
        adds("made", {"$py": "Decimal('7171')"}),
        case(
            "raised",
            {
                "call": "ops.boom",
                "args": ["a"],
                "expect": {"raises": "VeryWrong", "message_has": "squirrel"},
            },
        ),
        case("run", {"run": ["a"], "expect": expect}),
    ]
    spy = Spy(sandbox)
    given = plan(INTERFACE + "\n\ndef main(argv: list[str] | None = None) -> int: ...\n")
    given = given.model_copy(update={"entry": "ops:main"})

    code = calc("def add(a, b):\n    return a\n\n\ndef boom(what): ...\n\n\ndef main(argv): ...\n")
    found = await judge_outside(spy, code, given, cases, seconds=30)

    assert len(found) == 4
    assert not any(one.passed for one in found.values())
    (skeleton, made), (package, told) = spy.runs
    assert package == code
    assert "return a" not in str(dict(skeleton))
    assert "Decimal" in made["job.json"]
    scripts = told["job.json"].partition('"scripts"')[2]
    for secret in ("squirrel", "Decimal", "VeryWrong", "raises", "exit", "expect"):
        assert secret not in scripts, secret


def test_a_script_does_not_say_which_files_must_be_there() -> None:
    step = {"call": "ops.add", "args": [1, 2]}
    one = case("x", {**step, "expect": {"files": {"a": "t"}, "no_files": ["b"]}})
    other = case("y", {**step, "expect": {"files": {"b": "u"}, "no_files": ["a"]}})
    scope = Scope(plan())

    assert script_of("x", one, scope).wire == script_of("y", other, scope).wire


async def test_what_was_seen_is_asked_for_once_for_the_same_code_and_other_expectations(
    sandbox: Sandbox,
) -> None:
    spy = Spy(sandbox)
    code = calc("def add(a, b):\n    return a + b\n")

    right = await judge_outside(spy, code, plan(), [adds("x", 3)], seconds=30)
    wrong = await judge_outside(spy, code, plan(), [adds("x", 4)], seconds=30)

    assert (right["x"].passed, wrong["x"].passed) == (True, False)
    assert spy.runs[0] == spy.runs[1]
