"""A model that answers wrongly: never exit 0, nothing packaged, a reason a person understands."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builds_kit import (
    ADDER,
    Site,
    adder,
    case,
    cases,
    code,
    done,
    edit,
    file,
    hostile,
    refused,
    source,
    tampered,
    write_recipe,
)

from brickyard import flow
from brickyard.drafts.question import RepairOut
from brickyard.errors import AnswerRefused
from brickyard.files import Files
from brickyard.flow.session import opened
from brickyard.gates.static import StaticRule
from brickyard.models.base import Reply
from brickyard.models.scripted import Scripted
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.proofs.property import PropertyOut
from brickyard.proofs.static import RulesOut
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer
from brickyard.values import ProofLevel

TASKS = {"plan": "adders", "write-cases": "R1", "write-code": "brick adder_1"}
"""Each question of a build, and what its refusal must name."""


# ---------------------------------------------------------------- answers that are none


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: "Sure! Here is what you asked for.", "no line starts with"),
        (lambda text: "", "no line starts with"),
        (lambda text: text[: len(text) // 2], "truncated"),
        (lambda text: text[: text.rindex("@@")], "DONE` is missing"),
        (lambda text: Reply(text=text, finish="length"), "cut off because it was too long"),
        (lambda text: Reply(text=text, finish="content_filter"), "'content_filter'"),
        (lambda text: text + "\nI hope this helps!", "text after the closing line"),
        (lambda text: text.replace("@@", "@@@", 1), "@@"),
    ],
    ids=["chat", "empty", "half", "unclosed", "too long", "filtered", "chat after", "marker"],
)
async def test_an_answer_that_is_none_is_refused_with_task_and_subject(
    task: str, change: Callable[[str], str | Reply], why: str, site: Site
) -> None:
    ended = await site.build(tampered(task, change))
    refused(ended, f"answer to '{task}'", TASKS[task], "after 3 tries", why, "--model")
    assert isinstance(ended.error, AnswerRefused)


@pytest.mark.parametrize(
    "path", ["../../x.py", "/etc/x.py", "a/../../../x.py", "~/x.py", "C:\\x.py", "adder_1.py/", ""]
)
async def test_a_path_that_leads_out_is_refused(path: str, site: Site) -> None:
    ended = await site.build(
        tampered("plan", lambda text: text.replace("interfaces adder_1.py", f"interfaces {path}"))
    )
    refused(ended, "'plan' for adders")
    assert not list(site.recipe.parent.glob("x.py"))
    assert not Path("/etc/x.py").exists()


# ---------------------------------------------------------------- plans


def plan(
    *bricks: PlannedBrick, entry: str = "", **interfaces: str
) -> Callable[[dict[str, object]], PlanOut]:
    files = {f"{name}.py": text for name, text in interfaces.items()}
    return lambda inputs: PlanOut(bricks=bricks, entry=entry, interfaces=Files(files))


def brick(name: str, serves: str = "R1", *depends: str) -> PlannedBrick:
    return PlannedBrick(name=name, spec="Adds.", serves=(serves,), depends=depends)


ADD = '"""Adds."""\n\n\ndef add_1(value: int) -> int:\n    """Return `value` plus 1."""\n    ...\n'
USES = (
    '"""Uses."""\n\nfrom adders.adder_1 import {}\n\n\n'
    'def use() -> int:\n    """Use it."""\n    ...\n'
)
TYPED = ADD.replace("-> int", "-> Undefined")
PAIR = (
    '"""Sums."""\n\n\nclass Sum:\n    """A sum."""\n\n'
    '    def add(self, value: int) -> int:\n        """Add."""\n        ...\n'
)
CALLS = '"""Uses."""\n\nfrom adders.adder_1 import Sum\n\nEMPTY: Sum = Sum(1)\n'
OVERRIDES = (
    '"""Uses."""\n\nfrom adders.adder_1 import Sum\n\n\nclass Bill(Sum):\n    """A bill."""\n\n'
    '    def add(self) -> int:\n        """Add."""\n        ...\n'
)
WRONG = '"""Wrong."""\n\nLIMIT: int = "ten"\n\n' + ADD.partition('"""\n\n\n')[2]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (plan(brick("adder_1", "R9"), adder_1=ADD), "No brick serves R1."),
        (plan(brick("adder_1", "R9"), adder_1=ADD), "serves 'R9', which the recipe does not have"),
        (
            plan(brick("a", "R1", "b"), brick("b", "R1", "a"), a=ADD, b=ADD),
            "in a circle: a → b → a",
        ),
        (plan(brick("adder_1", "R1", "gone"), adder_1=ADD), "depends on 'gone', which is not in"),
        (
            plan(
                brick("adder_1"),
                brick("user", "R1", "adder_1"),
                adder_1=ADD,
                user=USES.format("nothing"),
            ),
            "imports 'nothing' from 'adder_1', which does not declare it",
        ),
        (plan(brick("adder_1"), adder_1=TYPED), "uses 'Undefined', which it neither defines"),
        (plan(brick("adder_1"), adder_1=WRONG), 'not assignable to "int"'),
        (plan(brick("adder_1"), adder_1="def add_1(:\n"), "Brick 'adder_1'"),
        (plan(brick("adder_1"), other=ADD), "Brick 'adder_1'"),
        (plan(adder_1=ADD), "The plan has no brick."),
        (
            plan(brick("adder_1"), brick("user", "R1", "adder_1"), adder_1=PAIR, user=CALLS),
            "Expected 0 positional arguments",
        ),
        (
            plan(brick("adder_1"), brick("user", "R1", "adder_1"), adder_1=PAIR, user=OVERRIDES),
            "overrides class",
        ),
        (plan(brick("adder_1"), brick("adder_1"), adder_1=ADD), "'adder_1' is there twice"),
        (plan(brick("adders"), adders=ADD), "'adders' is also the package's name"),
        (plan(brick("sub/adder_1"), **{"sub/adder_1": ADD}), "'sub/adder_1' is not a lower-case"),
    ],
    ids=[
        "serves nothing",
        "serves what is not there",
        "circle",
        "missing brick",
        "missing name",
        "unknown type",
        "type error",
        "syntax error",
        "no interface",
        "no brick",
        "wrong arity",
        "wrong arity of a method",
        "two in one place",
        "in the place of the package",
        "in a folder of its own",
    ],
)
async def test_a_plan_that_cannot_be_built_is_refused_before_any_test_is_asked_for(
    answer: Answer, why: str, site: Site
) -> None:
    ended = await site.build(hostile(plan=answer))
    refused(ended, "'plan' for adders", why)
    assert {event.data["task"] for event in ended.events if event.kind == "question.asked"} == {
        "plan"
    }


