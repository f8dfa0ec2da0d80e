"""A failure on the whole is traced to a brick where too many stand below it to show them all."""

import re
from typing import Any

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.engine.local import LocalEngine
from brickyard.evidence.support import render
from brickyard.files import Files
from brickyard.models.scripted import Scripted
from brickyard.red.question import CasesOut
from brickyard.repair.tracing import MANY, Traced, traced
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.testing import script
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
    WrittenCase,
)

STEPS = tuple(f"step_{number}" for number in range(1, MANY + 3))
USED = STEPS[:4]


def brick(name: str, *depends: str) -> Brick:
    interface = f'"""Adds."""\n\n\ndef {name}(value: int) -> int:\n    """Add."""\n    ...\n'
    return Brick(name=name, spec="Adds 1.", serves=("R1",), depends=depends, interface=interface)


PLAN = Plan(package="steps", bricks=(*map(brick, STEPS), brick("walk", *STEPS)))
WALK = (*STEPS, "walk")
RECIPE = Recipe(
    name="steps",
    version="1",
    type=RecipeType.LIBRARY,
    requirements=(
        Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text="`walk` adds 4."),
    ),
)
CASE = WrittenCase(
    name="walks", requirement="R1", text="@proves(R1)\ndef walks():\n    assert walk(1) == 5\n"
)


def code(wrong: str) -> Files:
    """Each step adds 1, but for the wrong one; the whole takes four of them."""
    steps = {name: f"value + {2 if name == wrong else 1}" for name in STEPS}
    imports = "".join(f"from steps.{name} import {name}\n" for name in STEPS)
    taken = "value"
    for name in USED:
        taken = f"{name}({taken})"
    texts = {
        name: f"def {name}(value: int) -> int:\n    return {body}\n" for name, body in steps.items()
    }
    texts["walk"] = f"{imports}\n\ndef walk(value: int) -> int:\n    return {taken}\n"
    files = {f"src/steps/{name}.py": text for name, text in texts.items()}
    return Files({"src/steps/__init__.py": "", **files})


def drawn(inputs: dict[str, Any]) -> CasesOut:
    """What each brick does by itself."""
    name = inputs["subject"]
    adds = 4 if name == "walk" else 1
    lines = (f"    assert {name}({value}) == {value + adds}\n" for value in (5, 30))
    cases = (f"@proves(R1)\ndef adds_{at}():\n{line}" for at, line in enumerate(lines))
    return CasesOut(cases="\n\n".join(cases))


async def found(wrong: str, sandbox: Sandbox, *certain: str) -> tuple[Traced, list[str]]:
    asked: list[str] = []

    def answer(inputs: dict[str, Any]) -> CasesOut:
        asked.append(inputs["subject"])
        return drawn(inputs)

    model = Scripted(script({"write-cases": answer}))
    context = BuildContext(Asker(model), sandbox, LocalEngine(), Settings())
    module: TestModule = render([CASE], PLAN, TestLevel.ACCEPTANCE)
    modules, failing = [module], set(module.tests)
    traced_to = await traced(WALK, certain, failing, modules, code(wrong), RECIPE, PLAN, context)
    return traced_to, asked


async def test_what_fails_by_itself_is_shown_alone_with_the_reason(sandbox: Sandbox) -> None:
    traced_to, asked = await found("step_3", sandbox)
    assert sorted(asked) == sorted((*USED, "walk")), "only what the failing test executes"
    assert {"step_3"} <= {*traced_to.bricks} <= {"step_3", "walk"}
    assert any(re.match(r"step_3 by itself: .*", why) for why in traced_to.told)
    assert not any(why.startswith("step_2") for why in traced_to.told)


async def test_what_a_gate_names_is_shown_whatever_tests_execute(sandbox: Sandbox) -> None:
    traced_to, _ = await found("step_3", sandbox, "step_9")
    assert "step_9" in traced_to.bricks


async def test_a_few_bricks_are_all_shown_and_nothing_is_asked_or_run(sandbox: Sandbox) -> None:
    model = Scripted(script({}))
    context = BuildContext(Asker(model), sandbox, LocalEngine(), Settings())
    few = WALK[-MANY:]
    traced_to = await traced(few, (), {"x"}, [], code(""), RECIPE, PLAN, context)
    assert (traced_to, model.calls) == (Traced(bricks=few), 0)
