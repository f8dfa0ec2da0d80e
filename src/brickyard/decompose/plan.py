"""plan, in parts: where one answer would not hold the plan, or a person asks for it.

One question divides the recipe, and one for each part plans it, below first, side by side where
they do not stand on each other. What comes of it is one plan, checked like any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from brickyard.ask.lengths import of_plan
from brickyard.ask.views import shared_recipe
from brickyard.context import BuildContext
from brickyard.decompose.dependencies import fixed_modules
from brickyard.decompose.division import beneath, decomposition
from brickyard.decompose.division import faults as wrong_division
from brickyard.decompose.draft import Draft, chosen, draft, foreseen
from brickyard.decompose.question import (
    DIVIDE,
    PLAN_PART,
    DivideIn,
    DivideOut,
    OtherPart,
    PartIn,
)
from brickyard.decompose.recipes import PARTS, are_writable, in_folders, sub_recipes
from brickyard.errors import AnswerRefused, BadInput
from brickyard.events import Decomposed, Sized, StageEnded, StageStarted
from brickyard.files import Files
from brickyard.models.tokens import CHARACTERS_A_TOKEN
from brickyard.plans import plan as whole
from brickyard.plans.parts import brick_name, by_brick
from brickyard.plans.question import PlanOut
from brickyard.recipe.complexity import complexity
from brickyard.recipe.given import outline
from brickyard.recipe.lock import Lock, plan_inputs
from brickyard.settings import Settings
from brickyard.values import (
    Brick,
    Decomposition,
    Part,
    Plan,
    PlannedPermission,
    PlannedProof,
    Recipe,
    RecipeType,
    Strategy,
    Value,
    counted,
)

AUTO = "auto"


async def plan(recipe: Recipe, context: BuildContext, *, given: Plan | None = None) -> Plan:
    """The locked plan if it still fits, a plan given by a person, or a model's, always checked."""
    if given or context.lock.plan_for(plan_inputs(recipe)):
        return await whole.plan(recipe, context, given=given)
    size = sized(recipe, context.settings)
    if size.reasons or size.strategy:
        context.tell(size.told)
    if size.strategy is None:
        return await whole.plan(recipe, context)
    context.tell(StageStarted(stage="plan"))
    found = await in_parts(recipe, size.strategy, context)
    if problems := await whole.faults(recipe, found, context):
        raise AnswerRefused(PLAN_PART.name, tuple(problems), recipe.name)
    parts = len(found.decomposition.parts) if found.decomposition else 0
    detail = f"{counted(len(found.bricks), 'brick')} in {counted(parts, 'part')}"
    context.tell(StageEnded(stage="plan", detail=detail))
    return found


def require_parts_stay(settings: Settings, lock: Lock) -> None:
    """A decomposition that was accepted is kept; who wants another says so."""
    known = lock.plan.plan.decomposition if lock.plan else None
    named = settings.decompose in [*Strategy]
    if lock.plan and named and (known is None or known.strategy != settings.decompose):
        how = f"in parts, {known.strategy.value}" if known else "in one"
        raise BadInput(
            f"--decompose {settings.decompose}: the plan in brickyard.lock was made {how}, and an "
            "accepted plan is not reshuffled.",
            hint="Build without --decompose to keep it, or add --refresh-plan to plan anew.",
        )


# ---------------------------------------------------------------- whether, and by what


class Size(Value):
    """How much a recipe asks for, and whether it is planned in parts."""

    score: float
    reasons: tuple[str, ...]
    plan_tokens: int
    answer_tokens: int
    asked: bool
    """Whether a person named the strategy."""
    strategy: Strategy | None
    advised: Strategy
    fixed: tuple[str, ...] = ()
    """Where the design puts modules: sub-packages would move them."""

    @property
    def told(self) -> Sized:
        return Sized(stage="plan", **self.model_dump(mode="json"))