async def test_a_tool_without_an_entry_is_refused(tmp_path: Path, home: Path) -> None:
    recipe = write_recipe(tmp_path / "tool", "- R1 (MUST): `add_1` adds 1.", "tool")
    ended = await Site(recipe, home).build(hostile())
    refused(ended, "'plan'", "A tool needs `entry`")


# ---------------------------------------------------------------- tests that prove nothing


def nothing_happens(id: str, given: int) -> str:
    body = f"    add_1({given})\n    assert not Path('x.txt').exists()\n"
    return f"@proves(R1)\ndef {id}():\n{body}"


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        (cases(), "No case proves it."),
        (cases(nothing_happens("one", 1), nothing_happens("two", 2)), "No case proves it."),
        (cases(case("zero", -1, 0)), "every operation returns 0 passes all tests of R1"),
        (cases(case("alike", 2, 3), case("other", 2, 4)), "one expects 3 and the other 4"),
        (cases(case("stray", 2, 3, call="subtract")), "No case proves it."),
        (cases(case("foreign", 2, 3, "R7", call="add_1")), "No case proves"),
    ],
    ids=["none", "cannot fail", "fooled", "contradicting", "unknown call", "unknown requirement"],
)
async def test_tests_that_prove_nothing_meet_no_requirement_whatever_the_code_is(
    listed: Answer, why: str, site: Site
) -> None:
    ended = await site.build(hostile(write_cases=listed, mend_cases=listed))
    refused(ended, "R1 is not judged", why, "Nothing was packaged")
    assert 0 < ended.asked("mend-cases") <= 2


