"""Cases that were JSON say the same in the notation."""

from pathlib import Path
from typing import Any

import pytest
from evidence_kit import PACKAGE, PLAN, SHOP_DATA, data_case
from programs import Program, programs
from pydantic import TypeAdapter

from brickyard.cases import offered_by, read, singles
from brickyard.evidence import prove_tests, render
from brickyard.files import Files
from brickyard.proofs.data.converted import Unsaid, as_python
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Case, Plan, TestLevel

BEFORE = Path(__file__).parent / "before"
"""Cases of the corpus as they were in JSON."""

SAID = SHOP_DATA[:-1]
"""The last asks for what a plain call prints."""


def body(*steps: dict[str, Any], plan: Plan = PLAN, **more: Any) -> list[str]:
    """The lines of one converted case that stand below its title."""
    text = as_python([data_case("a-case", *steps, **more)], plan)
    found = read(text, offered_by(plan))
    assert found.problems == ()
    return [line.strip() for line in text.splitlines()[3:]]


def plan_of(**interfaces: str) -> Plan:
    bricks = [
        Brick(name=name, spec="", serves=("R1",), interface=text)
        for name, text in interfaces.items()
    ]
    return Plan(package="calc", bricks=tuple(bricks), entry=f"{bricks[0].name}:main")


@pytest.mark.parametrize("program", programs("gather", "todo"), ids=lambda one: one.name)
def test_a_set_of_the_corpus_is_converted_to_what_is_there(program: Program) -> None:
    text = (BEFORE / f"{program.name}.json").read_text("utf-8")
    cases = TypeAdapter(list[Case]).validate_json(text)
    assert as_python(cases, program.plan) == (program.folder / "cases.py").read_text("utf-8")
    assert [one.requirement for one in program.cases] == [one.requirement for one in cases]


@pytest.mark.slow
async def test_right_code_passes_and_wrong_code_fails_as_before(sandbox: Sandbox) -> None:
    store = PACKAGE["src/shop/store.py"]
    wrong = PACKAGE | {
        "src/shop/store.py": store.replace("Decimal(price)", "Decimal(price) + 1")
        .replace("values[0], values[-1]", "values[-1], values[0]")
        .replace("yield number", "yield number + 1")
    }
    cases = singles(read(as_python(SAID, PLAN), offered_by(PLAN)))
    module = render(cases, PLAN, TestLevel.ACCEPTANCE)

    async def failed(package: Files) -> set[str]:
        run = await prove_tests(sandbox, package, PLAN, [module], seconds=60, thorough=True)
        assert run.outcomes.keys() == module.tests.keys()
        return {test.split("::")[1] for test, one in run.outcomes.items() if not one.passed}

    assert await failed(PACKAGE) == set()
    assert await failed(wrong) == {
        "test_reads_an_item",
        "test_finds_ends",
        "test_case_ticks",
        "test_writes_the_total",
    }


def test_a_case_reads_as_if_somebody_had_written_it() -> None:
    item = {"$py": "store.Item('a', Decimal(1))"}
    steps = (
        {"call": "store.Store", "kwargs": {"limit": 2}, "save": "shelf"},
        {"call": "shelf.add", "args": [item], "expect": {"value": 1}},
        {"call": "store.load", "args": ["a.txt"], "save": "items", "expect": {"value": [item]}},
        {"call": "shelf.take", "args": ["b"], "expect": {"raises": "OutOfStock"}},
        {"run": ["add"], "stdin": "x", "expect": {"exit": 2, "stderr_has": ["usage"]}},
        {"run": ["count"], "expect": {"files": {"b": "1"}, "no_files": ["out"]}},
    )
    shown = as_python(
        [data_case("it-all", *steps, requirement="R1.a", files={"a.txt": "a 1\n"})], PLAN
    )
    assert (
        shown
        == '''\
@proves("R1.a")
def it_all():
    """It it all."""
    write("a.txt", "a 1\\n")
    shelf = Store(limit=2)
    assert shelf.add(Item("a", Decimal(1))) == 1
    items = load(Path("a.txt"))
    assert items == [Item("a", Decimal(1))]
    with raises(OutOfStock):
        shelf.take("b")
    r = run("add", stdin="x")
    assert r.exit == 2
    assert "usage" in r.stderr
    run("count")
    assert read("b") == "1"
    assert not Path("out").exists()
'''
    )


