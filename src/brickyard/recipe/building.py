"""Requirements as they come together: what a line adds to what stands above it."""

from dataclasses import replace

from brickyard.recipe.draft import Draft, Drafts, level_of_text, once
from brickyard.recipe.labels import CRITERIA, FIELD_LINE, GIVEN, STEP, TEXT_LABEL, TRACE_LABEL
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.outline import Outline, name
from brickyard.recipe.sentence import Sentence, Style, sentence, take_field
from brickyard.recipe.words import WONT
from brickyard.values import Level

_BELOW_HEADINGS = 7
"""The depth of a line in bold that stands for a heading."""


class Building:
    """The requirements that were found, and those that the next line may belong to."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._result = Drafts()
        self._outline = Outline(from_zero=style.from_zero)
        self._stack: list[Draft | tuple[int, None]] = []
        """The items that a deeper line would refine; an indent where one is no draft."""
        self._headed: list[tuple[int, Draft]] = []
        """Headings with an id, by depth: what stands below belongs to them."""
        self._criteria = False
        """Whether a label says that acceptance criteria follow."""
        self._told: list[Block] = []
        """The headings whose names are among the notes already."""
        self._last_end = 0
        self._shown: Draft | None = None
        """What the block before belongs to, where that is code or a table."""

    def result(self) -> Drafts:
        self._close_headings(0)
        found = [draft for draft in self._result.found if draft.text or not draft.group]
        self._result.found = once(found, self._result.notes)
        return self._result

    # ------------------------------------------------------------ what it may belong to

    def _newest(self) -> Draft | None:
        if self._headed:
            return self._headed[-1][1]
        return self._result.found[-1] if self._result.found else None

    def _is_headed(self, draft: Draft) -> bool:
        return bool(self._headed) and draft is self._headed[-1][1]

    def _parent(self, block: Block) -> Draft | None:
        """The draft that this block could refine."""
        column = block.indent if block.shape is not Shape.ROW else 0
        if block.shape is Shape.PARAGRAPH and column < 2:
            self._stack = []
        while self._stack and _indent(self._stack[-1]) > column - 2:
            self._stack.pop()
        last = self._stack[-1] if self._stack else None
        if isinstance(last, Draft):
            return last
        return self._headed[-1][1] if self._headed and last is None else None

    def _close_headings(self, depth: int) -> None:
        """A heading with an id and nothing below it is a requirement, unless it only groups."""
        while self._headed and self._headed[-1][0] >= depth:
            _, draft = self._headed.pop()
            if draft.group and not draft.level and draft in self._result.found:
                self._result.found.remove(draft)
                self._note(draft.block, "\n\n".join((draft.said.text, *draft.parts)).strip())
            elif not draft.own_text:
                draft.said.text, draft.said.title = draft.said.title, ""
            draft.level = draft.level or level_of_text(draft)

    # ------------------------------------------------------------ what is made of them

    def _fields(self, block: Block, fields: list[str]) -> None:
        """`**Acceptance criteria:** …` and the like in the lines of one paragraph or list item."""
        owner = self._newest()
        for line in fields:
            text, level = take_field(line, self._style)
            if owner and level:
                self._set_level(owner, level)
            if owner and text:
                said = sentence(text, self._style)
                self._below(replace(block, text=text), joined(said), owner)

    def _require(self, block: Block, said: Sentence, level: Level | None) -> Draft:
        if self._headed and self._headed[-1][0] == _BELOW_HEADINGS:
            self._close_headings(_BELOW_HEADINGS)
        for _, outer in self._headed:
            outer.group = outer.group or (bool(said.id) and not outer.own_text)
        draft = Draft(said, block, level, self._outline.area, indent=column(block))
        draft.written = said.level is not None
        draft.clauses += [Draft(Sentence(text), block) for text in said.criteria]
        self._result.found.append(draft)
        self._stack.append(draft)
        self._criteria = False
        if said.title_only and block.shape is Shape.PARAGRAPH and block.indent < 2:
            said.title, said.text = said.text, ""
            self._headed.append((_BELOW_HEADINGS, draft))
        return draft

    def _clause(self, block: Block, said: Sentence, parent: Draft) -> None:
        if not said.id and self._is_headed(parent) and self._is_field(block, said, parent):
            return
        if not said.id and (label := CRITERIA.match(said.text)):
            said.text = said.text[label.end() :]
            if not said.text:
                self._criteria = True
                self._stack.append(parent)
                return
        last = parent.clauses[-1] if parent.clauses else None
        if last and STEP.match(said.text) and GIVEN.match(last.said.text):
            last.said.text = f"{last.said.text}\n{said.text}"
            return
        if said.id and not below_id(said.id, parent.said.id):
            said.id = f"{parent.said.id}.{said.id}" if parent.said.id else ""
        clause = Draft(said, block, indent=column(block))
        parent.clauses.append(clause)
        self._stack.append(clause)

    def _is_field(self, block: Block, said: Sentence, parent: Draft) -> bool:
        """Below a heading: `Description: …` is its text, `Owner: …` only a note."""
        if TRACE_LABEL.match(said.text):
            self._note(block, f"{parent.said.id}: {said.text}")
        elif (label := TEXT_LABEL.match(said.text)) and not parent.said.text:
            self._add_text(parent, said.text[label.end() :])
        else:
            return False
        return True

    def _below(self, block: Block, said: Sentence, parent: Draft) -> None:
        """A paragraph below a requirement: more of its text, or criteria; maybe a field a line."""
        lines = FIELD_LINE.split(block.text) if not said.id else []
        if len(lines) > 1:
            self._fields(block, lines)
            return
        if self._is_field(block, said, parent):
            return
        text = said.text
        label = CRITERIA.match(text)
        if label and not text[label.end() :]:
            self._criteria = True
        elif label or GIVEN.match(text):
            clause = Sentence(text[label.end() :] if label else text)
            parent.clauses.append(Draft(clause, block))
        elif text:
            self._add_text(parent, text)

    def _add_text(self, parent: Draft, text: str) -> None:
        if parent.said.text or parent.parts:
            parent.parts.append(text)
        else:
            parent.said.text = text

    def _set_level(self, draft: Draft, level: str) -> None:
        if level == WONT:
            draft.said.wont = True
        else:
            draft.level = Level(level)

    def _attach(self, block: Block, text: str) -> None:
        """Code or a table belongs to what it stands below, follows at once, or is announced by.

        Several that stand one below the other belong together.
        """
        self._shown = parent = self._open(block)
        if parent:
            self._add_text(parent, text)
        else:
            self._note(block, text)

    def _open(self, block: Block) -> Draft | None:
        while self._stack and block.indent and _indent(self._stack[-1]) > block.indent - 2:
            self._stack.pop()
        last = self._stack[-1] if self._stack else None
        if isinstance(last, Draft):
            said = last.parts[-1] if last.parts else last.said.text
            near = block.line - self._last_end <= 1 or said.endswith(":")
            if block.indent >= 2 or near or last is self._shown:
                return last
        return self._headed[-1][1] if self._headed and not isinstance(last, tuple) else None

    def _note(self, block: Block, text: str) -> None:
        for heading in self._outline.headings:
            if not any(heading is told for told in self._told):
                self._told.append(heading)
                self._result.notes.append(f"{'#' * heading.depth} {name(heading)}")
        if text:
            self._result.notes.append(text)


def joined(said: Sentence) -> Sentence:
    said.text = " ".join(said.text.split("\n")).strip()
    return said


def below_id(id: str, parent: str) -> bool:
    """`R1.2` and `R1a` of `R1`, not `R10`."""
    rest = id.casefold().removeprefix(parent.casefold())
    return bool(parent) and rest not in (id.casefold(), "") and not rest[0].isdigit()


def column(block: Block) -> int:
    if block.shape is Shape.PARAGRAPH and block.indent < 2:
        return -2
    return -4 if block.shape is Shape.HEADING else block.indent


def _indent(item: "Draft | tuple[int, None]") -> int:
    return item.indent if isinstance(item, Draft) else item[0]
