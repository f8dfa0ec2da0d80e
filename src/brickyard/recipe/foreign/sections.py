"""Headings with what stands below them, and scenarios as people write them in specs."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from brickyard.recipe.draft import Draft
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.sentence import Sentence, plain

_SCENARIO = r"^\W*(?:acceptance )?scenario\b(?:\s+(?:outline\b|#?[\d.]*\d))?\s*"
_HEADED = re.compile(rf"{_SCENARIO}[:.–—-]?\s*(?P<title>.*)$", re.I | re.S)
_TITLED = re.compile(rf"{_SCENARIO}(?:[:.–—-]\s*|$)(?P<title>.*)$", re.I | re.S)
_WHEN = re.compile(r"^\W*when\b", re.I)
_STEP = re.compile(r"^\W*(?:when|then|and|but|given|examples?)\b", re.I)
_BEGINS = re.compile(rf"^\W*given\b|{_SCENARIO}(?:[:.–—-]|$)", re.I)
_STEPS = re.compile(r"\b(?:when|then)\b", re.I)
_REMARK = re.compile(r"\s*[*_]*\((?:mandatory|optional|include if [^()]*|required)\)[*_]*", re.I)


@dataclass(slots=True)
class Section:
    """A heading, and the blocks down to the next heading of any depth."""

    heading: Block | None
    blocks: list[Block] = field(default_factory=list[Block])

    @property
    def title(self) -> str:
        return plain(self.heading.text) if self.heading else ""

    @property
    def depth(self) -> int:
        return self.heading.depth if self.heading else 0

    @property
    def all(self) -> list[Block]:
        return [*([self.heading] if self.heading else []), *self.blocks]

    @property
    def end(self) -> int:
        return max((block.end for block in self.all), default=0)


def sections(blocks: Iterable[Block]) -> list[Section]:
    """The text cut at its headings; `*(mandatory)*` and the like are no part of one."""
    found = [Section(None)]
    for block in blocks:
        if block.shape is Shape.HEADING:
            found.append(Section(replace(block, text=_REMARK.sub("", block.text))))
        else:
            found[-1].blocks.append(block)
    return found


def group(parts: list[Section], at: int) -> list[Section]:
    """A section with those below it."""
    own = parts[at].depth
    end = at + 1
    while end < len(parts) and parts[end].depth > own:
        end += 1
    return parts[at:end]


def words(block: Block) -> str:
    """What a block says: code and tables as they are written."""
    if block.shape is Shape.ROW:
        return block.table
    return block.text if block.shape is Shape.CODE else plain(block.joined)


def clause(text: str, block: Block, id: str = "") -> Draft:
    """A clause that must have a case of its own."""
    return Draft(Sentence(text.strip(), id=id), block, scenario=True)


def numbered(clauses: Iterable[Draft], id: str) -> list[Draft]:
    """`US1.1`, `US1.2`, …: as people count them."""
    found = list(clauses)
    for number, one in enumerate(found, 1):
        one.said.id = f"{id}.{number}"
    return found


def scenarios(parts: Iterable[Section], *, each: bool = False) -> list[Draft]:
    """Every scenario in these sections, in order; with `each`, every item of a list is one."""
    found: list[Draft] = []
    for part in parts:
        if titled := _HEADED.match(part.title):
            ends = [n for n, block in enumerate(part.blocks) if _TITLED.match(plain(block.text))]
            end = ends[0] if ends else len(part.blocks)
            steps = "\n".join(_line(block) for block in part.blocks[:end])
            found.append(clause(f"{titled['title']}\n{steps}", part.heading or part.blocks[0]))
            found += _listed(part.blocks[end:], each=each)
        else:
            found += _listed(part.blocks, each=each)
    return found


def is_titled(part: Section) -> bool:
    return bool(_HEADED.match(part.title))


def _line(block: Block) -> str:
    text = block.text if block.shape is Shape.CODE else plain(block.joined)
    return f"- {text}" if block.shape is Shape.BULLET and block.indent else text


def _listed(blocks: Iterable[Block], *, each: bool) -> list[Draft]:
    found: list[Draft] = []
    top, named = 0, False
    for block in (part for one in blocks for part in _lines(one)):
        text = plain(block.joined)
        if block.shape is Shape.CODE and re.search(r"^\s*Scenario", block.text, re.M):
            found += _gherkin(block)
        elif block.shape is Shape.ROW:
            found.append(clause(_row(block), block))
        elif found and (
            block.indent > top
            or (named and not _TITLED.match(text))
            or _goes_on(block, found[-1].said.text, each=each)
        ):
            found[-1].said.text += f"\n{_line(block)}"
            named = False
        elif found or block.shape is Shape.BULLET or not text.endswith(":"):
            top = block.indent
            titled = _TITLED.match(text)
            named = titled is not None and not _STEPS.search(titled["title"])
            found.append(clause(titled["title"] if titled else text, block))
    return [one for one in found if one.said.text.strip()]


def _lines(block: Block) -> Iterator[Block]:
    """A paragraph of several scenarios, cut where each of them begins."""
    lines = block.text.split("\n")
    starts = [n for n, line in enumerate(lines) if n and _BEGINS.match(line)]
    if block.shape is not Shape.PARAGRAPH or not starts:
        yield block
        return
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        text, line = "\n".join(lines[start:end]), block.line + start
        yield replace(block, text=text, line=line, end=line + end - start - 1)


def _goes_on(block: Block, before: str, *, each: bool) -> bool:
    """Whether this line goes on with the scenario before it, and does not begin another."""
    text = plain(block.joined)
    if block.shape is Shape.CODE or not before:
        return True
    if _BEGINS.match(text) or (each and block.shape is Shape.BULLET):
        return False
    if _WHEN.match(text):
        return not re.search(r"\b(?:then|shall)\b", before, re.I)
    return bool(_STEP.match(text)) or (
        block.shape is Shape.PARAGRAPH and not re.match(r"(?:IF|WHILE|WHERE|THE)\b", text)
    )


def _row(block: Block) -> str:
    """`Given x When y Then z`, by the names of the columns."""
    named = zip(block.header, block.cells, strict=False)
    return " ".join(
        f"{plain(name)} {plain(cell)}" if _STEP.match(name) else plain(cell)
        for name, cell in named
        if cell and not re.fullmatch(r"\W*(?:#|\d+)?\W*", cell)
    )


def _gherkin(block: Block) -> Iterator[Draft]:
    """The scenarios of a code block."""
    lines = block.text.split("\n")[1:-1]
    starts = [n for n, line in enumerate(lines) if _TITLED.match(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        own = replace(block, line=block.line + 1 + start, end=block.line + end)
        titled = _TITLED.match(lines[start])
        title = titled["title"] if titled else ""
        yield clause("\n".join([title, *(line.strip() for line in lines[start + 1 : end])]), own)
