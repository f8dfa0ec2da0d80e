"""What a question shows: all that its answer depends on, and no brick too few."""

from brickyard import recipe as recipes
from brickyard.files import Files
from brickyard.recipe.lock import plan_inputs
from brickyard.stages.batches import batches, inputs, question
from brickyard.stages.plan import assembled  # pyright: ignore[reportPrivateUsage]
from brickyard.tasks.plan import PlannedBrick, PlanOut
from brickyard.values import Brick, Plan, Recipe

REQUIREMENTS = """\
# Times

A time is written HH:MM.

- R1 (MUST, behaviour): `parse` reads a time.
- R2 (MUST, behaviour): The command prints a time.

```text
23:59
```
"""
DESIGN = "# Times\n\n- clock: reads times\n- words: writes times\n- cli: the command\n"
OPERATION = 'def {}(text: str) -> str:\n    """Do it."""\n    ...\n'


def recipe(text: str = REQUIREMENTS, kind: str = "tool") -> Recipe:
    manifest = f'{{"name": "times", "version": "1.0.0", "type": "{kind}"}}'
    found = recipes.parse(text, DESIGN, manifest).recipe
    assert found
    return found


def brick(name: str, *serves: str, depends: tuple[str, ...] = ()) -> Brick:
    return Brick(
        name=name, spec=name, serves=serves, depends=depends, interface=OPERATION.format(name)
    )


PLAN = Plan(
    package="times",
    entry="cli:cli",
    bricks=(brick("clock", "R1"), brick("words", "R2"), brick("cli", "R2", depends=("words",))),
)


def test_the_prose_around_requirements_is_in_every_question_for_cases() -> None:
    found = recipe()
    for batch in batches(found, PLAN):
        assert "A time is written HH:MM." in question(batch, found, PLAN).context


def test_other_prose_asks_for_plan_and_tests_anew() -> None:
    before, after = recipe(), recipe(REQUIREMENTS.replace("HH:MM", "HHMM"))
    assert plan_inputs(before) != plan_inputs(after)
    assert inputs(("R1",), ("clock",), before, PLAN) != inputs(("R1",), ("clock",), after, PLAN)


def test_an_acceptance_question_sees_all_that_the_command_stands_on() -> None:
    found = recipe()
    first = next(batch for batch in batches(found, PLAN) if batch.ids == ("R1",))
    assert set(first.bricks) == {"clock", "words", "cli"}
    assert question(first, found, PLAN).command


def test_only_the_command_s_own_brick_may_run_the_command() -> None:
    found = recipe()
    commands = {
        batch.brick: question(batch, found, PLAN).command
        for batch in batches(found, PLAN)
        if batch.level.value == "brick"
    }
    assert commands["cli"]
    assert not commands["clock"]


def test_only_a_tool_has_a_command_whatever_the_answer_says() -> None:
    answer = PlanOut(
        bricks=(PlannedBrick(name="cli", spec="x", serves=("R1", "R2")),),
        entry="cli:main",
        interfaces=Files({"cli.py": OPERATION.format("main")}),
    )
    assert assembled(recipe(kind="library"), answer).entry == ""
    assert assembled(recipe(), answer).entry == "cli:main"