def sized(recipe: Recipe, settings: Settings) -> Size:
    score = complexity(recipe.requirements, recipe.components)
    ids = [item.id for item in recipe.requirements]
    advised = chosen(recipe, ids, [one.name for one in recipe.components])
    asked = settings.decompose in [*Strategy]
    tokens = plan_tokens(recipe)
    is_divisible = len(whole.planned(recipe)) > 1
    strategy = Strategy(settings.decompose) if asked else advised
    places = fixed_modules(recipe, whole.package_name(recipe))
    too_long = settings.decompose == AUTO and tokens > settings.answer_tokens
    wanted = asked or (too_long and not places and are_writable(recipe.requirements))
    return Size(
        score=score.score,
        reasons=score.reasons,
        plan_tokens=tokens,
        answer_tokens=settings.answer_tokens,
        asked=asked,
        strategy=strategy if wanted and is_divisible else None,
        advised=advised,
        fixed=places if too_long else (),
    )


def plan_tokens(recipe: Recipe) -> int:
    """How long the answer would be that plans all of it."""
    return round(of_plan(whole.plan_question(recipe)) / CHARACTERS_A_TOKEN)


# ---------------------------------------------------------------- dividing


@dataclass(frozen=True)
class Scope:
    """What is planned, or divided further: the whole recipe, or one part of it."""

    ids: tuple[str, ...]
    components: tuple[str, ...]
    path: str = ""
    purpose: str = ""
    below: tuple[Brick, ...] = ()
    crossing: tuple[str, ...] = ()
    """Requirements of parts above that its bricks may serve."""
    others: tuple[OtherPart, ...] = ()
    is_top: bool = True

    @property
    def prefix(self) -> str:
        return f"{self.path}." if self.path else ""


def whole_of(recipe: Recipe) -> Scope:
    return Scope(
        ids=tuple(item.id for item in recipe.requirements),
        components=tuple(one.name for one in recipe.components),
        below=given_bricks(recipe),
    )


def given_bricks(recipe: Recipe) -> tuple[Brick, ...]:
    """Code that the recipe brings along lies below all parts, where it is."""
    told = "Given: its code comes with the recipe."
    return tuple(
        Brick(name=name, spec=told, serves=(), interface=outline(source))
        for name, source in recipe.given.items()
    )


def divide_question(recipe: Recipe, scope: Scope, drafted: Draft) -> DivideIn:
    return DivideIn(
        **shared_recipe(recipe, whole.package_name(recipe)),
        within=scope.path,
        strategy=drafted.strategy.value,
        ids=scope.ids,
        modules=scope.components,
        together=drafted.groups,
        uses=drafted.edges,
    )


async def divided(
    recipe: Recipe, scope: Scope, strategy: Strategy, context: BuildContext
) -> Decomposition:
    """The parts of this scope, as a model names them and a machine finds nothing wrong with."""
    drafted = draft(recipe, strategy, scope.ids, scope.components)
    package = whole.package_name(recipe)
    served = [item.id for item in whole.planned(recipe)]

    def check(out: DivideOut) -> list[str]:
        return wrong_division(out, drafted, package, served)

    about = scope.path or recipe.name
    question = divide_question(recipe, scope, drafted)
    answer = await context.asker.ask(DIVIDE, question, check=check, about=about)
    return decomposition(answer, drafted)


# ---------------------------------------------------------------- planning the parts


class Planned(Value):
    """The bricks of one part, under their full names, and what was planned with them."""

    bricks: tuple[Brick, ...] = ()
    entry: str = ""
    proofs: tuple[PlannedProof, ...] = ()
    permissions: tuple[PlannedPermission, ...] = ()
    inner: Decomposition | None = None

    def plan(self, package: str, below: Sequence[Brick] = ()) -> Plan:
        first = {one.requirement: one for one in reversed(self.proofs)}
        return Plan(
            package=package,
            bricks=(*below, *self.bricks),
            entry=self.entry,
            proofs=tuple(reversed(first.values())),
            permissions=tuple(dict.fromkeys(self.permissions)),
            decomposition=self.inner,
        )


async def in_parts(recipe: Recipe, strategy: Strategy, context: BuildContext) -> Plan:
    """One plan, of all parts."""
    found = await _split(recipe, whole_of(recipe), strategy, context)
    result = found.plan(whole.package_name(recipe), given_bricks(recipe))
    if result.decomposition:
        context.keep(PARTS, in_folders(sub_recipes(recipe, result.decomposition)))
    return result


