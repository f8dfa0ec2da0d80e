"""Which requirements are asked about together: by brick, and for the whole in small groups."""

from collections.abc import Iterable

from brickyard.interfaces import normalised
from brickyard.recipe.lock import meaning
from brickyard.record.keys import digest
from brickyard.tasks.cases import CasesIn
from brickyard.tasks.views import owners, shared_plan
from brickyard.values import Kind, Plan, Recipe, TestLevel, Value

GROUP = 12
"""Requirements in one acceptance question."""


class Batch(Value):
    """One question for cases: what it is about, the ids to prove, the bricks it may see."""

    level: TestLevel
    brick: str
    ids: tuple[str, ...]
    bricks: tuple[str, ...]


def batches(recipe: Recipe, plan: Plan) -> tuple[Batch, ...]:
    return (*_acceptance(recipe, plan), *_by_brick(recipe, plan))


def _acceptance(recipe: Recipe, plan: Plan) -> Iterable[Batch]:
    """In groups, those whose topmost brick is the same beside each other."""
    homes: dict[str, list[str]] = {}
    for requirement in recipe.requirements:
        if requirement.kind is Kind.BEHAVIOUR:
            homes.setdefault(_top(plan, requirement.id, recipe), []).append(requirement.id)
    ids = [(brick, id) for brick, group in homes.items() for id in group]
    count = -(-len(ids) // GROUP)
    for number in range(count):
        group = ids[len(ids) * number // count : len(ids) * (number + 1) // count]
        chosen = tuple(id for _, id in group)
        yield Batch(
            level=TestLevel.ACCEPTANCE,
            brick=group[-1][0],
            ids=chosen,
            bricks=visible(plan, recipe, chosen),
        )


def _by_brick(recipe: Recipe, plan: Plan) -> Iterable[Batch]:
    for brick in plan.in_order:
        ids = tuple(id for id in brick.serves if recipe.requirement(id).kind in _CASES)
        if ids:
            yield Batch(
                level=TestLevel.BRICK,
                brick=brick.name,
                ids=ids,
                bricks=(*plan.beneath(brick.name), brick.name),
            )


_CASES = (Kind.BEHAVIOUR, Kind.PROPERTY)


def serving(plan: Plan, recipe: Recipe, id: str) -> tuple[str, ...]:
    """The bricks that serve a requirement or any clause of it, lowest first."""
    owner = recipe.requirement(id)
    names = {owner.id, *(clause.id for clause in owner.clauses)}
    found = {brick.name for brick in plan.bricks if not names.isdisjoint(brick.serves)}
    if len(found) < 2:
        return tuple(found)
    return tuple(brick.name for brick in plan.in_order if brick.name in found)


def _top(plan: Plan, id: str, recipe: Recipe) -> str:
    return serving(plan, recipe, id)[-1]


def visible(plan: Plan, recipe: Recipe, ids: Iterable[str]) -> tuple[str, ...]:
    """The bricks that serve these, what those stand on, and the command's brick."""
    entry = plan.entry.partition(":")[0]
    seen: set[str] = {entry, *plan.beneath(entry)} if entry else set()
    for id in ids:
        for brick in serving(plan, recipe, id):
            seen.update((brick, *plan.beneath(brick)))
    return tuple(brick.name for brick in plan.in_order if brick.name in seen)


def part_of(plan: Plan, names: Iterable[str]) -> Plan:
    """Only these bricks: what the rest looks like does not matter to them."""
    chosen = set(names)
    kept = tuple(brick for brick in plan.bricks if brick.name in chosen)
    entry = plan.entry if any(plan.entry.startswith(f"{brick.name}:") for brick in kept) else ""
    return plan.model_copy(update={"bricks": kept, "entry": entry})


def question(batch: Batch, recipe: Recipe, plan: Plan) -> CasesIn:
    whole = batch.level is TestLevel.ACCEPTANCE
    return CasesIn(
        **shared_plan(recipe, plan),
        ids=owners(recipe, batch.ids),
        bricks=batch.bricks,
        level=batch.level.value,
        subject="the whole package" if whole else batch.brick,
        spec="" if whole else plan.brick(batch.brick).spec,
        command=f"{recipe.name} ({entry})" if (entry := part_of(plan, batch.bricks).entry) else "",
    )


def inputs(ids: Iterable[str], bricks: Iterable[str], recipe: Recipe, plan: Plan) -> dict[str, str]:
    """What tests are accepted for: the requirements' meaning and the interfaces they may use."""
    return {
        "context": digest(" ".join(recipe.context.split())),
        **{f"requirement {id}": meaning(recipe.requirement(id)) for id in ids},
        **{f"interface {name}": digest(normalised(plan.brick(name).interface)) for name in bricks},
    }
