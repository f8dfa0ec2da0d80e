"""`design.md`: the components that its headings, lists and tables name."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.outline import name as heading_name
from brickyard.recipe.sentence import plain
from brickyard.values import Component

_STRONG = re.compile(
    r"\b(?:components?|modules?|bricks|building blocks|parts|sub-?packages|packages)\b"
    r"(?! (?:layout|structure|diagram|interaction|overview|dependenc|tests?|test))",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:architecture|structure|layout|layers|components?|modules?|packages?)\b", re.IGNORECASE
)
_COLUMN = re.compile(r"^\W*(?:components?|modules?|parts?|bricks?|packages?)\W*$", re.IGNORECASE)
_LOOSE_COLUMN = re.compile(r"^\W*(?:names?|files?)\W*$", re.IGNORECASE)
_NAMED_HEADING = re.compile(
    r"^(?:component|module|brick|part)\s*(?:\d+\s*)?[:–—-]\s*(?P<a>.+)$"
    r"|^(?P<b>[\w`.-]+(?: [\w`.-]+){0,2}) (?:component|module|brick)$"
    r"|^`(?P<c>[\w./-]+)`(?:\s*(?:[:–—]|\s-\s|\().*)?$|^(?P<d>\w+\.py)$",
    re.IGNORECASE,
)
_FILE_HEADING = re.compile(r"[(\[]`?(?:[\w./-]*/)?(?P<file>\w+)\.py`?[)\]]")
_TREE_LINE = re.compile(r"^[\s│├└─|+`-]*(?P<file>\w+)\.py\b(?P<text>.*)$")
_NO_MODULE = re.compile(r"__\w+__|test|conftest|setup|noxfile")
_IDENTIFIER = re.compile(r"^[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*$")
_MARKED = re.compile(
    r"^(?:(?:the|module|component)\s+)?(?:\*\*`?(?P<bold>[^*`]+?)`?:?\*\*|`(?P<code>[^`]+)`)"
    r"(?:\s*\([^()]*\))?\s*(?:[:–—-]\s*)?(?P<text>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CODE = re.compile(r"^`(?P<code>[^`]+)`\s*(?:[:–—-]\s*)?(?P<text>.*)$", re.DOTALL)
_TOLD = re.compile(
    r"^(?P<word>[\w./-]+(?: [\w./-]+){0,3}?)(?:\s*\([^()]*\))?\s*"
    r"(?:[:–—]|\s-\s|->|→|$)\s*(?P<text>.*)$",
    re.DOTALL,
)
_NOT_A_PART = re.compile(
    r"\b(?:overview|introduction|summary|decisions?|rationale|data ?flow|flow|error handling|errors"
    r"|testing|tests|risks?|alternatives|notes?|background|context|dependencies|deployment|security"
    r"|performance|(?:open )?questions|references|glossary|interfaces?|data model|design|goals?"
    r"|ideas?|approach|principles?|packaging|concurrency|limits?|limitations|delivery|examples?"
    r"|walk\w*|later|future|trade-?offs|how|why|what|not (?:settled|decided)|layout|diagram|things"
    r"|left out|scope|requirements?|implementation)\b",
    re.IGNORECASE,
)


def _is_part(title: str) -> bool:
    """A title set as code is a name, whatever the word means otherwise: `errors`."""
    return bool(re.fullmatch(r"`[^`]+`", title)) or not _NOT_A_PART.search(title)


@dataclass(slots=True)
class _Section:
    """A heading under which components are named, and the ways in which they may be."""

    depth: int
    table: list[Component] = field(default_factory=list[Component])
    code: list[Component] = field(default_factory=list[Component])
    headings: list[Component] = field(default_factory=list[Component])
    listed: list[Component] = field(default_factory=list[Component])
    paragraphs: list[Component] = field(default_factory=list[Component])

    @property
    def best(self) -> list[Component]:
        """What says it most plainly; one paragraph alone may begin with a name by chance."""
        told = len(self.paragraphs) > max(1, len(self.code))
        if told and not (self.table or self.headings):
            return self.paragraphs
        return self.table or (self.listed if self.code else []) or self.headings or self.listed


def components(blocks: list[Block]) -> tuple[Component, ...]:
    """Each part that the design names, once; by what says it most plainly."""
    ways: tuple[Callable[[], list[Component]], ...] = (
        lambda: [part for section in _sections(blocks, _STRONG) for part in section.best],
        lambda: [part for block in blocks for part in _from_row(block, _COLUMN)],
        lambda: list(_from_named_headings(blocks)),
        lambda: _plural(_from_files(blocks)),
        lambda: [part for section in _sections(blocks, _WEAK) for part in section.best],
        lambda: _plural(_from_headings(blocks, lambda title: bool(_IDENTIFIER.match(title)))),
        lambda: _plural(_from_trees(blocks)),
        lambda: _plural(_from_prose(blocks)),
        lambda: list(_from_headings(blocks, _is_part)),
        lambda: _plural(part for block in blocks for part in _from_item(block, _CODE)),
        lambda: [part for block in blocks for part in _from_item(block, _MARKED)],
    )
    found = next((parts for way in ways if (parts := way())), list[Component]())
    return _once([*found, *_from_files(blocks)] if found else found)


def _once(found: list[Component]) -> tuple[Component, ...]:
    parts: dict[str, Component] = {}
    for part in found:
        key = re.sub(r"[\W_]+", "", part.name.casefold().removesuffix(".py"))
        known = parts.get(key)
        if key and (known is None or (part.text and not known.text)):
            parts[key] = part if known is None else known.model_copy(update={"text": part.text})
    return tuple(parts.values())


def _plural(parts: Iterable[Component]) -> list[Component]:
    """One alone may be chance."""
    found = list(parts)
    return found if len(found) > 1 else []


def _sections(blocks: list[Block], titles: re.Pattern[str]) -> Iterator[_Section]:
    """What stands below `## Components` and the like; the title's own sub-headings do not count."""
    section: _Section | None = None
    below = 0
    first = next((block for block in blocks if block.shape is Shape.HEADING), None)
    for index, block in enumerate(blocks):
        if block.shape is Shape.HEADING:
            title = heading_name(block)
            opens = titles.search(title) and not _NAMED_HEADING.match(title)
            if section is None or block.depth <= section.depth or (opens and not section.best):
                if section:
                    yield section
                section = _Section(block.depth) if opens else None
                below = block.depth
            else:
                below = block.depth
                part = block.depth == section.depth + 1 and _is_part(title)
                if part and not (block.depth == 2 and first and section.depth == first.depth == 1):
                    section.headings.append(_component(title, blocks, index))
        elif section is None:
            continue
        elif block.shape is Shape.ROW:
            section.table += _from_row(block, _COLUMN)
            if below == section.depth and not section.table:
                section.table += _from_row(block, _LOOSE_COLUMN)
        elif block.indent < 2 and below == section.depth:
            marked = _from_item(block, _MARKED)
            section.code += marked
            section.listed += marked or _from_item(block, _TOLD)
            section.paragraphs += _from_item(block, _MARKED, Shape.PARAGRAPH)
    if section:
        yield section