async def _split(
    recipe: Recipe, scope: Scope, strategy: Strategy, context: BuildContext
) -> Planned:
    """A scope divided, and its parts planned: first those on which others stand."""
    found = await divided(recipe, scope, strategy, context)
    _accept(recipe, scope, found, context)
    done: dict[str, Planned] = {}

    async def one(part: Part) -> tuple[str, Planned]:
        return part.name, await _part(recipe, part_scope(scope, found, part, done), context)

    while len(done) < len(found.parts):
        ready = [
            part
            for part in found.parts
            if part.name not in done and all(below in done for below in part.depends)
        ]
        done |= dict(await context.every(one, ready))
    return _joined(found, done)


def questions(recipe: Recipe, strategy: Strategy, told: Sequence[Decomposed]) -> dict[str, PartIn]:
    """Those about parts by what they are about, as far as they are foreseen: of the division that
    was told, else of the one that the draft leads to."""
    scope = whole_of(recipe)
    if told:
        parts = tuple(map(Part.model_validate, told[0].parts))
        found = Decomposition(strategy=strategy, parts=parts, crossing=told[0].crossing)
    else:
        found = foreseen(draft(recipe, strategy, scope.ids, scope.components))
    scopes = [part_scope(scope, found, part, {}) for part in found.parts]
    return {f"part {one.path}": part_question(recipe, one) for one in scopes}


def _accept(recipe: Recipe, scope: Scope, found: Decomposition, context: BuildContext) -> None:
    """Told, and kept beside the run as recipes that can be read and checked."""
    items = tuple(item for item in recipe.requirements if item.id in scope.ids)
    written = sub_recipes(recipe.model_copy(update={"requirements": items}), found)
    if not scope.path:
        context.keep(PARTS, in_folders(written))
    told = [one.model_dump(mode="json", exclude={"inner"}) for one in found.parts]
    context.tell(
        Decomposed(
            stage="plan",
            within=scope.path,
            strategy=found.strategy.value,
            parts=tuple(told),
            crossing=found.crossing,
        )
    )


def part_scope(
    scope: Scope, found: Decomposition, part: Part, done: Mapping[str, Planned]
) -> Scope:
    """What a part may see and serve."""
    below = beneath(part.name, {one.name: one.depends for one in found.parts})
    bricks = tuple(brick for name in below if name in done for brick in done[name].bricks)
    path = f"{scope.prefix}{part.name}"
    return Scope(
        ids=part.ids,
        components=part.components,
        path=path,
        purpose=part.purpose,
        below=(*scope.below, *bricks),
        crossing=(*scope.crossing, *found.crossing),
        others=(
            *scope.others,
            *(
                OtherPart(name=f"{scope.prefix}{one.name}", purpose=one.purpose, ids=one.ids)
                for one in found.parts
                if one is not part
            ),
        ),
        is_top=scope.is_top and part is found.parts[-1],
    )


def _joined(found: Decomposition, done: Mapping[str, Planned]) -> Planned:
    each = [done[part.name] for part in found.parts]
    parts = tuple(part.model_copy(update={"inner": done[part.name].inner}) for part in found.parts)
    return Planned(
        bricks=tuple(brick for one in each for brick in one.bricks),
        entry=next((one.entry for one in each if one.entry), ""),
        proofs=tuple(proof for one in each for proof in one.proofs),
        permissions=tuple(wish for one in each for wish in one.permissions),
        inner=found.model_copy(update={"parts": parts}),
    )


async def _part(recipe: Recipe, scope: Scope, context: BuildContext) -> Planned:
    """A part's bricks; one that is too large for an answer itself is divided further."""
    strategy = nested(recipe, scope, context.settings)
    if strategy:
        return await _split(recipe, scope, strategy, context)

    package = whole.package_name(recipe)

    async def check(out: PlanOut) -> Sequence[str]:
        found = named(recipe, scope, out)
        problems = _foreign(scope, found, recipe)
        seen, plan = _seen(recipe, scope, found), found.plan(package, scope.below)
        return problems or await whole.faults(seen, plan, context)

    question = part_question(recipe, scope)
    answer = await context.asker.ask(PLAN_PART, question, check=check, about=f"part {scope.path}")
    return named(recipe, scope, answer)


