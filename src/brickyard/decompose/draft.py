"""What of a split is certain without reading: by areas, by layers, or by what is riskiest.

A draft says what has to stay together and what comes first; the rest is asked for.
"""

import re
from collections.abc import Sequence

from pydantic import Field

from brickyard.decompose.dependencies import Edges, dependencies, levels
from brickyard.recipe.complexity import Complexity, complexity
from brickyard.values import Decomposition, Kind, Level, Part, Recipe, Requirement, Strategy, Value

RISKIEST = 3
"""One in so many requirements is in the part that comes first, where risk decides."""
OF_A_MUST, OF_ANOTHER_PROOF, OF_A_MENTION = 2.0, 2.0, 1.0
USUAL = 4
"""Parts that a recipe is divided into where nothing names them."""
WORDS_OF_RISK = 40
"""So many words of a requirement are one more that may be read wrong."""


class Group(Value):
    """What stays together, and why; the name is a proposal."""

    name: str
    why: str
    ids: tuple[str, ...] = ()
    components: tuple[str, ...] = ()


class Draft(Value):
    strategy: Strategy
    ids: tuple[str, ...]
    """All that have to be placed."""
    components: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    edges: Edges = Field(default_factory=dict)
    first: tuple[str, ...] = ()
    """Those that belong into the first part, on which the others may stand."""


def draft(
    recipe: Recipe, strategy: Strategy, ids: Sequence[str], components: Sequence[str]
) -> Draft:
    """Of these requirements and components of the recipe."""
    edges = {
        name: tuple(one for one in below if one in components)
        for name, below in dependencies(recipe).items()
        if name in components
    }
    start = Draft(strategy=strategy, ids=tuple(ids), components=tuple(components), edges=edges)
    items = [recipe.requirement(id) for id in ids]
    match strategy:
        case Strategy.FUNCTIONAL:
            return start.model_copy(update={"groups": _areas(items)})
        case Strategy.LAYERED:
            return start.model_copy(update={"groups": _layers(edges, components)})
        case Strategy.RISK:
            return _by_risk(start, items, recipe)


def chosen(recipe: Recipe, ids: Sequence[str], components: Sequence[str]) -> Strategy:
    """By what the score finds too much, where the recipe says enough to split by it."""
    items = [recipe.requirement(id) for id in ids]
    parts = [one for one in recipe.components if one.name in components]
    score = complexity(items, parts)
    if len(_areas(items)) > 1 and (_is_beyond(score, "functional areas") or len(parts) < 2):
        return Strategy.FUNCTIONAL
    if len(levels(dependencies(recipe), components)) > 1:
        return Strategy.LAYERED
    return Strategy.FUNCTIONAL if len(_areas(items)) > 1 else Strategy.RISK


def foreseen(drafted: Draft) -> Decomposition:
    """The parts that a draft leads to, as far as nobody has read it: for an estimate alone."""
    groups = [group for group in drafted.groups if group.ids]
    left = tuple(id for id in drafted.ids if not any(id in group.ids for group in groups))
    size = max(1, -(-len(left) // max(1, USUAL - len(groups))))
    chunks = [left[at : at + size] for at in range(0, len(left), size)]
    named = {group.name: group.ids for group in groups}
    named |= {f"part_{number}": chunk for number, chunk in enumerate(chunks, 1)}
    parts = tuple(Part(name=name, ids=ids) for name, ids in named.items())
    return Decomposition(strategy=drafted.strategy, parts=parts)


def _is_beyond(score: Complexity, what: str) -> bool:
    return any(one.what == what for one in score.beyond)


def _areas(items: Sequence[Requirement]) -> tuple[Group, ...]:
    found: dict[str, list[str]] = {}
    for item in items:
        if item.area:
            found.setdefault(item.area, []).append(item.id)
    return tuple(
        Group(name=slug(area), why=f"the area “{area}”", ids=tuple(ids))
        for area, ids in found.items()
    )


def _layers(edges: Edges, components: Sequence[str]) -> tuple[Group, ...]:
    layers = levels(edges, components) if edges else ()
    return tuple(
        Group(name=f"layer_{number}", why=_above(number), components=layer)
        for number, layer in enumerate(layers, 1)
    )


def _above(number: int) -> str:
    return "they use no other component" if number == 1 else f"they use layer {number - 1}"


def _by_risk(start: Draft, items: Sequence[Requirement], recipe: Recipe) -> Draft:
    told = {item.id: risk(item, recipe) for item in items}
    ordered = sorted(told, key=lambda one: -told[one])
    first = tuple(sorted(ordered[: max(1, len(ordered) // RISKIEST)], key=[*told].index))
    why = "the riskiest: " + ", ".join(f"{id} {told[id]:.1f}" for id in first)
    group = Group(name="core", why=why, ids=first)
    return start.model_copy(update={"groups": (group,), "first": first})


def risk(item: Requirement, recipe: Recipe) -> float:
    """More for a MUST, for many words and clauses, for a proof that is hard to make, and for each
    other requirement that speaks of it."""
    words = " ".join((item.text, *(clause.text for clause in item.clauses)))
    named = re.compile(rf"(?<![\w.-]){re.escape(item.id)}(?![\w-])")
    others = [one for one in recipe.requirements if one.id != item.id]
    mentions = sum(bool(named.search(one.text)) for one in others)
    return (
        (OF_A_MUST if item.level is Level.MUST else 0)
        + (0 if item.kind is Kind.BEHAVIOUR else OF_ANOTHER_PROOF)
        + len(words.split()) / WORDS_OF_RISK
        + OF_A_MENTION * mentions
    )


def slug(text: str) -> str:
    """A name of a sub-package from a heading."""
    plain = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return plain if plain[:1].isalpha() else f"part_{plain}".rstrip("_")
