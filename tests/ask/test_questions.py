"""What a question shows: all that its answer depends on, and no brick too few."""

from typing import Any

from brickyard import recipe as recipes
from brickyard.ask.microtask import Microtask, layouts
from brickyard.ask.rendering import Question, render
from brickyard.ask.views import SharedPlan, SharedRecipe
from brickyard.catalogue import MICROTASKS
from brickyard.disputes.question import JUDGE, RULE_ON_CASES
from brickyard.drafts.question import REPAIR, WRITE_CODE, code_question
from brickyard.files import Files
from brickyard.holdouts.draw import hold_outs_question
from brickyard.holdouts.question import DRAW_HOLD_OUTS
from brickyard.plans.plan import assembled, plan_question
from brickyard.plans.question import PLAN as PLAN_TASK
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.proofs.property import WRITE_PROPERTY, property_question
from brickyard.proofs.static import WRITE_RULES, rules_question
from brickyard.recipe.lock import plan_inputs
from brickyard.red.batches import batches, inputs, question
from brickyard.red.question import WRITE_CASES, sized
from brickyard.settings import Settings
from brickyard.values import Brick, Plan, ProofLevel, Recipe, TestLevel

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


FULL = Settings(proof=ProofLevel.FULL)


def test_the_prose_around_requirements_is_in_every_question_for_cases() -> None:
    found = recipe()
    for batch in batches(found, PLAN, FULL):
        assert "A time is written HH:MM." in question(batch, found, PLAN).context


def rendered(found: Recipe) -> list[Question]:
    """Every question that a build asks of this recipe when all goes well; the plan's first."""
    asked = [render(PLAN_TASK, plan_question(found))]
    for batch in batches(found, PLAN, FULL):
        asked.append(render(WRITE_CASES, question(batch, found, PLAN)))
        asked.append(render(DRAW_HOLD_OUTS, hold_outs_question(batch, found, PLAN)))
    asked.append(render(WRITE_CODE, code_question(PLAN.in_order, found, PLAN)))
    first = found.requirements[0]
    asked.append(render(WRITE_PROPERTY, property_question(first, found, PLAN)))
    asked.append(render(WRITE_RULES, rules_question(first, found, PLAN)))
    return asked


def test_all_questions_of_a_build_begin_alike() -> None:
    asked = rendered(recipe())
    beginnings = {one.text[: one.shared].rstrip("\n") for one in asked}
    recipe_alone, with_interfaces = sorted(beginnings, key=len)
    assert with_interfaces.startswith(recipe_alone)
    assert asked[0].text.startswith(f"{recipe_alone}\n\n# The question")
    assert len({(one.system, one.marker) for one in asked}) == 1
    for told in ("A time is written HH:MM.", "reads a time", "prints a time", "clock: reads times"):
        assert told in recipe_alone
    for brick in PLAN.bricks:
        assert f"FILE interfaces times/{brick.name}.py\n{brick.interface}" in with_interfaces


def test_every_microtask_shares_the_recipe_and_those_after_the_plan_the_interfaces() -> None:
    tasks = {name: task.input for name, task in MICROTASKS.items()}
    no_recipe = {name for name, asked in tasks.items() if not issubclass(asked, SharedRecipe)}
    no_plan = {name for name, asked in tasks.items() if not issubclass(asked, SharedPlan)}
    assert no_recipe == {"draft-recipe", "analyse-idea", "write-recipe", "unmix"}
    assert no_plan == no_recipe | {
        "plan",
        "choose-names",
        "divide",
        "plan-part",
        "weigh-examples",
        "write-rules",
        "write-artefact-rules",
    }


def own_fields(task: Microtask[Any, Any]) -> set[str]:
    fields = layouts(task.input)[1]
    return {*fields.json, *fields.texts, *fields.files}


def test_who_judges_or_draws_afresh_is_shown_neither_code_nor_other_tests() -> None:
    for task, own in (
        (DRAW_HOLD_OUTS, {"ids", "bricks", "command", "spent", "problems"}),
        (RULE_ON_CASES, {"ids", "bricks", "command", "cases"}),
        (JUDGE, {"ids", "bricks", "test"}),
    ):
        assert own_fields(task) == own


def test_code_is_drafted_without_sight_of_tests_and_repaired_with_sight_of_those_that_fail() -> (
    None
):
    assert own_fields(WRITE_CODE) == {"ids", "modules"}
    assert own_fields(REPAIR) > {"cases", "tests", "code"}


def test_a_question_for_code_names_what_its_bricks_serve_and_stand_on() -> None:
    found = recipe()
    asked = code_question([PLAN.brick("words"), PLAN.brick("cli")], found, PLAN)
    assert asked.ids == ("R2",)
    assert [(one.brick, one.depends) for one in asked.modules] == [
        ("words", ()),
        ("cli", ("words",)),
    ]
    assert {one.id for one in asked.requirements} == {"R1", "R2"}


def test_other_prose_asks_for_plan_and_tests_anew() -> None:
    before, after = recipe(), recipe(REQUIREMENTS.replace("HH:MM", "HHMM"))
    assert plan_inputs(before) != plan_inputs(after)
    assert inputs(("R1",), ("clock",), before, PLAN) != inputs(("R1",), ("clock",), after, PLAN)


def test_an_acceptance_question_sees_all_that_the_command_stands_on() -> None:
    found = recipe()
    (first,) = (
        batch for batch in batches(found, PLAN, FULL) if batch.level is TestLevel.ACCEPTANCE
    )
    assert set(first.bricks) == {"clock", "words", "cli"}
    assert question(first, found, PLAN).command


def test_only_the_command_s_own_brick_may_run_the_command() -> None:
    found = recipe()
    commands = {
        batch.brick: question(batch, found, PLAN).command
        for batch in batches(found, PLAN, FULL)
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


def test_quick_asks_for_fewer_cases_and_the_other_levels_in_the_usual_words() -> None:
    found = recipe()
    asked = question(batches(found, PLAN, FULL)[0], found, PLAN)
    usual = render(WRITE_CASES, asked).text
    dense = "all together about one and a half times as long as the code"
    assert usual.count(dense) == 1
    for level in (ProofLevel.STANDARD, ProofLevel.FULL):
        assert render(sized(WRITE_CASES, level), asked).text == usual
    quick = render(sized(WRITE_CASES, ProofLevel.QUICK), asked).text
    assert quick == usual.replace(dense, "all together about two thirds as long as the code")


def test_only_the_level_full_asks_for_cases_of_single_bricks() -> None:
    found = recipe()
    for level in ProofLevel:
        asked = batches(found, PLAN, Settings(proof=level))
        bricks = [batch.brick for batch in asked if batch.level is TestLevel.BRICK]
        assert bricks == (["clock", "words", "cli"] if level is ProofLevel.FULL else [])
