"""plan: the recipe becomes bricks with interfaces, checked before any code is paid for."""

from collections.abc import Iterator, Sequence

from brickyard.ask.views import shared_recipe
from brickyard.context import BuildContext
from brickyard.errors import BadInput
from brickyard.events import StageEnded, StageStarted
from brickyard.files import Files
from brickyard.gates.run import check_gates
from brickyard.interfaces import check_plan, normalised
from brickyard.plans.agreed import Settled, settled
from brickyard.plans.parts import misplaced
from brickyard.plans.promised import unkept
from brickyard.plans.question import PLAN, PlanIn, PlanOut
from brickyard.plans.written import WrittenPlan
from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.recipe.given import outline
from brickyard.recipe.lock import plan_inputs
from brickyard.red.examples import misfits_of_examples
from brickyard.red.variants import skeleton
from brickyard.values import Brick, Finding, Plan, Recipe, RecipeType, Requirement, counted


async def plan(recipe: Recipe, context: BuildContext, *, given: Plan | None = None) -> Plan:
    """The locked plan if it still fits, a plan given by a person, or a model's, always checked."""
    context.tell(StageStarted(stage="plan"))
    known = given or context.lock.plan_for(plan_inputs(recipe))
    if known is not None:
        await _require_fit(recipe, known, context, is_given=given is not None)
        result = known.plain if isinstance(known, WrittenPlan) else known
    else:
        result = await proposed(recipe, context)
    context.tell(StageEnded(stage="plan", detail=counted(len(result.bricks), "brick")))
    return result


async def _require_fit(
    recipe: Recipe, plan: Plan, context: BuildContext, *, is_given: bool
) -> None:
    """BadInput for a plan that cannot be built, where a person wrote it with its places."""
    problems = await faults(recipe, plan, context)
    if not problems:
        return
    anew = "It is the plan of brickyard.lock; build with --unlocked to plan anew."
    hint = "Mend the plan, or build without --use-plan." if is_given else anew
    found = ()
    if isinstance(plan, WrittenPlan):
        sources = {f"src/{plan.path(one.name)}": one.interface for one in plan.bricks}
        sources |= {f"src/{home}": "" for home in plan.homes}
        found = await _type_findings(plan, Files(sources), context)
        found = tuple(map(plan.placed, found))
    told = "." if found else ": " + "; ".join(problems)
    raise BadInput(f"The plan does not fit the recipe{told}", hint=hint, findings=found)


async def proposed(recipe: Recipe, context: BuildContext) -> Plan:
    """A model's plan that a machine finds nothing wrong with."""

    async def check(out: PlanOut) -> Sequence[str]:
        return await faults(recipe, assembled(recipe, out), context)

    question = plan_question(recipe)
    return assembled(
        recipe, await context.asker.ask(PLAN, question, check=check, about=recipe.name)
    )


def plan_question(recipe: Recipe) -> PlanIn:
    return PlanIn(
        **shared_recipe(recipe, package_name(recipe)),
        ids=tuple(item.id for item in planned(recipe)),
    )


def planned(recipe: Recipe) -> tuple[Requirement, ...]:
    """The requirements that bricks must serve: not those of files, nor what a person attests."""
    return tuple(item for item in recipe.requirements if KINDS_OF_PROOF[item.kind].is_built)


def package_name(recipe: Recipe) -> str:
    return recipe.name.replace("-", "_").replace(".", "_").lower()


def assembled(recipe: Recipe, out: PlanOut) -> Plan:
    """The answer as a plan; only a tool has a command, whatever the answer says."""
    return Plan(
        package=package_name(recipe),
        entry=out.entry if recipe.type is RecipeType.TOOL else "",
        bricks=tuple(
            Brick(
                name=brick.name,
                spec=brick.spec,
                serves=brick.serves,
                depends=brick.depends,
                interface=_interface(brick.name, recipe, out),
            )
            for brick in out.bricks
        ),
        proofs=out.proofs,
        permissions=out.permissions,
    )


