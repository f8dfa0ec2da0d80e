"""The tools that questions about code carry: what they say, and what they refuse."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.ask.ask import Asker
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.ask.views import shared_plan
from brickyard.context import BuildContext
from brickyard.drafts.code import code_tools
from brickyard.drafts.question import WRITE_CODE, CodeIn, CodeOut, PlannedModule
from brickyard.engine.local import LocalEngine
from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.gates import Allowed
from brickyard.models.base import Reply, Request, Tool
from brickyard.models.scripted import Scripted
from brickyard.sandbox import Sandbox
from brickyard.sandbox.base import NO_FILES, Limits, Outcome
from brickyard.settings import Settings
from brickyard.tools import syntax_tool
from brickyard.tools.code import MOST, files_of, listed
from brickyard.values import Brick, Plan, Recipe, RecipeType, TestLevel, TestModule

INTERFACE = '''\
"""Sums."""


def add(one: int, two: int) -> int:
    """Return the sum."""
    ...
'''
RIGHT = INTERFACE.replace("...", "return one + two")
WRONG = INTERFACE.replace("...", "return one - two")
PATH = "src/sums/adding.py"
PLAN = Plan(
    package="sums",
    bricks=(Brick(name="adding", spec="Adds.", interface=INTERFACE, serves=("R1",)),),
)
RECIPE = Recipe(name="sums", version="1.0.0", type=RecipeType.LIBRARY)
ADDING = PlannedModule(brick="adding", spec="", depends=())
QUESTION = CodeIn(**shared_plan(RECIPE, PLAN), ids=(), modules=(ADDING,))
ANSWER = CodeOut(code=Files({"sums/adding.py": RIGHT}))
MODULE = TestModule(
    path="tests/test_adding.py",
    source="from sums.adding import add\n\n\ndef test_two() -> None:\n    assert add(1, 1) == 2\n",
    level=TestLevel.BRICK,
    brick="adding",
    tests={"tests/test_adding.py::test_two": "R1"},
)


class Broken:
    """A sandbox that no longer works."""

    name = "broken"
    environment = ""

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        raise SandboxBroken("the sandbox is gone")


def tools_in(sandbox: Sandbox, around: Files | None = NO_FILES) -> dict[str, Tool]:
    context = BuildContext(Asker(Scripted(lambda request: "")), sandbox, LocalEngine(), Settings())
    made = code_tools([PATH], PLAN, around, (MODULE,), context, Allowed())
    return {tool.name: tool for tool in made}


async def use(tool: Tool, **arguments: Any) -> str:
    return await tool.call(arguments)


async def test_the_fixed_tests_are_run_on_the_code_that_is_given(sandbox: Sandbox) -> None:
    tool = tools_in(sandbox)["test_generated_code"]
    assert await use(tool, files={PATH: RIGHT}) == "1 of 1 tests passed."
    told = await use(tool, files={PATH: WRONG.replace("\n", "\r\n")})
    assert told.startswith("0 of 1 tests passed. What failed:\n- tests/test_adding.py::test_two: ")


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        (INTERFACE, "placeholders"),
        (RIGHT.replace("one: int", "first: int"), "interface"),
        (RIGHT.replace("one + two", "one + tow"), "ruff"),
        ("def add(:\n", "syntax"),
    ],
)
async def test_what_the_gates_would_refuse_is_told(
    sandbox: Sandbox, source: str, rule: str
) -> None:
    tool = tools_in(sandbox)["check_pattern_compliance"]
    told = await use(tool, files={PATH: source})
    assert "to mend:" in told
    assert f"[{rule}" in told


async def test_what_they_would_let_pass_is_told_too(sandbox: Sandbox) -> None:
    told = await use(tools_in(sandbox)["check_pattern_compliance"], files={PATH: RIGHT})
    assert told.startswith("Nothing to mend (syntax, placeholders, interface, ")


async def test_syntax_is_read_and_nothing_is_run() -> None:
    assert await use(syntax_tool(), source="raise SystemExit\n") == "No syntax errors."
    assert (await use(syntax_tool(), source="x = 1\ndef f(:\n")).startswith("line 2: ")
    assert "must be the text" in await use(syntax_tool(), source=7)


@pytest.mark.parametrize(
    "files",
    [
        None,
        {},
        "def add(): ...",
        {"tests/test_adding.py": "def test_two(): pass\n"},
        {"src/sums/../../../etc/passwd": "x"},
        {PATH: RIGHT, "src/sums/other.py": "x = 1\n"},
        {PATH: 3},
    ],
)
async def test_only_the_files_that_are_asked_for_can_be_tried(files: Any) -> None:
    for name in ("test_generated_code", "check_pattern_compliance"):
        told = await use(tools_in(Broken())[name], files=files)
        assert told.startswith("Nothing was done: ")
        assert PATH in told


async def test_a_sandbox_that_breaks_is_no_answer_to_a_model() -> None:
    for name in ("test_generated_code", "check_pattern_compliance"):
        with pytest.raises(SandboxBroken, match="is gone"):
            await use(tools_in(Broken())[name], files={PATH: RIGHT})


def test_tests_are_offered_only_when_there_is_code_to_run_them_on() -> None:
    assert "test_generated_code" in tools_in(Broken(), NO_FILES)
    assert "test_generated_code" not in tools_in(Broken(), None)


@given(st.lists(st.text(max_size=500)))
def test_however_much_there_is_to_say_a_tool_stays_short(lines: list[str]) -> None:
    told = listed("What failed:", lines)
    assert len(told) < MOST + 100
    assert told.count("\n- ") <= len(lines) + sum(line.count("\n- ") for line in lines) + 1
    assert listed("What failed:", ["x" * MOST, "y"]).endswith("- and 2 more, left out here")


class Handy(Scripted):
    uses_tools = True


@pytest.mark.parametrize("kind", [Scripted, Handy])
async def test_tools_are_offered_to_a_model_that_can_use_them_and_change_no_question(
    kind: type[Scripted],
) -> None:
    seen: list[Request] = []

    def answer(request: Request) -> str:
        seen.append(request)
        marker = marker_of(request.messages[0].text)
        return render_answer(WRITE_CODE, marker, ANSWER)

    asker = Asker(kind(answer))
    await asker.ask(WRITE_CODE, QUESTION)
    await asker.ask(WRITE_CODE, QUESTION, tools=(syntax_tool(),), max_turns=5)
    without, with_tools = seen
    offered = ("validate_python_syntax",) if kind is Handy else ()
    assert tuple(tool.name for tool in with_tools.tools) == offered
    assert with_tools.max_turns == (5 if kind is Handy else 1)
    assert with_tools.model_dump() == without.model_dump()


async def test_an_answer_that_is_complete_when_the_turns_run_out_is_used() -> None:
    cut: list[int] = []

    def answer(request: Request) -> Reply:
        whole = render_answer(WRITE_CODE, marker_of(request.messages[0].text), ANSWER)
        first = len(request.messages) == 1
        cut.append(len(request.messages))
        return Reply(text=whole[:-20] if first else whole, finish="turns")

    assert (await Asker(Scripted(answer)).ask(WRITE_CODE, QUESTION)) == ANSWER
    assert cut == [1, 3]


def test_half_a_surrogate_pair_is_told_and_not_passed_on() -> None:
    said = files_of({"files": {"a.py": "x = '\ud800'"}}, ["a.py"])

    assert said == "Nothing was done: 'a.py' holds half of a surrogate pair."