def test_a_tolerance_is_as_wide_as_the_notation_allows_and_at_every_number() -> None:
    wide = {"value": {"a": [2, True, "x"], "b": 0, "c": {"$py": "-1 / 3"}}, "approx": 0.5}
    step = {"call": "one.give", "args": [[1]], "expect": wide}
    assert body(step, plan=plan_of(one=MAIN + GIVE)) == [
        "assert give([1]) == {",
        '"a": [approx(2, 0.02), True, "x"],',
        '"b": approx(0, 1e-06),',
        '"c": approx(-1 / 3, 1e-06),',
        "}",
    ]
    exact = {"value": {"$py": "store.Item('a', Decimal(1))"}, "approx": 0.5}
    assert body({"call": "store.parse", "args": ["a 1"], "expect": exact}) == [
        'assert parse("a 1") == Item("a", Decimal(1))'
    ]


def test_names_that_mean_something_in_the_notation_are_given_up() -> None:
    taken: list[dict[str, Any]] = [
        {"call": "store.parse", "args": ["a 1"], "save": name, "expect": {"value": None}}
        for name in ("run", "parse", "list", "date")
    ]
    assert [line.partition(" = ")[0] for line in body(*taken)[::2]] == [
        "saved_run",
        "saved_parse",
        "saved_list",
        "saved_date",
    ]
    step = {"call": "store.parse", "args": ["a"], "expect": {"value": True}}
    cases = [data_case(id, step) for id in ("parse", "make-one", "pass")]
    found = read(as_python(cases, PLAN), offered_by(PLAN))
    assert [one.name for one in found.cases] == ["case_parse", "case_make_one", "case_pass"]


def test_a_run_is_kept_under_a_name_that_no_step_uses() -> None:
    save = {"call": "store.parse", "args": ["a 1"], "save": "r"}
    assert "ran = run()" in body(save, {"run": [], "expect": {"exit": 2}})


def test_the_time_of_a_day_is_imported() -> None:
    step = {"call": "store.parse", "args": [{"$py": "time(1, 2)"}], "expect": {"value": None}}
    text = as_python([data_case("a", step)], PLAN)
    assert text.startswith("from datetime import time\n\n\n@proves(R1)")
    assert read(text, offered_by(PLAN)).problems == ()


MAIN = "def main(argv: list[str]) -> int: ...\n"
GIVE = "def give(x: object) -> object: ...\n"
UNSAID: dict[str, tuple[Case, Plan]] = {
    "what a call prints": (SHOP_DATA[-1], PLAN),
    "a name of two bricks": (
        data_case("a", {"call": "two.give", "args": [1], "expect": {"value": 1}}),
        plan_of(one=MAIN + GIVE, two=GIVE),
    ),
    "a hidden run": (
        data_case("a", {"run": [], "expect": {"exit": 1}}),
        plan_of(one=MAIN + "def run() -> int: ...\n"),
    ),
    "a hidden write": (
        data_case("a", {"run": [], "expect": {"exit": 1}}, files={"a": ""}),
        plan_of(one=MAIN + "def write() -> int: ...\n"),
    ),
    "a hidden type": (
        data_case("a", {"run": [], "expect": {"no_files": ["out"]}}),
        plan_of(one=MAIN + "class Path: ...\n"),
    ),
    "a hidden builtin": (
        data_case("a", {"call": "one.give", "args": [{"$py": "range(1)"}], "expect": {"value": 1}}),
        plan_of(one=MAIN + GIVE + "def range() -> int: ...\n"),
    ),
}


@pytest.mark.parametrize(("old", "plan"), UNSAID.values(), ids=list(UNSAID))
def test_what_the_notation_has_no_words_for_is_told(old: Case, plan: Plan) -> None:
    with pytest.raises(Unsaid):
        as_python([old], plan)