def nested(recipe: Recipe, scope: Scope, settings: Settings) -> Strategy | None:
    """By what a part is divided further, if its plan alone is longer than an answer."""
    items = [item for item in whole.planned(recipe) if item.id in scope.ids]
    own = replace(scope, ids=tuple(item.id for item in items))
    tokens = PLAN_PART.length(part_question(recipe, own)) if PLAN_PART.length else 0
    if len(items) < 2 or tokens / CHARACTERS_A_TOKEN <= settings.answer_tokens:
        return None
    return chosen(recipe, scope.ids, scope.components)


def part_question(recipe: Recipe, scope: Scope) -> PartIn:
    package = whole.package_name(recipe)
    shown = Plan(package=package, bricks=scope.below)
    must = _must(recipe, scope)
    return PartIn(
        **shared_recipe(recipe, package),
        part=scope.path,
        purpose=scope.purpose,
        ids=must,
        crossing=tuple(id for id in scope.crossing if id not in must),
        modules=scope.components,
        command=scope.is_top and recipe.type is RecipeType.TOOL,
        others=scope.others,
        interfaces=Files({shown.path(one.name): one.interface for one in scope.below}),
    )


def _must(recipe: Recipe, scope: Scope) -> tuple[str, ...]:
    """What its bricks have to serve; the last part sees to what crosses and nobody serves yet."""
    served = {id for brick in scope.below for id in brick.serves}
    left = [id for id in scope.crossing if not _is_served(recipe, id, served)]
    wanted = {*scope.ids, *(left if scope.is_top else ())}
    return tuple(item.id for item in whole.planned(recipe) if item.id in wanted)


def _is_served(recipe: Recipe, id: str, served: set[str]) -> bool:
    clauses = {clause.id for clause in recipe.requirement(id).clauses}
    return id in served or bool(clauses and clauses <= served)


def named(recipe: Recipe, scope: Scope, out: PlanOut) -> Planned:
    """An answer with its bricks under their full names; only the top of a tool has a command."""
    package, prefix = whole.package_name(recipe), scope.prefix
    interfaces = by_brick(out.interfaces, package, prefix)
    own = {one.name: brick_name(one.name, package, prefix) for one in out.bricks}
    bricks = tuple(
        Brick(
            name=own[one.name],
            spec=one.spec,
            serves=one.serves,
            depends=tuple(dict.fromkeys(own.get(below, below) for below in one.depends)),
            interface=interfaces.get(f"{own[one.name]}.py", "").rstrip("\n") + "\n",
        )
        for one in out.bricks
    )
    brick, sign, operation = out.entry.partition(":")
    is_command = scope.is_top and recipe.type is RecipeType.TOOL
    entry = f"{own.get(brick, brick)}{sign}{operation}" if is_command else ""
    return Planned(
        bricks=bricks,
        entry=entry,
        proofs=tuple(one for one in out.proofs if one.requirement in _may(recipe, scope)),
        permissions=out.permissions,
    )


def _may(recipe: Recipe, scope: Scope) -> set[str]:
    """What the bricks of a part may serve, with the clauses of it."""
    items = [recipe.requirement(id) for id in (*scope.ids, *scope.crossing)]
    return {id for item in items for id in (item.id, *(clause.id for clause in item.clauses))}


def _foreign(scope: Scope, found: Planned, recipe: Recipe) -> list[str]:
    """Bricks that reach beyond their part."""
    may, prefix = _may(recipe, scope), scope.prefix
    problems = [
        f"Brick '{brick.name}' serves '{id}', which is neither in `ids` nor in `crossing`."
        for brick in found.bricks
        for id in brick.serves
        if id not in may
    ]
    for brick in found.bricks:
        inside = brick.name.removeprefix(prefix)
        if "." in inside:
            problems.append(f"Brick '{inside}' needs a name without a dot, in part {scope.path}.")
    return problems


def _seen(recipe: Recipe, scope: Scope, found: Planned) -> Recipe:
    """The recipe as far as this part and those below it go."""
    served = {id for brick in (*scope.below, *found.bricks) for id in brick.serves}
    must = {*_must(recipe, scope), *scope.ids}
    items = tuple(
        item
        for item in recipe.requirements
        if item.id in must or served & {item.id, *(clause.id for clause in item.clauses)}
    )
    if scope.is_top:
        return recipe.model_copy(update={"requirements": items})
    update = {"requirements": items, "type": RecipeType.LIBRARY, "examples": ""}
    return recipe.model_copy(update=update)
