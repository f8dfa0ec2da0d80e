"""`requirements.md`: every requirement in it, however it is written."""

from dataclasses import dataclass, field

from brickyard.recipe.blocks import Block, Shape
from brickyard.recipe.outline import Outline, level_of, name
from brickyard.recipe.rows import row_sentence
from brickyard.recipe.sentence import Sentence, sentence
from brickyard.recipe.words import has_lowercase_level, is_common_id, is_vocabulary, prefix
from brickyard.values import Level


@dataclass(slots=True)
class Draft:
    """A requirement or a clause before ids are given."""

    said: Sentence
    block: Block
    level: Level | None = None
    """None for a clause."""
    area: str = ""
    clauses: list["Draft"] = field(default_factory=list["Draft"])

    @property
    def text(self) -> str:
        return "\n".join(filter(None, (self.said.text, self.block.code)))


@dataclass(slots=True)
class Drafts:
    """What `requirements.md` holds, and the lines that only look like requirements."""

    found: list[Draft] = field(default_factory=list[Draft])
    no_level: list[tuple[Block, Sentence]] = field(default_factory=list[tuple[Block, Sentence]])
    lowercase: list[Block] = field(default_factory=list[Block])
    notes: list[Block] = field(default_factory=list[Block])
    """Prose around the requirements: what they mean by their words."""


def drafts(blocks: list[Block]) -> Drafts:
    """Read the blocks of `requirements.md`, top to bottom."""
    reader = _Reader()
    for block in blocks:
        reader.read(block)
    return reader.result()


class _Reader:
    def __init__(self) -> None:
        self._result = Drafts()
        self._outline = Outline()
        self._stack: list[tuple[int, Draft | None]] = []
        """The items that a deeper line would refine: indent, and the draft if it is one."""
        self._waiting: list[tuple[Block, Sentence]] = []
        """Headings with an id and no level: a requirement below decides what they are."""

    def result(self) -> Drafts:
        self._result.no_level.extend(self._waiting)
        known = {prefix(draft.said.id) for draft in self._result.found if draft.said.id}
        self._result.no_level = [
            (block, said)
            for block, said in self._result.no_level
            if is_common_id(said.id) or (not said.id[0].isdigit() and prefix(said.id) in known)
        ]
        return self._result

    def read(self, block: Block) -> None:
        if is_vocabulary(block.text):
            return
        if block.shape is Shape.HEADING:
            self._heading(block)
        elif block.shape is Shape.ROW:
            self._item(block, row_sentence(block))
        else:
            self._item(block, sentence(block.text))

    def _heading(self, block: Block) -> None:
        self._outline.enter(block)
        self._close_headings()
        self._stack = []
        said = sentence(block.text)
        if level_of(name(block)):
            return
        if said.level:
            self._require(block, said, said.level)
        elif is_common_id(said.id):
            self._waiting.append((block, said))

    def _close_headings(self) -> None:
        """A heading with an id that ended without any requirement lacks its level."""
        for block, said in self._waiting:
            if not self._outline.holds(block):
                self._result.no_level.append((block, said))
        self._waiting = [pair for pair in self._waiting if self._outline.holds(pair[0])]

    def _item(self, block: Block, said: Sentence) -> None:
        parent = self._parent(block)
        level = said.level
        if level is None and parent is None and block.shape is not Shape.PARAGRAPH:
            level = self._outline.level
        if level:
            self._require(block, said, level)
        elif parent and self._refines(said, parent):
            self._clause(block, said, parent)
        else:
            self._note(block, said)

    def _parent(self, block: Block) -> Draft | None:
        nested = block.indent if block.shape is not Shape.ROW else 0
        if block.shape is Shape.PARAGRAPH and nested < 2:
            self._stack = self._stack[:1] if self._under_heading() else []
            return self._stack[-1][1] if self._stack else None
        while self._stack and self._stack[-1][0] > nested - 2:
            self._stack.pop()
        return self._stack[-1][1] if self._stack else None

    def _under_heading(self) -> bool:
        first = self._stack[0][1] if self._stack else None
        return first is not None and first.block.shape is Shape.HEADING

    def _refines(self, said: Sentence, parent: Draft) -> bool:
        return not said.id or (bool(parent.said.id) and said.id.startswith(parent.said.id))

    def _require(self, block: Block, said: Sentence, level: Level) -> None:
        if self._waiting and block.shape is Shape.PARAGRAPH and not said.id:
            said.id = self._waiting[-1][1].id
        self._waiting = []
        draft = Draft(said, block, level, self._outline.area)
        self._result.found.append(draft)
        self._push(block, draft)

    def _clause(self, block: Block, said: Sentence, parent: Draft) -> None:
        if block.shape is Shape.PARAGRAPH:
            parent.said.text = f"{parent.said.text} {said.text}"
            parent.block.code = "\n".join(filter(None, (parent.block.code, block.code)))
        elif said.text or block.code:
            if block.shape is Shape.ROW:
                said.text = " | ".join(filter(None, block.cells))
            clause = Draft(said, block)
            parent.clauses.append(clause)
            self._push(block, clause)

    def _note(self, block: Block, said: Sentence) -> None:
        if said.id and block.text:
            self._result.no_level.append((block, said))
        elif has_lowercase_level(block.text):
            self._result.lowercase.append(block)
        self._result.notes.append(block)
        self._push(block, None)

    def _push(self, block: Block, draft: Draft | None) -> None:
        depth = {Shape.HEADING: -4, Shape.PARAGRAPH: -2}.get(block.shape, block.indent)
        if block.shape is Shape.PARAGRAPH and block.indent >= 2:
            depth = block.indent
        self._stack.append((depth, draft))
