"""Code is drafted many bricks at a time; what an answer leaves out is asked for again, alone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.drafts.code import ASKED, code
from brickyard.drafts.question import CodeOut
from brickyard.engine.local import LocalEngine
from brickyard.events import Event, Warned
from brickyard.files import Files
from brickyard.models.base import Reply, Request
from brickyard.models.scripted import Scripted
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.testing import inputs_of, script
from brickyard.values import Brick, Plan, Recipe, RecipeType

NAMES = ("one", "two", "three", "four")
PLAN = Plan(
    package="p",
    bricks=tuple(
        Brick(name=name, spec="", serves=(), interface=f"def {name}() -> int: ...\n")
        for name in NAMES
    ),
)
RECIPE = Recipe(name="p", version="1", type=RecipeType.LIBRARY)


def source(name: str) -> str:
    return f"def {name}() -> int:\n    return {len(name)}\n"


def asked_for(inputs: Mapping[str, Any]) -> list[str]:
    return [each["brick"] for each in inputs["modules"]]


def written(names: list[str]) -> CodeOut:
    return CodeOut(code=Files({f"p/{name}.py": source(name) for name in names}))


def context(model: Scripted, sandbox: Sandbox, tokens: int = 16_000) -> BuildContext:
    return BuildContext(Asker(model), sandbox, LocalEngine(), Settings(answer_tokens=tokens))


async def test_all_bricks_are_one_question_and_the_package_is_what_it_answers(
    sandbox: Sandbox,
) -> None:
    model = Scripted(script({"write-code": lambda inputs: written(asked_for(inputs))}))
    found = await code(RECIPE, PLAN, context(model, sandbox))
    assert model.calls == 1
    assert found["src/p/three.py"] == source("three")
    assert set(found) == {"src/p/__init__.py", *(f"src/p/{name}.py" for name in NAMES)}


async def test_small_answers_are_asked_for_in_groups(sandbox: Sandbox) -> None:
    asked: list[list[str]] = []

    def answer(inputs: dict[str, Any]) -> CodeOut:
        asked.append(asked_for(inputs))
        return written(asked[-1])

    model = Scripted(script({"write-code": answer}))
    await code(RECIPE, PLAN, context(model, sandbox, tokens=1000))
    assert asked == [["one", "two"], ["three", "four"]]


async def test_bricks_that_an_answer_leaves_out_are_asked_for_alone(sandbox: Sandbox) -> None:
    asked: list[list[str]] = []

    def answer(inputs: dict[str, Any]) -> CodeOut:
        asked.append(asked_for(inputs))
        return written(asked[-1][:2])

    found = await code(RECIPE, PLAN, context(Scripted(script({"write-code": answer})), sandbox))
    assert asked == [[*NAMES], ["three", "four"]]
    assert found["src/p/four.py"] == source("four")


async def test_a_brick_that_is_never_written_is_asked_for_so_often_and_then_named(
    sandbox: Sandbox,
) -> None:
    asked: list[list[str]] = []

    def answer(inputs: dict[str, Any]) -> CodeOut:
        asked.append(asked_for(inputs))
        kept = [name for name in asked[-1] if name != "two"] or ["elsewhere"]
        return written(kept)

    told: list[Event] = []
    model = Scripted(script({"write-code": answer}))
    found = await code(RECIPE, PLAN, replace(context(model, sandbox), tell=told.append))
    assert "two" in "".join(each.message for each in told if isinstance(each, Warned))
    assert found["src/p/three.py"] == source("three")
    assert "..." in found["src/p/two.py"]
    assert asked[0] == [*NAMES]
    assert set(map(tuple, asked[1:])) == {("two",)}
    assert len(asked) <= ASKED * 3


async def test_an_answer_that_was_cut_off_is_asked_for_in_two_parts(sandbox: Sandbox) -> None:
    asked: list[list[str]] = []
    right = script({"write-code": lambda inputs: written(asked_for(inputs))})

    def answer(request: Request) -> Reply | str:
        asked.append(asked_for(inputs_of(request.messages[0].text)))
        if len(asked[-1]) > 2:
            return Reply(text="@@", finish="length")
        return right(request)

    found = await code(RECIPE, PLAN, context(Scripted(answer), sandbox))
    assert asked == [[*NAMES], ["one", "two"], ["three", "four"]]
    assert found["src/p/four.py"] == source("four")
