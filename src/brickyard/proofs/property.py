"""Requirements that are not proven by cases: properties as pytest code, and rules on the code."""

from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import Microtask, Source
from brickyard.ask.views import SharedPlan, SharedRecipe, shared_plan, shared_recipe
from brickyard.context import BuildContext
from brickyard.gates.static import StaticRule, can_fail
from brickyard.proofs.written import code_module
from brickyard.red.batches import part_of, visible
from brickyard.red.seen import red, roots
from brickyard.values import Plan, Recipe, Requirement, TestModule, Value


class PropertyIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    problems: tuple[str, ...] = ()


class PropertyOut(Value):
    tests: Annotated[str, Source]


_EXAMPLE = PropertyOut(
    tests="""\
import pytest
from hypothesis import given
from hypothesis import strategies as st

from later.clock import Time, later


@pytest.mark.requirement(id="R2")
@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 10_000))
def test_a_whole_day_later_changes_nothing(hour: int, minute: int, days: int) -> None:
    time = Time(hour, minute)
    assert later(time, days * 24 * 60) == time
    assert later(time, 1) != time
"""
)

WRITE_PROPERTY = Microtask(
    name="write-property",
    called="property for",
    work="tests",
    instructions="""\
Write one pytest file that checks, with hypothesis, that the requirement holds for all inputs. It is
written against the interfaces alone: import from the package absolutely, as in the interfaces.
- Every test is a plain function with `@given(...)`, a return annotation `-> None` and the marker
  `@pytest.mark.requirement(id="ID")` with the requirement's id; it asserts something that fails
  when the operations return None, 0, "", [], True or their first argument.
- Only pytest, hypothesis, the standard library and the package may be imported. No skipping, no
  fixtures of your own, no files outside a temporary folder, no settings for deadlines needed.
`problems`, if any, says what was wrong with an earlier try.""",
    input=PropertyIn,
    output=PropertyOut,
    example=_EXAMPLE,
)


class RulesIn(SharedRecipe):
    ids: tuple[str, ...]


class RulesOut(Value):
    rules: tuple[StaticRule, ...] = Field(description="all of them must hold; at least one")


WRITE_RULES = Microtask(
    name="write-rules",
    called="rules for",
    work="tests",
    instructions="""\
Choose the rules on the source code that decide whether the requirement is met. The rules there are:
- only_stdlib: nothing is imported but the standard library and the package itself;
- forbid_import: none of `names` (modules) is imported;
- require_import: every one of `names` is imported somewhere;
- forbid_call: none of `names` (functions, dotted as called, such as "eval" or "os.system") is
  called;
- max_function_lines: no function is longer than `limit` lines;
- all_documented: every public function, class and module has a docstring;
- all_annotated: every function is fully annotated.
Leave `names` empty and `limit` 0 where a rule does not use them.""",
    input=RulesIn,
    output=RulesOut,
)


MENDS = 2


class Property(Value):
    """The pytest file that proves a requirement for all inputs, or why there is none."""

    source: str = ""
    module: TestModule | None = None
    problem: str = ""


async def write_property(
    requirement: Requirement,
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    *,
    problems: tuple[str, ...] = (),
) -> Property:
    """Asked for, checked and seen RED; sent back at most twice. `problems`: of an earlier one."""
    asked = property_question(requirement, recipe, plan)
    for _ in range(MENDS + 1):
        again = asked.model_copy(update={"problems": problems})
        answer = await context.asker.ask(WRITE_PROPERTY, again, about=requirement.id)
        source = answer.tests.strip("\n") + "\n"
        module, problems = await check_property(source, requirement, recipe, plan, context)
        if module and not problems:
            return Property(source=source, module=module)
    return Property(problem=" ".join(problems))


def property_question(requirement: Requirement, recipe: Recipe, plan: Plan) -> PropertyIn:
    return PropertyIn(
        **shared_plan(recipe, plan),
        ids=(requirement.id,),
        bricks=visible(plan, recipe, (requirement.id,)),
    )


async def check_property(
    source: str, requirement: Requirement, recipe: Recipe, plan: Plan, context: BuildContext
) -> tuple[TestModule | None, tuple[str, ...]]:
    part = part_of(plan, visible(plan, recipe, (requirement.id,)))
    path = f"tests/acceptance/test_{requirement.id.lower().replace('-', '_')}_property.py"
    module = code_module(path, source, package=plan.package, known=(requirement.id,))
    if not isinstance(module, TestModule):
        return None, tuple(f"line {item.line}: {item.message}" for item in module)
    seconds = context.settings.test_seconds
    proof = await red(context.sandbox, part, [module], seconds=seconds, roots=roots(recipe))
    weak = [f"{test.split('::')[-1]}: {why}" for test, why in proof.refused.items()]
    return module, (*weak, *proof.requirements.values())


async def write_rules(
    requirement: Requirement, recipe: Recipe, plan: Plan, context: BuildContext
) -> tuple[StaticRule, ...]:
    def check(out: RulesOut) -> list[str]:
        vain = [rule.rule for rule in out.rules if not can_fail(rule)]
        return [f"The rule {rule} as written can never fail." for rule in vain] or (
            [] if out.rules else ["Name at least one rule."]
        )

    question = rules_question(requirement, recipe, plan)
    answer = await context.asker.ask(WRITE_RULES, question, check=check, about=requirement.id)
    return answer.rules


def rules_question(requirement: Requirement, recipe: Recipe, plan: Plan) -> RulesIn:
    return RulesIn(**shared_recipe(recipe, plan.package), ids=(requirement.id,))