BAD = '@proves({id})\ndef odd():\n    assert Add_1(1) == Decimal("2")\n'


async def test_a_line_that_cannot_be_read_goes_back_with_its_number_and_the_rest_stands(
    pair: Site,
) -> None:
    """Where its requirement has no other proof. Twice: the lines are those of what is shown, and
    names are spelt as they were."""
    good = (case("two", 2, 3), case("forty", 40, 41))
    bad = BAD.format(id="R2")
    asked: list[dict[str, Any]] = []

    def mend(inputs: dict[str, Any]) -> CasesOut:
        asked.append(inputs)
        right = (case("odd", 1, 3, "R2"), case("even", 2, 4, "R2"))
        return file(bad) if len(asked) == 1 else file(*right)

    pair.packs = False
    ended = await pair.build(hostile(2, write_cases=cases(*good, bad), mend_cases=mend))
    assert ended.code == 0, ended.said
    assert len(asked) == 2
    for inputs in asked:
        (problem, unproven) = inputs["problems"]
        assert unproven == "R2: No case proves it."
        found = re.fullmatch(
            r"Line (\d+) in odd: nothing here is called `Add_1`; did you mean `add_1`\?\.", problem
        )
        assert found, problem
        lines = inputs["previous"].splitlines()
        assert lines[int(found[1]) - 1] == '    assert Add_1(1) == Decimal("2")'
        assert [line for line in lines if line.startswith("def two")] == ["def two():"]


async def test_a_line_that_cannot_be_read_costs_no_question_where_other_cases_prove_it(
    site: Site,
) -> None:
    good = (case("two", 2, 3), case("forty", 40, 41))
    site.packs = False
    ended = await site.build(hostile(write_cases=cases(*good, BAD.format(id="R1"))))
    assert ended.code == 0, ended.said
    assert ended.asked("mend-cases") == 0
    told = [event.data["message"] for event in ended.events if event.kind == "warning"]
    assert any("Left out of the tests of R1" in text and "`Add_1`" in text for text in told)


@pytest.mark.slow
async def test_acceptance_tests_of_two_questions_that_contradict_each_other_leave_no_proof(
    pair: Site,
) -> None:
    pair.settings = pair.settings.model_copy(update={"answer_tokens": 500})

    def write(inputs: dict[str, object]) -> CasesOut:
        (id,) = list(inputs["ids"])  # type: ignore[index]
        if id == "R2":
            wrong = case("wrong", 2, 9, "R2", call="add_1")
            return file(case("right", 2, 4, "R2"), case("more", 5, 7, "R2"), wrong)
        return file(case("two", 2, 3), case("forty", 40, 41))

    ended = await pair.build(hostile(2, write_cases=write))
    refused(ended, "R1 is not judged", "R2 is not judged")
    assert "wrong' do the same, and one expects 3 and the other 9." in ended.said
    assert "two' do the same, and one expects 9 and the other 3." in ended.said


@pytest.mark.slow
async def test_a_brick_test_that_contradicts_acceptance_yields_to_it(site: Site) -> None:
    """Bricks have tests of their own at the level full."""
    site.settings = Settings(repair_rounds=0, proof=ProofLevel.FULL)
    site.packs = False

    def write(inputs: dict[str, object]) -> CasesOut:
        wrong = (case("wrong", 2, 9),) if inputs["level"] == "brick" else ()
        return file(case("seven", 7, 8), *(wrong or (case("two", 2, 3),)))

    ended = await site.build(hostile(write_cases=write))
    done(ended)
    assert ended.asked("write-cases") == 2
    assert "def test_seven(" in (ended.out / "tests/bricks/test_adder_1.py").read_text("utf-8")