def _from_row(block: Block, column: re.Pattern[str]) -> list[Component]:
    at = next((n for n, title in enumerate(block.header) if column.match(title)), None)
    if at is None or at >= len(block.cells) or not _clean(block.cells[at]):
        return []
    rest = [cell for n, cell in enumerate(block.cells) if n != at and cell]
    name = _clean(block.cells[at])
    return [Component(name=name, text=plain(" | ".join(rest)), line=block.line)]


def _from_item(block: Block, form: re.Pattern[str], shape: Shape = Shape.BULLET) -> list[Component]:
    named = form.match(block.joined) if block.shape is shape else None
    if not named:
        return []
    name = next(filter(None, (named[group] for group in form.groupindex if group != "text")))
    return [Component(name=_clean(name), text=plain(named["text"]), line=block.line)]


def _from_named_headings(blocks: list[Block]) -> Iterator[Component]:
    """`## Component: Loader`, ``## `loader` ``."""
    for index, block in enumerate(blocks):
        named = _NAMED_HEADING.match(heading_name(block)) if block.shape is Shape.HEADING else None
        if named:
            yield _component(next(filter(None, named.groups())), blocks, index)


def _from_headings(blocks: list[Block], is_part: Callable[[str], bool]) -> Iterator[Component]:
    for index, block in enumerate(blocks):
        if block.shape is Shape.HEADING and block.depth == 2 and is_part(heading_name(block)):
            yield _component(heading_name(block), blocks, index)


def _from_files(blocks: list[Block]) -> Iterator[Component]:
    """``## Data model (`model.py`)``: a heading that names its module."""
    for block in blocks:
        if block.shape is Shape.HEADING and (named := _FILE_HEADING.search(heading_name(block))):
            yield Component(name=named["file"], line=block.line)


def _from_trees(blocks: list[Block]) -> Iterator[Component]:
    """A drawing of the package's folder: `  cli.py   the command`."""
    for block in blocks:
        if block.shape is Shape.CODE:
            for number, line in enumerate(block.text.split("\n"), block.line):
                if (named := _TREE_LINE.match(line)) and not _NO_MODULE.match(named["file"]):
                    text = named["text"].strip(" #-–—")
                    yield Component(name=named["file"], text=text, line=number)


def _from_prose(blocks: list[Block]) -> Iterator[Component]:
    """A sentence such as “it has three modules: `a`, `b` and `c`”."""
    for block in blocks:
        if block.shape is Shape.PARAGRAPH and _STRONG.search(block.joined):
            for name in re.findall(r"`([a-z_][\w.]*)`", block.joined):
                if _IDENTIFIER.match(name):
                    yield Component(name=name, line=block.line)


def _component(title: str, blocks: list[Block], index: int) -> Component:
    below = blocks[index + 1] if index + 1 < len(blocks) else None
    text = plain(below.joined) if below and below.shape is Shape.PARAGRAPH else ""
    named = _FILE_HEADING.search(title)
    name, _, rest = re.sub(r"\s+(?:[–—-])\s+", ": ", _clean(title)).partition(": ")
    name = _clean(re.sub(r"^the |(?: module| component)$", "", name, flags=re.IGNORECASE))
    return Component(
        name=named["file"] if named else name, text=text or rest, line=blocks[index].line
    )


def _clean(name: str) -> str:
    return plain(name).strip(" `*:.")
