"""What the design says plainly about its components: which uses which, and where modules lie."""

import re
from collections.abc import Collection, Iterator, Sequence

from brickyard.recipe.graph import cycles
from brickyard.recipe.markdown import Block, Shape, document
from brickyard.values import Component, Recipe

_USES = re.compile(
    r"\b(?:uses?|depends? (?:up)?on|needs?|imports?|requires?|stands? on|builds? on|rests? on)\b",
    re.IGNORECASE,
)
_ALL = re.compile(r"\ball (?:the |of the )?others?\b", re.IGNORECASE)
_COLUMN = re.compile(r"^\W*(?:uses|depends on|dependencies|needs|stands on)\W*$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;])\s")
_NAME = re.compile(r"`([^`]+)`")

Edges = dict[str, tuple[str, ...]]


def dependencies(recipe: Recipe) -> Edges:
    """Component → those that it uses. Nothing where the design says nothing, or a circle."""
    known = {component.name.removesuffix(".py"): component for component in recipe.components}
    found: dict[str, dict[str, None]] = {}
    for name, others in _said(recipe.design, known):
        found.setdefault(name, {}).update(dict.fromkeys(o for o in others if o != name))
    edges = {name: [*others] for name, others in found.items()}
    if not any(edges.values()) or cycles(edges):
        return {}
    return {known[name].name: tuple(known[o].name for o in edges[name]) for name in edges}


def fixed_modules(recipe: Recipe, package: str) -> tuple[str, ...]:
    """Where the design says that modules lie: `shop.prices`, `shop/prices.py`, `prices.py`."""
    text = "\n".join((recipe.design, *(one.name for one in recipe.components)))
    names = {one.name.removesuffix(".py").rpartition(".")[2] for one in recipe.components}
    stems = "|".join(map(re.escape, sorted(names))) or "(?!)"
    forms = (
        rf"(?<![\w.])(?:src/)?{package}/(?!__)[a-z]\w*\.py\b",
        rf"(?<![\w./]){package}\.(?:{stems})\b(?!\()",
        rf"(?<![\w./])(?:{stems})\.py\b",
    )
    found = [place for form in forms for place in re.findall(form, text)]
    return tuple(dict.fromkeys(found))


def _said(design: str, known: dict[str, Component]) -> Iterator[tuple[str, Sequence[str]]]:
    for block in document(design).blocks:
        if block.shape is Shape.ROW:
            yield from _in_row(block, known)
        elif block.shape in (Shape.BULLET, Shape.PARAGRAPH):
            for text in _SENTENCE.split(block.joined):
                yield from _in_sentence(text, known)


def _in_sentence(text: str, known: dict[str, Component]) -> Iterator[tuple[str, Sequence[str]]]:
    """`` `parser` uses `lexer` and `model` ``; `` `parser`: reads it; uses `lexer` ``."""
    verb = _USES.search(text)
    if verb is None:
        return
    named = _names(text[: verb.start()], known)
    others = [*known] if _ALL.search(text, verb.end()) else _names(text[verb.end() :], known)
    for name in named:
        yield name, others


def _in_row(block: Block, known: dict[str, Component]) -> Iterator[tuple[str, Sequence[str]]]:
    at = next((n for n, title in enumerate(block.header) if _COLUMN.match(title)), None)
    if at is None or at >= len(block.cells):
        return
    words = re.split(r"[`\s,;]+", block.cells[at])
    for name in _own(block.cells, at, known):
        yield name, [word for word in words if word in known]


def _own(cells: Sequence[str], at: int, known: Collection[str]) -> list[str]:
    """The component that a row of a table is about: the first cell that names one."""
    named = (cell.strip("`* ") for n, cell in enumerate(cells) if n != at)
    return [name for name in named if name in known][:1]


def _names(text: str, known: Collection[str]) -> list[str]:
    named = (name.removesuffix(".py") for name in _NAME.findall(text))
    return [name for name in dict.fromkeys(named) if name in known]


def levels(edges: Edges, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """These components in layers, the lowest first: each stands only on layers below its own."""
    height: dict[str, int] = {}

    def of(name: str) -> int:
        if name not in height:
            below = [of(other) for other in edges.get(name, ()) if other in names]
            height[name] = 1 + max(below, default=-1)
        return height[name]

    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(of(name), []).append(name)
    return tuple(tuple(found[level]) for level in sorted(found))