def _interface(brick: str, recipe: Recipe, out: PlanOut) -> str:
    """That of code which the recipe brings along is the code's own."""
    if source := recipe.given.get(brick):
        return outline(source)
    return out.interfaces.get(f"{brick}.py", "").rstrip("\n") + "\n"


async def faults(recipe: Recipe, plan: Plan, context: BuildContext) -> list[str]:
    """Everything a machine can find wrong with a plan; types only when the rest is right."""
    if problems := misfits(recipe, plan):
        return problems
    return [_sentence(one) for one in await _type_findings(plan, skeletons(plan), context)]


async def _type_findings(plan: Plan, files: Files, context: BuildContext) -> tuple[Finding, ...]:
    """What is wrong where bricks meet."""
    results = await check_gates(
        files, plan, context.sandbox, only=("pyright",), level=context.settings.proof
    )
    return tuple(finding for result in results for finding in result.findings if finding.blocks)


def misfits(recipe: Recipe, plan: Plan) -> list[str]:
    """What is wrong with a plan for this recipe, as far as it shows without running anything."""
    named = [*unserved(settled(recipe, plan), plan), *_unknown(recipe, plan)]
    named += [*unkept(recipe, plan), *misplaced(recipe, plan)]
    problems = [*named, *map(_sentence, check_plan(plan)), *entry_faults(recipe, plan)]
    return problems or [*beyond(recipe, plan)]


def entry_faults(recipe: Recipe, plan: Plan) -> list[str]:
    """Only a tool has a command, and it has one."""
    if recipe.type is RecipeType.TOOL and not plan.entry:
        return ["A tool needs `entry`: the brick and operation of its command."]
    if recipe.type is not RecipeType.TOOL and plan.entry:
        return [f"`entry` must be empty: a {recipe.type.value} has no command."]
    return []


def beyond(recipe: Recipe, plan: Plan) -> Iterator[str]:
    """What a plan that can be built does not keep of what a person gave: examples, and code."""
    yield from misfits_of_examples(recipe, plan)
    interfaces = {brick.name: brick.interface for brick in plan.bricks}
    for name, source in recipe.given.items():
        if name not in interfaces:
            yield f"The brick '{name}' is missing: its code is given, and its interface stands."
        elif normalised(interfaces[name]) != normalised(outline(source)):
            yield f"The interface of '{name}' is not that of its code, which is given."


def skeletons(plan: Plan) -> Files:
    """The whole package with every operation's body missing."""
    return Files(
        {
            **{f"src/{home}": "" for home in plan.homes},
            **{
                f"src/{plan.path(brick.name)}": skeleton(brick.interface, brick.name)
                for brick in plan.bricks
            },
        }
    )


def unserved(found: Settled, plan: Plan) -> list[str]:
    """Requirements that no brick serves."""
    recipe, fallen = found.recipe, {one.requirement: one.told for one in found.not_taken}
    served = {id for brick in plan.bricks for id in brick.serves}
    problems: list[str] = []
    for requirement in planned(recipe):
        clauses = [clause.id for clause in requirement.clauses]
        if requirement.id not in served and not (clauses and served.issuperset(clauses)):
            missing = [id for id in clauses if id not in served] or [requirement.id]
            why = f" {fallen[requirement.id]}." if requirement.id in fallen else ""
            problems.append(f"No brick serves {', '.join(missing)}.{why}")
    return problems


def _unknown(recipe: Recipe, plan: Plan) -> list[str]:
    known = {
        id
        for item in recipe.requirements
        for id in (item.id, *(clause.id for clause in item.clauses))
    }
    return [
        f"Brick '{brick.name}' serves '{id}', which the recipe does not have."
        for brick in plan.bricks
        for id in brick.serves
        if id not in known
    ]


def _sentence(finding: Finding) -> str:
    place = f"{finding.file}:{finding.line}: " if finding.line else ""
    hint = f" {finding.suggestion}" if finding.suggestion else ""
    return f"{place}{finding.message}{hint}"
