"""settled: the recipe with the kinds of proof that its plan proposes, as far as they are taken.

A plan proposes kinds and permissions with the recipe's words for them; the machine takes a kind or
falls back to cases, and says so; a permission is given by a person alone.
"""

import sys
from collections.abc import Iterator

from brickyard.context import BuildContext
from brickyard.errors import NotAllowed
from brickyard.events import PlanSettled
from brickyard.proofs.external import require_loopback
from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.recipe.examples import EXAMPLES, shown_by_example
from brickyard.recipe.lock import as_written
from brickyard.recipe.permissions import PERMISSIONS, Wish, granted, with_granted
from brickyard.recipe.proposals import not_for_kind, unsaid
from brickyard.recipe.quotes import shown, texts
from brickyard.recipe.words import KINDS
from brickyard.values import (
    Kind,
    Plan,
    PlannedPermission,
    PlannedProof,
    Recipe,
    Requirement,
    Value,
)
from brickyard.values.kinds import PROOFS

_OPTION, _ANSWER = "--allow", "a yes at the terminal"


class TakenKind(Value):
    """A requirement that is proven otherwise than by cases; `by` is recipe or plan."""

    requirement: str
    kind: Kind
    by: str
    words: str = ""


class NotTaken(Value):
    """A proposed kind that the machine does not take."""

    requirement: str
    kind: str
    words: str
    reason: str
    stays: str = ""
    """The kind that it is proven by; nothing if there is no such requirement."""

    @property
    def told(self) -> str:
        return f"{self.kind} was proposed for “{self.words}”, but {self.reason}"


class Dropped(Value):
    """A permission that nothing in the recipe asks for."""

    name: str
    words: str
    reason: str


