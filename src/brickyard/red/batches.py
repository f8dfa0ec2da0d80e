"""Which requirements are asked about together: as many as one answer holds."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from brickyard.ask.views import owners, shared_plan
from brickyard.interfaces import normalised
from brickyard.models.tokens import CHARACTERS_A_TOKEN
from brickyard.recipe.lock import meaning
from brickyard.record.keys import digest
from brickyard.red.question import CasesIn
from brickyard.settings import Settings
from brickyard.values import (
    Brick,
    Kind,
    Level,
    Plan,
    ProofLevel,
    Recipe,
    Requirement,
    TestLevel,
    Value,
)

T = TypeVar("T")

OF_A_REQUIREMENT = 2300
"""Characters of the cases that one requirement brings, and of the code, as the trials had them."""


class Batch(Value):
    """One question for cases: what it is about, the ids to prove, the bricks it may see."""

    level: TestLevel
    brick: str
    ids: tuple[str, ...]
    bricks: tuple[str, ...]


def batches(recipe: Recipe, plan: Plan, settings: Settings) -> tuple[Batch, ...]:
    """Acceptance cases for all; those of single bricks only at the level full."""
    whole = acceptance(recipe, plan, settings)
    return (*whole, *_by_brick(recipe, plan)) if settings.proof is ProofLevel.FULL else whole


def acceptance(recipe: Recipe, plan: Plan, settings: Settings) -> tuple[Batch, ...]:
    """As few questions as answers of the planned size allow, by area: those whose topmost brick is
    the same beside each other."""
    homes: dict[str, list[str]] = {}
    for requirement in recipe.requirements:
        if has_cases(requirement):
            homes.setdefault(_top(plan, requirement.id, recipe), []).append(requirement.id)
    ids = [id for group in homes.values() for id in group]
    most = max(1, round(settings.answer_tokens * CHARACTERS_A_TOKEN / OF_A_REQUIREMENT))
    return tuple(whole_batch(plan, group) for group in evenly(ids, most))


def has_cases(requirement: Requirement) -> bool:
    """What is judged in process alone is not enough for a MUST; and scenarios want cases."""
    wanted = requirement.level is Level.MUST or bool(requirement.scenarios)
    return requirement.kind is Kind.BEHAVIOUR or (requirement.kind is Kind.PROPERTY and wanted)


def whole_batch(plan: Plan, ids: Iterable[str]) -> Batch:
    """Cases of these requirements through all that the package offers."""
    bricks = tuple(brick.name for brick in plan.in_order)
    return Batch(level=TestLevel.ACCEPTANCE, brick="", ids=tuple(ids), bricks=bricks)


def evenly(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """In groups of about the same size, none of them over `most`."""
    count = -(-len(items) // most)
    size = len(items)
    return [items[size * at // count : size * (at + 1) // count] for at in range(count)]


def _by_brick(recipe: Recipe, plan: Plan) -> Iterable[Batch]:
    found = (brick_batch(brick, recipe, plan) for brick in plan.in_order)
    return (batch for batch in found if batch)


def brick_batch(brick: Brick, recipe: Recipe, plan: Plan) -> Batch | None:
    """Cases of this brick through its own interface; None if cases prove nothing of it."""
    ids = tuple(id for id in brick.serves if recipe.requirement(id).kind in _CASES)
    bricks = (*plan.beneath(brick.name), brick.name)
    return Batch(level=TestLevel.BRICK, brick=brick.name, ids=ids, bricks=bricks) if ids else None


_CASES = (Kind.BEHAVIOUR, Kind.PROPERTY)


def serving(plan: Plan, recipe: Recipe, id: str) -> tuple[str, ...]:
    """The bricks that serve a requirement or any clause of it, lowest first."""
    owner = recipe.requirement(id)
    clauses = [clause.id for clause in owner.clauses]
    served = (plan.by_requirement.get(one, ()) for one in (owner.id, *clauses))
    found = set[str]().union(*served)
    return tuple(found) if len(found) < 2 else plan.ordered(found)


def _top(plan: Plan, id: str, recipe: Recipe) -> str:
    return serving(plan, recipe, id)[-1]


def visible(plan: Plan, recipe: Recipe, ids: Iterable[str]) -> tuple[str, ...]:
    """The bricks that serve these, what those stand on, and the command's brick."""
    entry = plan.entry.partition(":")[0]
    seen: set[str] = {entry, *plan.beneath(entry)} if entry else set()
    for id in ids:
        for brick in serving(plan, recipe, id):
            seen.update((brick, *plan.beneath(brick)))
    return plan.ordered(seen)


def part_of(plan: Plan, names: Iterable[str]) -> Plan:
    """Only these bricks: what the rest looks like does not matter to them."""
    chosen = set(names)
    kept = tuple(brick for brick in plan.bricks if brick.name in chosen)
    if len(kept) == len(plan.bricks):
        return plan
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
