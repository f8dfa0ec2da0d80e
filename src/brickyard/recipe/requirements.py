"""`requirements.md`: every requirement in it, however it is written."""

import re
from dataclasses import replace
from itertools import groupby

from brickyard.recipe.building import Building, below_id, column, joined
from brickyard.recipe.draft import Draft, Drafts
from brickyard.recipe.labels import (
    CRITERIA,
    FIELD_LINE,
    ITEM,
    LABEL,
    STORY,
    STORY_LABEL,
)
from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.outline import Section, level_of, name, section_of
from brickyard.recipe.prose import begun_sentences, named_sentences
from brickyard.recipe.rows import names_requirements, row_sentence
from brickyard.recipe.sentence import (
    Sentence,
    Style,
    counted,
    plain,
    sentence,
    take_end_word,
    take_field,
)
from brickyard.recipe.words import (
    WONT,
    is_common_id,
    is_vocabulary,
    prefix,
    says_must,
    small_level,
)
from brickyard.values import Level


def drafts(blocks: list[Block], style: Style, *, strict: bool = False) -> Drafts:
    """Read the blocks; where nothing says what is a requirement, every item of a list is one,
    if this is not `strict`."""
    ids = _ids(blocks, style)
    style = replace(style, counts=not any(map(style.owns, ids)))
    result = _read(blocks, style, {*ids}, loose=False)
    return result if result.found or strict else _read(blocks, style, {*ids}, loose=True)


def _read(blocks: list[Block], style: Style, ids: set[str], *, loose: bool) -> Drafts:
    reader = _Reader(style, ids, loose=loose)
    for header, group in groupby(blocks, key=lambda block: id(block.header) if block.cells else 0):
        if header and (rows := list(group)):
            reader.table(rows)
        else:
            for block in group:
                reader.read(block)
    return reader.result()


def _ids(blocks: list[Block], style: Style) -> set[str]:
    """The ids that stand in front of something."""
    said = (
        row_sentence(block, style) if block.cells else sentence(_first_line(block), style)
        for block in blocks
        if block.shape is not Shape.CODE
    )
    return {one.id for one in said if one.id}


def _first_line(block: Block) -> str:
    return name(block) if block.shape is Shape.HEADING else block.text.partition("\n")[0]