PROPERTY = """import pytest
from hypothesis import given
from hypothesis import strategies as st

from adders.adder_1 import add_1


@pytest.mark.requirement(id="R1")
@given(st.integers())
def test_adds(value: int) -> None:
    {}
"""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("add_1(value)", "'test_adds' checks nothing"),
        ("assert add_1(value) is not value + 1 or True", "passes on every impostor"),
        ("pytest.skip('later')", "no test may be skipped"),
        ("assert value == value", "passes although no operation does anything"),
    ],
)
async def test_a_property_test_that_proves_nothing_is_refused(
    body: str, why: str, tmp_path: Path, home: Path
) -> None:
    text = "- R1 (MUST, property): for every `value`, `add_1` returns `value` plus 1."
    site = Site(write_recipe(tmp_path / "adders", text), home)
    written = PropertyOut(tests=PROPERTY.format(body))
    ended = await site.build(hostile(write_property=lambda inputs: written))
    refused(ended, "R1 is not judged", why)
    assert ended.asked("write-property") > 1


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (StaticRule(rule="forbid_import", names=()), "forbid_import as written can never fail"),
        (StaticRule(rule="max_function_lines", limit=0), "can never fail"),
    ],
)
async def test_a_rule_that_cannot_fail_is_refused(
    rule: StaticRule, why: str, tmp_path: Path, home: Path
) -> None:
    text = "- R1 (MUST): `add_1` adds 1.\n- R2 (MUST, static): nothing imports `os`."
    site = Site(write_recipe(tmp_path / "adders", text), home)
    planned = plan(PlannedBrick(name="adder_1", spec="Adds.", serves=("R1", "R2")), adder_1=ADD)
    written = RulesOut(rules=(rule,))
    ended = await site.build(hostile(plan=planned, write_rules=lambda inputs: written))
    refused(ended, "'write-rules' for R2", why)


# ---------------------------------------------------------------- code


def again(*values: object) -> object:
    """Another kind of code that goes the same way as one of the others."""
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (code("pass"), "'add_1' has no body"),
        again(code("raise NotImplementedError"), "NotImplementedError"),
        again(code("return 0"), "test_adds_1_to_2 fails"),
        (code("return value + 7"), "test_adds_1_to_2"),
        again(code("raise ValueError('no')"), "ValueError"),
        again(code("os._exit(0)", "import os\n"), "the process ended early"),
        (code("return value + 1", "import os\n\nos._exit(0)\n"), "could not be judged"),
        again(code("return nowhere.add(value)", "import nowhere\n"), "nowhere"),
        again(source("def add_1(:\n"), "src/adders/adder_1.py:1"),
        again(source(adder("return value + 1").replace("add_1", "add")), "add_1"),
        again(source('"""Nothing."""\n'), "add_1"),
    ],
    ids=[
        "pass",
        "not implemented",
        "constant",
        "wrong",
        "raises",
        "kills the runner",
        "kills the import",
        "missing import",
        "syntax error",
        "renamed",
        "empty",
    ],
)
async def test_code_that_does_not_do_the_work_is_not_met(
    answer: Answer, why: str, site: Site
) -> None:
    ended = await site.build(hostile(write_code=answer, repair=answer))
    refused(ended, "R1 is ", why, "Nothing was packaged: 0 met, 1 MUST ")
    assert ended.result is not None
    assert ended.result.status == "not met"


