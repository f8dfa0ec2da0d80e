"""`design.md`: the components that its headings, lists and tables name."""

import re
from collections.abc import Iterator

from brickyard.recipe.blocks import Block, Shape
from brickyard.recipe.outline import name as heading_name
from brickyard.recipe.sentence import plain
from brickyard.values import Component

_SECTION = re.compile(
    r"\b(?:components?|modules?|parts|bricks|packages|building blocks|architecture|structure"
    r"|layout)\b",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    r"^\W*(?:components?|modules?|parts?|bricks?|names?|packages?|files?)\W*$", re.I
)
_NAMED_HEADING = re.compile(
    r"^(?:component|module|brick|part)\s*(?:\d+\s*)?[:–—-]\s*(?P<a>.+)$"
    r"|^(?P<b>[\w`.-]+(?: [\w`.-]+){0,2}) (?:component|module|brick)$"
    r"|^`(?P<c>[\w./-]+)`$|^(?P<d>\w+\.py)$",
    re.IGNORECASE,
)
_BULLET_NAME = re.compile(
    r"^(?:\*\*(?P<bold>[^*]+?):?\*\*|`(?P<code>[^`]+)`|(?P<word>[\w./-]+(?: [\w./-]+){0,3}?))"
    r"(?:\s*\([^()]*\))?\s*(?:[:–—]|\s-\s|->|→|$)\s*(?P<text>.*)$"
)
_MARKED_NAME = re.compile(r"^(?:\*\*[^*]+\*\*|`[^`]+`)")
_NOT_A_PART = re.compile(
    r"\b(?:overview|introduction|summary|decisions?|rationale|data ?flow|flow|error handling|errors"
    r"|testing|tests|risks?|alternatives|notes?|background|context|dependencies|deployment|security"
    r"|performance|open questions|references|glossary|interfaces?|data model|design|goals?)\b",
    re.IGNORECASE,
)


def components(blocks: list[Block]) -> tuple[Component, ...]:
    """Each part that the design names, once; plain headings only where nothing says it better."""
    found = list(_in_sections(blocks)) or list(_from_headings(blocks)) or list(_marked(blocks))
    parts: dict[str, Component] = {}
    for part in found:
        known = parts.get(_key(part.name))
        if _key(part.name) and (known is None or (part.text and not known.text)):
            parts[_key(part.name)] = (
                part if known is None else known.model_copy(update={"text": part.text})
            )
    return tuple(parts.values())


def _in_sections(blocks: list[Block]) -> Iterator[Component]:
    """Below `## Components` and the like; and tables and headings that say so themselves."""
    section = 0
    for index, block in enumerate(blocks):
        if block.shape is Shape.HEADING:
            title = heading_name(block)
            named = _NAMED_HEADING.match(title)
            if section and block.depth > section and not _NOT_A_PART.search(title):
                yield _component(title, blocks, index)
            elif named:
                name = next(filter(None, named.groups()))
                yield _component(name, blocks, index)
            elif section == 0 or block.depth <= section:
                section = block.depth if _SECTION.search(title) else 0
        elif block.shape is Shape.ROW:
            yield from _from_row(block)
        elif section and block.shape is Shape.BULLET and block.indent < 2:
            yield from _from_bullet(block, blocks[:index], section)


def _from_row(block: Block) -> Iterator[Component]:
    column = next((n for n, title in enumerate(block.header) if _COLUMN.match(title)), None)
    if column is not None and column < len(block.cells) and block.cells[column]:
        rest = [cell for n, cell in enumerate(block.cells) if n != column and cell]
        name = _clean(block.cells[column])
        yield Component(name=name, text=plain(" | ".join(rest)), line=block.line)


def _from_bullet(block: Block, above: list[Block], section: int) -> Iterator[Component]:
    """A bullet below a part's own heading describes that part; it is no part itself."""
    heading = next((b for b in reversed(above) if b.shape is Shape.HEADING), None)
    named = _BULLET_NAME.match(block.text)
    if named and heading and heading.depth <= section:
        name = _clean(named["bold"] or named["code"] or named["word"])
        yield Component(name=name, text=plain(named["text"]), line=block.line)


def _from_headings(blocks: list[Block]) -> Iterator[Component]:
    for index, block in enumerate(blocks):
        title = heading_name(block)
        if block.shape is Shape.HEADING and block.depth == 2 and not _NOT_A_PART.search(title):
            yield _component(title, blocks, index)


def _marked(blocks: list[Block]) -> Iterator[Component]:
    """Bullets that set a name off: ``- `loader`: reads the files``."""
    for block in blocks:
        named = _BULLET_NAME.match(block.text)
        if named and block.shape is Shape.BULLET and _MARKED_NAME.match(block.text):
            name = _clean(named["bold"] or named["code"])
            yield Component(name=name, text=plain(named["text"]), line=block.line)


def _component(title: str, blocks: list[Block], index: int) -> Component:
    below = blocks[index + 1] if index + 1 < len(blocks) else None
    text = plain(below.text) if below and below.shape is Shape.PARAGRAPH else ""
    name, _, rest = _clean(title).partition(": ")
    return Component(name=name, text=text or rest, line=blocks[index].line)


def _clean(name: str) -> str:
    return plain(name).strip(" `*:.")


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold().removesuffix(".py"))