class Settled(Value):
    """`recipe` has the kinds in their places; `permissions` that nobody gave are still open."""

    recipe: Recipe
    kinds: tuple[TakenKind, ...] = ()
    not_taken: tuple[NotTaken, ...] = ()
    permissions: tuple[Wish, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    @property
    def ungranted(self) -> tuple[Wish, ...]:
        return tuple(wish for wish in self.permissions if not wish.by)


def settled(recipe: Recipe, plan: Plan) -> Settled:
    """The same for the same recipe and plan: whoever reads a plan again comes to the same."""
    bare = tuple(map(as_written, recipe.requirements))
    recipe = recipe.model_copy(update={"requirements": bare})
    taken: dict[str, PlannedProof] = {}
    fallen: list[NotTaken] = []
    for one in plan.proofs:
        reason = _not_taken(one, recipe, taken)
        if reason:
            fallen.append(
                NotTaken(
                    requirement=one.requirement,
                    kind=one.kind,
                    words=shown(one.words),
                    reason=reason,
                )
            )
        elif _kind(one) is not recipe.requirement(one.requirement).kind:
            taken[one.requirement] = one
    items = tuple(_with_kind(item, taken.get(item.id)) for item in recipe.requirements)
    new = recipe.model_copy(update={"requirements": items})
    dropped = [one for each in plan.permissions if (one := _dropped(each, recipe))]
    return Settled(
        recipe=new,
        kinds=tuple(_kinds(new, taken)),
        not_taken=tuple(_staying(one, new) for one in fallen),
        permissions=tuple(_wishes(new, plan, taken)),
        dropped=tuple(dropped),
    )


async def agreed(recipe: Recipe, plan: Plan, context: BuildContext) -> Recipe:
    """The settled recipe, told; NotAllowed if it needs a permission that no person gives."""
    found = settled(with_granted(recipe, context.allow, _OPTION), plan)
    tell(found, context)
    if any(one.kind is Kind.EXTERNAL and one.by == "plan" for one in found.kinds):
        await require_loopback(found.recipe, context.sandbox)
    refused = [one for one in found.ungranted if context.permit is None or not context.permit(one)]
    if refused:
        names, asks = zip(*((one.name, one.told) for one in refused), strict=True)
        raise NotAllowed(names, asks, recipe.source)
    return with_granted(found.recipe, (one.name for one in found.ungranted), _ANSWER)


def tell(found: Settled, context: BuildContext) -> None:
    """Nothing where all is proven by cases and nothing is asked for."""
    told = found.model_dump(mode="json", exclude={"recipe"})
    if any(told.values()):
        context.tell(PlanSettled(stage="plan", **told))


def _not_taken(one: PlannedProof, recipe: Recipe, taken: dict[str, PlannedProof]) -> str:
    """Why a proposal is not taken; nothing if it is, or if it says what is so anyway."""
    item = next((each for each in recipe.requirements if each.id == one.requirement), None)
    kind = _kind(one)
    if item is None:
        return "there is no such requirement"
    if kind is None:
        return "there is no such kind of proof"
    written = _written(recipe, item.id)
    if written is not None:
        return "" if written is kind else f"the recipe itself says {written.value}"
    if kind is Kind.BEHAVIOUR:
        return ""
    if kind is not Kind.PROPERTY and item.id in shown_by_example(recipe):
        return f"{EXAMPLES} shows it by example, so it is proven by cases"
    if item.id in taken:
        return f"{taken[item.id].kind} was proposed before"
    if len(item.scenarios) > _shown_as_a_whole(kind):
        return "each of its scenarios wants a case of its own"
    return not_for_kind(item, one.words, recipe) or KINDS_OF_PROOF[kind].not_taken(
        one, item, recipe
    )


def _shown_as_a_whole(kind: Kind) -> int:
    """How many scenarios a requirement of this kind may have: what no case shows, none; what is
    measured, the one that is measured."""
    if "sensitive" in PROOFS[kind]:
        return sys.maxsize
    return int("traced" in PROOFS[kind])


def _kind(one: PlannedProof) -> Kind | None:
    return KINDS.get(one.kind.strip().lower())


def _written(recipe: Recipe, id: str) -> Kind | None:
    """The kind that the recipe writes; None where it leaves it open."""
    item = recipe.requirement(id)
    is_written = item.kind_by == "recipe" or item.kind is not Kind.BEHAVIOUR
    return item.kind if is_written else None


def _with_kind(item: Requirement, one: PlannedProof | None) -> Requirement:
    kind = _kind(one) if one else None
    return item.model_copy(update={"kind": kind, "kind_by": "plan"}) if kind else item


def _kinds(recipe: Recipe, taken: dict[str, PlannedProof]) -> Iterator[TakenKind]:
    for item in recipe.requirements:
        if item.kind is not Kind.BEHAVIOUR:
            words = shown(taken[item.id].words) if item.id in taken else ""
            by = "plan" if words else "recipe"
            yield TakenKind(requirement=item.id, kind=item.kind, by=by, words=words)


def _staying(one: NotTaken, recipe: Recipe) -> NotTaken:
    kinds = {item.id: item.kind.value for item in recipe.requirements}
    return one.model_copy(update={"stays": kinds.get(one.requirement, "")})


def _dropped(one: PlannedPermission, recipe: Recipe) -> Dropped | None:
    reason = "" if one.name in PERMISSIONS else "there is no such permission"
    reason = reason or unsaid(one.words, *texts(recipe))
    return Dropped(name=one.name, words=shown(one.words), reason=reason) if reason else None


def _wishes(recipe: Recipe, plan: Plan, taken: dict[str, PlannedProof]) -> Iterator[Wish]:
    """Each once, with all words for it; those for a kind that needs one count as well."""
    asked: dict[str, dict[str, None]] = {}
    for one in plan.permissions:
        if not _dropped(one, recipe):
            asked.setdefault(one.name, {})[shown(one.words)] = None
    for one in taken.values():
        kind = _kind(one)
        if kind and (permission := KINDS_OF_PROOF[kind].permission):
            asked.setdefault(permission, {})[shown(one.words)] = None
    given = {one.name: one.by for one in reversed(granted(recipe))}
    for name, words in asked.items():
        yield Wish(name=name, words=tuple(words), by=given.get(name, ""))