class _Reader(Building):
    def __init__(self, style: Style, ids: set[str], *, loose: bool) -> None:
        super().__init__(style)
        self._ids = ids
        self._loose = loose
        self._aside: Section = Section.OPEN
        """What a label above the list says: `Out of scope:`."""
        self._listed: Level | None = None
        """The level that a label gives to the list below it."""

    def _section(self) -> Section:
        section = self._outline.section
        if section is Section.OPEN and self._loose:
            section = Section.WANTED
        return section if self._aside is Section.OPEN else self._aside

    # ------------------------------------------------------------ headings

    def read(self, block: Block) -> None:
        if block.shape is Shape.CODE:
            self._attach(block, block.text)
        else:
            self._shown = None
            read = self._heading if block.shape is Shape.HEADING else self._line
            read(block)
        self._last_end = block.end

    def _line(self, block: Block) -> None:
        if self._names_level(block):
            return
        if is_vocabulary(block.joined):
            self._note(block, plain(block.joined))
            return
        if block.shape is Shape.PARAGRAPH and block.indent < 2:
            self._aside = Section.OPEN
        self._item(replace(block, text=STORY_LABEL.sub("", block.text)))

    def _heading(self, block: Block) -> None:
        self._close_headings(block.depth)
        self._outline.enter(block)
        self._stack, self._aside, self._criteria = [], Section.OPEN, False
        self._listed = None
        title = name(block)
        if level_of(title):
            return
        if counted(title) != title:
            if not self._style.counts:
                return
            title = counted(title)
        title, level = take_end_word(title, self._style)
        said = sentence(title, self._style)
        said.level = said.level if level in ("", WONT) else Level(level)
        said.wont = said.wont or level == WONT
        if said.id or said.level:
            self._outline.requirements.append(block)
        above = self._headed[-1][1] if self._headed else None
        if above and CRITERIA.match(title):
            self._criteria = True
        elif self._refused(said) or self._outline.section is Section.REFUSED:
            return
        elif said.level or self._is_named(said, self._outline.section):
            if said.id and not said.title:
                said.title, said.text = said.text, ""
            for _, outer in self._headed:
                outer.group = True
            draft = self._require(block, said, said.level)
            self._headed.append((block.depth, draft))
        elif above:
            above.parts.append(f"{title}:")

    def _names_level(self, block: Block) -> bool:
        """`**Must have**` or `Should have:` in a line by itself, above a list."""
        text = plain(block.joined).rstrip(":")
        level = level_of(text, from_zero=self._style.from_zero) if _label(block) else ""
        if not level:
            return False
        self._listed = None if level == WONT else Level(level)
        self._aside = Section.REFUSED if level == WONT else Section.WANTED
        self._stack = []
        return True

    # ------------------------------------------------------------ items

    def _item(self, block: Block) -> None:
        item = block.shape is Shape.BULLET or bool(ITEM.search(plain(block.joined)))
        wanted = item and self._section() is Section.WANTED
        first, *fields = FIELD_LINE.split(block.text)
        if fields and (wanted or sentence(first, self._style).id):
            level = take_field(block.text, self._style)[1]
            self._item(replace(block, text=first))
            self._fields(block, [*fields, f"Priority: {level}"] if level else fields)
            return
        said = sentence(block.text, self._style, wanted=wanted)
        rest, level = take_field(block.text, self._style)
        own = block.shape is Shape.BULLET or not self._headed
        if level and not said.id and not (rest.strip() and own):
            if owner := self._newest():
                self._set_level(owner, level)
            said = sentence(rest, self._style, wanted=wanted)
            if not said.text:
                return
        if len(parts := begun_sentences(block, self._style, self._ids)) > 1:
            for part in parts:
                self._item(part)
            return
        if not said.id and self._sentences(block):
            return
        self._say(block, joined(said), said.level)

    def _sentences(self, block: Block) -> bool:
        """Running text in which sentences carry ids."""
        lead, found = named_sentences(block, self._style, self._ids)
        if not found or self._section() in (Section.ASIDE, Section.REFUSED):
            return False
        if lead:
            self._note(block, plain(lead))
        for each in found:
            said = sentence(each.text, self._style)
            self._say(each, said, said.level)
        return True

    def _say(self, block: Block, said: Sentence, level: Level | None) -> None:
        section, parent = self._section(), self._parent(block)
        row = block.shape is Shape.ROW
        if self._refused(said) or section is Section.REFUSED:
            self._skip(block, said)
        elif parent and self._refines(block, said, parent):
            self._clause(block, said, parent)
        elif parent and self._is_body(block, said, parent):
            parent.level = parent.level or level
            self._below(block, said, parent)
        elif level or self._is_named(said, section):
            self._require(block, said, level or self._level(said))
        elif self._is_story(block, said, parent):
            self._story(block, said)
        elif parent and not row:
            self._below(block, said, parent)
        elif self._is_wanted(block, said, section):
            self._require(block, said, self._level(said))
        else:
            self._skip(block, said)

    def _is_body(self, block: Block, said: Sentence, parent: Draft) -> bool:
        """A paragraph below a heading that has an id says what the heading only names."""
        body = block.shape is Shape.PARAGRAPH and not said.id
        return body and self._is_headed(parent) and bool(parent.said.id)

    def _is_named(self, said: Sentence, section: Section) -> bool:
        """An id makes a requirement; among goals, risks and the like they have ids of their own."""
        if section is Section.ASIDE and any(one.said.id == said.id for one in self._result.found):
            return False
        return bool(said.id) and (section is not Section.ASIDE or is_common_id(said.id))

    def _is_story(self, block: Block, said: Sentence, parent: Draft | None) -> bool:
        """A story without an id: below its own heading, or among stories."""
        text = re.sub(r"[*_]", "", said.text)
        if block.shape is not Shape.PARAGRAPH or block.quoted or not STORY.match(text):
            return False
        told = parent is not None and (bool(parent.said.id) or not STORY.match(parent.said.text))
        return self._section() is Section.WANTED and not told

    def _story(self, block: Block, said: Sentence) -> None:
        """What stands below a story, up to the next one or the next heading, belongs to it."""
        heading = self._outline.headings[-1] if self._outline.headings else None
        depth = heading.depth if heading else 1
        self._close_headings(depth)
        if heading and section_of(name(heading)) is Section.OPEN:
            said.title = name(heading)
            self._outline.requirements.append(heading)
        self._headed.append((depth, self._require(block, said, self._level(said))))

    def _is_wanted(self, block: Block, said: Sentence, section: Section) -> bool:
        if not said.text or _label(block):
            return False
        if block.shape is Shape.PARAGRAPH:
            prose = self._loose and not block.quoted and small_level(said.text) is not None
            return prose and section is Section.WANTED
        return section is Section.WANTED or (
            self._outline.level is not None and section is not Section.ASIDE
        )

    def _level(self, said: Sentence) -> Level | None:
        return self._listed or self._outline.level or small_level(f"{said.title} {said.text}")

    def _refused(self, said: Sentence) -> bool:
        return said.wont or level_of(name_of(said)) == WONT

    def _refines(self, block: Block, said: Sentence, parent: Draft) -> bool:
        """A line below a requirement, without a level of its own, or named after it."""
        if block.shape is Shape.ROW:
            return False
        if said.id:
            other = prefix(said.id) != prefix(parent.said.id)
            if other and (self._criteria or prefix(said.id)[:2] == "ac"):
                return True
            headed = self._is_headed(parent)
            below = below_id(said.id, parent.said.id) or (other and headed and parent.own_text)
            names_only = headed and not parent.own_text and not parent.level
            return below and not said.level and not names_only
        if block.shape is Shape.BULLET:
            return not said.level or self._is_headed(parent) or self._criteria
        return False

    # ------------------------------------------------------------ tables

    def table(self, rows: list[Block]) -> None:
        wanted = self._section() is Section.WANTED
        named = names_requirements(rows[0].header)
        made = [(row, row_sentence(row, self._style, wanted=wanted)) for row in rows]
        inside = self._open(rows[0])
        if self._is_of_requirements([said for _, said in made], named) and not (
            inside and not named
        ):
            self._shown = None
            for row, said in made:
                self._say(row, said, said.level)
        else:
            self._attach(rows[0], rows[0].table or "\n".join(row.text for row in rows))
        self._last_end = rows[-1].end

    def _is_of_requirements(self, rows: list[Sentence], named: bool) -> bool:
        section = self._section()
        if section is Section.ASIDE:
            return any(said.level and is_common_id(said.id) for said in rows)
        if any(said.level and said.id for said in rows):
            return section is not Section.REFUSED
        if any(said.level for said in rows) or any(said.id for said in rows):
            return section is Section.WANTED or (named and section is Section.OPEN)
        return named and section is Section.WANTED

    # ------------------------------------------------------------ notes

    def _skip(self, block: Block, said: Sentence) -> None:
        """What is no requirement: a note, and perhaps a label for what follows."""
        if block.shape is Shape.PARAGRAPH:
            self._aside = section_of(block.text) if _label(block) else Section.OPEN
            self._aside = Section.OPEN if self._aside is Section.WANTED else self._aside
            if CRITERIA.match(plain(block.text)) and self._result.found:
                self._criteria = True
                self._stack.append(self._result.found[-1])
                return
        if says_must(block.text) and not said.wont and self._section() is not Section.REFUSED:
            self._result.unread.append(block)
        text = plain(block.joined)
        self._note(block, f"- {text}" if block.shape is Shape.BULLET else text)
        self._stack.append((column(block), None))


def name_of(said: Sentence) -> str:
    return said.title or said.text


def _label(block: Block) -> bool:
    text = block.joined if block.shape is Shape.PARAGRAPH else ""
    return bool(LABEL.match(text)) and text.endswith((":", "**"))
