"""Requirements inside running text: sentences that carry an id, and lines that begin with one."""

import re
from collections.abc import Iterator
from dataclasses import replace

from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.sentence import Style, begins_item, plain
from brickyard.recipe.words import ANY_ID

_HIDDEN = re.compile(r"`[^`]*`|\b(?:e\.g|i\.e|etc|vs|cf|approx|no)\.", re.IGNORECASE)
_END = re.compile(r"[.!?][\"'”’)\]*_]*(?=\s+[\"'“‘(\[*_`]*[A-Z0-9\0])")
_ID = re.compile(rf"\s*(?:\*\*|__)?[(\[]\s*(?:\*\*|__)?({ANY_ID})(?:\*\*|__)?\s*[)\]](?:\*\*|__)?")
_START = re.compile(
    r"(?<=[.;!?])[*_]*\s+(?P<mark>(?:\*\*|__)?(?:[Rr]equirement )?(?P<open>[(\[])?"
    rf"(?P<id>{ANY_ID})(?:[)\]:]|\.(?=\s)|\*\*|__))(?=[*_\s:)\]]*[\w`\"“(])"
)
_BEHIND = re.compile(rf"[.!?]{_ID.pattern}\.?$")


def separate(blocks: list[Block]) -> Iterator[Block]:
    """The blocks, with a paragraph cut before each line that begins a requirement."""
    for block in blocks:
        if block.shape not in (Shape.PARAGRAPH, Shape.BULLET):
            yield block
            continue
        lines = block.text.split("\n")
        starts = [0]
        for number, line in enumerate(lines[1:], 1):
            if begins_item(line, lines[number - 1]):
                starts.append(number)
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            first = block.line + start
            shape = block.shape if start == 0 else Shape.PARAGRAPH
            text = "\n".join(lines[start:end])
            yield replace(block, shape=shape, text=text, line=first, end=first + end - start - 1)


def begun_sentences(block: Block, style: Style, taken: set[str]) -> list[Block]:
    """`R1: … . R2: …`: a text that begins with an id, cut where another id begins a sentence."""
    starts = [0]
    behind = _BEHIND.search(block.text)
    for found in _START.finditer(block.text):
        fresh = style.owns(found["id"]) and found["id"] not in taken
        if fresh and not (behind and found["open"]):
            starts.append(found.start("mark"))
            taken.add(found["id"])
    return [
        replace(
            block,
            text=block.text[start:end].strip(),
            line=block.line + block.text.count("\n", 0, start),
        )
        for start, end in zip(starts, [*starts[1:], len(block.text)], strict=True)
    ]


def named_sentences(block: Block, style: Style, taken: set[str]) -> tuple[str, list[Block]]:
    """What stands before the first sentence that has an id in brackets, and those sentences.

    Each goes on to the next one that has an id; the id is put in front of it. An id behind the
    last full stop, or the only one of a list item, stands for all of the text.
    """
    ids = [id for id in dict.fromkeys(_ID.findall(block.text)) if style.owns(id)]
    fresh = [id for id in ids if id not in taken]
    if not fresh:
        return "", []
    behind = bool(_BEHIND.search(block.text))
    if len(fresh) == 1 and len(ids) == 1 and (behind or block.shape is Shape.BULLET):
        taken.update(fresh)
        return "", [_named(block, fresh[0], block.text, block.line)]
    lead: list[str] = []
    found: list[Block] = []
    for offset, text in _sentences(block.text, behind=behind):
        named = list(_cut(text, fresh))
        line = block.line + block.text.count("\n", 0, offset)
        for id, part in named:
            if id and id not in taken:
                taken.add(id)
                found.append(_named(block, id, part, line))
            elif found:
                found[-1].text = f"{found[-1].text} {part}"
            else:
                lead.append(part)
    return " ".join(lead), found


def _cut(text: str, ids: list[str]) -> Iterator[tuple[str, str]]:
    """A sentence, in parts where it has several ids: these stand before, or behind, their part."""
    found = [match for match in _ID.finditer(text) if match[1] in ids]
    if len(found) < 2:
        yield (found[0][1] if found else ""), text
        return
    before = found[0].start() == 0
    ends = [match.start() for match in found[1:]] if before else [one.end() for one in found[:-1]]
    for match, start, end in zip(found, [0, *ends], [*ends, len(text)], strict=True):
        yield (
            match[1],
            re.sub(r"^(?:[,;]\s*)?(?:and\s+|but\s+)?|[,;]?\s*(?:and)?\s*$", "", text[start:end]),
        )


def _named(block: Block, id: str, text: str, line: int) -> Block:
    without = re.sub(_ID.pattern.replace(ANY_ID, re.escape(id)), "", text)
    said = f"**{id}**: {plain(without).strip()}"
    return replace(block, shape=Shape.PARAGRAPH, text=said, line=line, end=block.end)


def _sentences(text: str, *, behind: bool) -> Iterator[tuple[int, str]]:
    """Each sentence with where it begins; an id `behind` the full stop belongs to it."""
    hidden = _HIDDEN.sub(lambda match: "\0" * len(match[0]), text)
    start = 0
    for end in _END.finditer(hidden):
        if end.start() < start:
            continue
        id = _ID.match(hidden, end.end()) if behind else None
        last = id.end() if id else end.end()
        yield start, " ".join(text[start:last].split())
        start = last + len(hidden[last:]) - len(hidden[last:].lstrip())
    if rest := " ".join(text[start:].split()):
        yield start, rest
