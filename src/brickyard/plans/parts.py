"""The parts of a plan: what is wrong with them, and how they follow an edit of the recipe.

Once accepted, parts stay: what is new joins the part whose bricks serve it, and nothing moves.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from brickyard.files import Files
from brickyard.values import Decomposition, Part, Plan, Recipe


def brick_name(path: str, package: str, prefix: str = "") -> str:
    """The brick that a file of an interface is about: `parser.py`, `text/parser.py`, or its whole
    path in the package; within the sub-packages of `prefix`."""
    name = path.removesuffix(".py").replace("/", ".").removeprefix(f"{package}.")
    return name if name.startswith(prefix) else f"{prefix}{name}"


def by_brick(interfaces: Files, package: str, prefix: str = "") -> Files:
    """Interfaces under the names of their bricks: `text.parser.py`."""
    found = {f"{brick_name(path, package, prefix)}.py": text for path, text in interfaces.items()}
    return Files(found)


def misplaced(recipe: Recipe, plan: Plan) -> Iterator[str]:
    """What is wrong with the parts of a plan for this recipe; nothing where it has none."""
    if plan.decomposition is None:
        return
    ids = [item.id for item in recipe.requirements]
    yield from _lost(plan.decomposition, ids)
    homes = packages(plan.decomposition)
    for brick in plan.bricks:
        if brick.name not in recipe.given and brick.name.rpartition(".")[0] not in homes:
            known = ", ".join(homes)
            yield f"Brick '{brick.name}' lies in no part of the plan; its parts are {known}."


def _lost(found: Decomposition, ids: Sequence[str], within: str = "") -> Iterator[str]:
    """Each requirement has one place, at every depth."""
    where = f"Part '{within}'" if within else "The plan"
    counts = Counter((*found.crossing, *(id for part in found.parts for id in part.ids)))
    for id in dict.fromkeys((*ids, *counts)):
        if id not in ids:
            yield f"{where} has a place for '{id}', which is not one of its requirements."
        elif not counts[id]:
            yield f"{where} has no place for requirement '{id}': nothing may be lost."
        elif counts[id] > 1:
            yield f"{where} has {counts[id]} places for requirement '{id}'."
    for part in found.parts:
        if part.inner:
            yield from _lost(part.inner, part.ids, f"{within}.{part.name}".strip("."))


def packages(found: Decomposition, prefix: str = "") -> dict[str, Part]:
    """The sub-packages that hold bricks, by their dotted names."""
    homes: dict[str, Part] = {}
    for part in found.parts:
        name = f"{prefix}{part.name}"
        homes |= packages(part.inner, f"{name}.") if part.inner else {name: part}
    return homes


def regrouped(plan: Plan, recipe: Recipe, renamed: Mapping[str, str]) -> Plan:
    """The plan whose parts have the requirements of this recipe, each where it was.

    What is new is in the part whose bricks serve it; what bricks of several parts serve crosses.
    """
    if plan.decomposition is None:
        return plan
    ids = tuple(item.id for item in recipe.requirements)
    served: dict[str, set[str]] = {id: set() for id in ids}
    owners = {one.id: item.id for item in recipe.requirements for one in (item, *item.clauses)}
    for brick in plan.bricks:
        for id in brick.serves:
            served.get(owners.get(id, ""), set[str]()).add(brick.name)
    found = _followed(plan.decomposition, ids, served, renamed, "")
    return plan.model_copy(update={"decomposition": found})


def _followed(
    found: Decomposition,
    ids: Sequence[str],
    served: Mapping[str, Collection[str]],
    renamed: Mapping[str, str],
    prefix: str,
) -> Decomposition:
    before = {renamed.get(id, id): part.name for part in found.parts for id in part.ids}
    crossing = {renamed.get(id, id) for id in found.crossing}
    homes: dict[str, str] = {}
    for id in ids:
        serving = {part.name for part in found.parts if _serves(served[id], prefix, part.name)}
        stays = {before[id]} if id in before else set[str]()
        if id not in crossing and len(serving | stays) == 1:
            (homes[id],) = serving | stays
    parts: list[Part] = []
    for part in found.parts:
        own = tuple(id for id in ids if homes.get(id) == part.name)
        inner = part.inner
        if inner:
            inner = _followed(inner, own, served, renamed, f"{prefix}{part.name}.")
        parts.append(part.model_copy(update={"ids": own, "inner": inner}))
    crosses = tuple(id for id in ids if id not in homes)
    return found.model_copy(update={"parts": tuple(parts), "crossing": crosses})


def _serves(bricks: Collection[str], prefix: str, part: str) -> bool:
    return any(brick.startswith(f"{prefix}{part}.") for brick in bricks)