@pytest.mark.slow
async def test_code_that_hangs_is_not_met_and_the_reason_is_time(site: Site) -> None:
    """In `make test`, tests of runs and of playing outside have code that hangs. Outside, a row has
    an eighth of the time."""
    hangs = hostile(write_code=code("while value:\n    pass\nreturn value"))
    model = Scripted(hangs, name="hostile-hangs")
    async with opened(site.recipe, model=model, home=site.home) as work:
        plan = await flow.plan(work.recipe, work.context)
        tests = await flow.tests(work.recipe, plan, work.context)
        hurried = replace(
            work.context, settings=Settings(repair_rounds=0, test_seconds=2, proof=ProofLevel.QUICK)
        )
        draft = await flow.code(work.recipe, plan, hurried)
        whole, tests = await flow.join(work.recipe, plan, tests, draft, hurried)
        matrix = (await flow.comply(work.recipe, plan, tests, whole.code, hurried)).matrix
    assert "did not end within 2 seconds" in " ".join(whole.problems)
    assert not whole.passed
    assert not matrix.met
    assert re.search(r"did not end within (2|0\.25) seconds", matrix.rows[0].reason)


async def test_the_same_wrong_code_again_and_again_is_not_asked_for_for_ever(site: Site) -> None:
    site.settings = Settings()
    wrong = code("return value + 7")
    ended = await site.build(hostile(write_code=wrong, repair=wrong))
    refused(ended, "R1 is broken: test_adds_1_to_2 fails")
    assert 0 < ended.asked("repair") <= 5


async def test_a_repair_that_is_garbage_leaves_the_reasons_of_the_tests(site: Site) -> None:
    wrong = code("return value + 7")
    ended = await site.build(hostile(write_code=wrong, repair=lambda inputs: "Cannot do it."))
    refused(ended, "R1 is broken: test_adds_1_to_2 fails")
    told = [event.data["message"] for event in ended.events if event.kind == "warning"]
    assert any("'repair' for R1 could not" in text for text in told)


SEVEN, ONE = "    return value + 7", "    return value + 1"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        *(
            (RepairOut(code=Files({path: "VALUE = 1\n"})), f"{path} is none of the files in")
            for path in ("tests/acceptance/test_r1.py", "adders/__init__.py", "pyproject.toml")
        ),
        (edit(SEVEN, ONE, "adders/other.py"), "adders/other.py is none of"),
        (RepairOut(), "The answer changes no file and disputes nothing."),
        (edit("    return 0", ONE), "do not stand in the file"),
        (edit("", ONE), "no old lines to find its place by"),
        (RepairOut(edits=Files({ADDER: "Add one.\n"})), "stands outside of an edit"),
        (
            RepairOut(edits=edit(SEVEN, ONE).edits, code=Files({ADDER: adder("return value")})),
            "stands in `edits` and in `code`",
        ),
    ],
)
async def test_a_repair_may_change_only_what_it_was_shown_by_edits_that_fit(
    answer: RepairOut, why: str, site: Site
) -> None:
    """It is sent back, and the code stays as it is."""
    site.packs = False
    ended = await site.build(
        hostile(write_code=code("return value + 7"), repair=lambda inputs: answer)
    )
    refused(ended, "R1 is broken: test_adds_1_to_2 fails")
    sent = [e.data["reason"] for e in ended.events if e.kind == "answer.refused"]
    assert [why in text for text in sent] == [True] * 3, sent


async def test_an_edit_that_fits_when_it_is_sent_back_is_built(site: Site) -> None:
    def repair(inputs: dict[str, Any]) -> RepairOut:
        return edit(SEVEN if inputs["attempt"] else "    return value + 8", ONE)

    ended = await site.build(hostile(write_code=code("return value + 7"), repair=repair))
    done(ended)
    assert ended.asked("repair") == 2


@pytest.mark.parametrize(
    ("body", "gate"),
    [
        ("total: str = value + 1\nreturn total  # type: ignore", "pyright"),
        again("kinds = {1: 'a', 1: 'b'}\nreturn value + len(kinds)", "ruff"),
    ],
    ids=["pyright", "ruff"],
)
async def test_code_that_passes_its_tests_and_not_a_gate_is_not_packaged(
    body: str, gate: str, site: Site
) -> None:
    site.settings = Settings(repair_rounds=0, proof=ProofLevel.QUICK)
    ended = await site.build(hostile(write_code=code(body)))
    refused(ended, f"Gate {gate} did not pass", "Nothing was packaged")
    assert ended.result is not None
    assert ended.result.matrix.met
