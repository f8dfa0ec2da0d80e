"""A division, checked by machine: nothing lost, nothing twice, no circle, each part a package."""

import keyword
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from brickyard.decompose.draft import Draft
from brickyard.decompose.question import DividedPart, DivideOut
from brickyard.recipe.graph import cycles
from brickyard.values import Decomposition, Part, Strategy

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def faults(out: DivideOut, drafted: Draft, package: str, planned: Sequence[str]) -> list[str]:
    """Everything that is wrong with an answer, in sentences for its writer.

    `planned` are the requirements that bricks must serve: each part needs one of them.
    """
    return [
        *_names(out, package, planned),
        *_placed("requirement", drafted.ids, [*_all(one.ids for one in out.parts), *out.crossing]),
        *_placed("component", drafted.components, _all(one.components for one in out.parts)),
        *_circles(out.parts),
        *_apart(out, drafted),
        *_against_the_design(out.parts, drafted),
        *_first(out, drafted),
    ]


def _all(groups: Iterable[Sequence[str]]) -> list[str]:
    return [one for group in groups for one in group]


def _names(out: DivideOut, package: str, planned: Sequence[str]) -> Iterator[str]:
    if len(out.parts) < 2:
        yield "`parts` needs at least two parts: what is not split is planned as it is."
    for name, count in Counter(one.name for one in out.parts).items():
        if count > 1:
            yield f"Two parts are called '{name}'."
        if not _NAME.fullmatch(name) or keyword.iskeyword(name) or name == package:
            wanted = f"a lower-case Python name, and not '{package}'"
            yield f"'{name}' cannot be the name of a sub-package: it must be {wanted}."
    for one in out.parts:
        if not set(one.ids) & {*planned}:
            yield f"Part '{one.name}' has no requirement of its own: join it with another."


def _placed(what: str, wanted: Sequence[str], given: Sequence[str]) -> Iterator[str]:
    counts = Counter(given)
    for one in wanted:
        if not counts[one]:
            where = " or in `crossing`" if what == "requirement" else ""
            yield f"{what.capitalize()} '{one}' is in no part{where}: nothing may be lost."
        elif counts[one] > 1:
            yield f"{what.capitalize()} '{one}' is placed {counts[one]} times: it has one place."
    for one in counts:
        if one not in wanted:
            yield f"'{one}' is no {what} that is to be placed here."


def _circles(parts: Sequence[DividedPart]) -> Iterator[str]:
    known = [one.name for one in parts]
    for one in parts:
        for below in one.depends:
            if below not in known:
                yield f"Part '{one.name}' depends on '{below}', which is no part."
    for circle in cycles({one.name: [*one.depends] for one in parts}):
        shown = " → ".join((*circle, circle[0]))
        yield f"Parts depend on each other in a circle: {shown}. Move what both need below them."


def _apart(out: DivideOut, drafted: Draft) -> Iterator[str]:
    """What the draft keeps together, and an answer does not."""
    crossing = {*out.crossing}
    for group in drafted.groups:
        homes = [one.name for one in out.parts if ({*group.ids} - crossing) & {*one.ids}]
        split = homes if len(homes) > 1 else []
        modules = [one.name for one in out.parts if {*group.components} & {*one.components}]
        split = split or (modules if len(modules) > 1 else [])
        if split:
            rule = "keep it in one part; only what crosses parts may leave it"
            yield f"What belongs together ({group.why}) is in {', '.join(split)}: {rule}."


def _against_the_design(parts: Sequence[DividedPart], drafted: Draft) -> Iterator[str]:
    """The design says that one component uses another: so do their parts."""
    home = {name: one.name for one in parts for name in one.components}
    below = {one.name: beneath(one.name, {p.name: p.depends for p in parts}) for one in parts}
    for name, used in drafted.edges.items():
        for other in used:
            upper, lower = home.get(name), home.get(other)
            if upper and lower and upper != lower and lower not in below[upper]:
                said = f"By the design '{name}' uses '{other}'"
                yield f"{said}, so part '{upper}' must depend on '{lower}'."


def _first(out: DivideOut, drafted: Draft) -> Iterator[str]:
    if drafted.strategy is not Strategy.RISK or not out.parts or not drafted.first:
        return
    first = out.parts[0]
    missing = [id for id in drafted.first if id not in (*first.ids, *out.crossing)]
    if missing:
        yield f"The riskiest come first: {', '.join(missing)} belong into the first part."
    if first.depends:
        yield f"The first part, '{first.name}', depends on no other: it is planned first."


def beneath(name: str, depends: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """All that it stands on, directly or not; a circle ends there."""
    found: dict[str, None] = {}
    waiting = [*depends.get(name, ())]
    while waiting:
        one = waiting.pop(0)
        if one not in found:
            found[one] = None
            waiting += depends.get(one, ())
    return tuple(found)


def decomposition(out: DivideOut, drafted: Draft) -> Decomposition:
    """A sound answer, in an order in which each part comes after those that it stands on. The last
    stands on all others: it sees the whole, and is where the command is."""
    ordered: dict[str, DividedPart] = {}
    known = {one.name: one for one in out.parts}

    def visit(name: str) -> None:
        if name not in ordered:
            for below in known[name].depends:
                visit(below)
            ordered[name] = known[name]

    for name in known:
        visit(name)
    *_, top = ordered
    depends = {name: one.depends for name, one in ordered.items()}
    missing = [n for n in ordered if n != top and n not in beneath(top, depends)]
    tops = [n for n in missing if not any(n in depends[other] for other in missing)]
    depends[top] = (*depends[top], *tops)
    place = [*drafted.ids].index
    return Decomposition(
        strategy=drafted.strategy,
        parts=tuple(
            Part(
                name=name,
                purpose=" ".join(one.purpose.split()),
                ids=tuple(sorted(one.ids, key=place)),
                components=one.components,
                depends=depends[name],
            )
            for name, one in ordered.items()
        ),
        crossing=tuple(sorted(out.crossing, key=place)),
    )
