"""Requirements that are not proven by cases: properties as pytest code, and rules on the code."""

from brickyard.ask.views import shared_plan, shared_recipe
from brickyard.context import Yard
from brickyard.gates.static import StaticRule, can_fail
from brickyard.proofs.properties_question import WRITE_PROPERTY, PropertyIn
from brickyard.proofs.rules_question import WRITE_RULES, RulesIn, RulesOut
from brickyard.proofs.written import code_module
from brickyard.red.batches import part_of, visible
from brickyard.red.seen import red, roots
from brickyard.values import Plan, Recipe, Requirement, TestModule, Value

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
    yard: Yard,
    *,
    problems: tuple[str, ...] = (),
) -> Property:
    """Asked for, checked and seen RED; sent back at most twice. `problems`: of an earlier one."""
    asked = property_question(requirement, recipe, plan)
    for _ in range(MENDS + 1):
        again = asked.model_copy(update={"problems": problems})
        answer = await yard.asker.ask(WRITE_PROPERTY, again, about=requirement.id)
        source = answer.tests.strip("\n") + "\n"
        module, problems = await check_property(source, requirement, recipe, plan, yard)
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
    source: str, requirement: Requirement, recipe: Recipe, plan: Plan, yard: Yard
) -> tuple[TestModule | None, tuple[str, ...]]:
    part = part_of(plan, visible(plan, recipe, (requirement.id,)))
    path = f"tests/acceptance/test_{requirement.id.lower().replace('-', '_')}_property.py"
    module = code_module(path, source, package=plan.package, known=(requirement.id,))
    if not isinstance(module, TestModule):
        return None, tuple(f"line {item.line}: {item.message}" for item in module)
    seconds = yard.settings.test_seconds
    proof = await red(yard.sandbox, part, [module], seconds=seconds, roots=roots(recipe))
    weak = [f"{test.split('::')[-1]}: {why}" for test, why in proof.refused.items()]
    return module, (*weak, *proof.requirements.values())


async def write_rules(
    requirement: Requirement, recipe: Recipe, plan: Plan, yard: Yard
) -> tuple[StaticRule, ...]:
    def check(out: RulesOut) -> list[str]:
        vain = [rule.rule for rule in out.rules if not can_fail(rule)]
        return [f"The rule {rule} as written can never fail." for rule in vain] or (
            [] if out.rules else ["Name at least one rule."]
        )

    question = rules_question(requirement, recipe, plan)
    answer = await yard.asker.ask(WRITE_RULES, question, check=check, about=requirement.id)
    return answer.rules


def rules_question(requirement: Requirement, recipe: Recipe, plan: Plan) -> RulesIn:
    return RulesIn(**shared_recipe(recipe, plan.package), ids=(requirement.id,))
