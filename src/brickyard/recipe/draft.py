"""A requirement while it is read: its sentence, and what below it belongs to it."""

from dataclasses import dataclass, field

from brickyard.recipe.markdown import Block, Shape
from brickyard.recipe.sentence import Sentence
from brickyard.recipe.words import levels_in, small_level, stronger, strongest
from brickyard.values import Level


@dataclass(slots=True)
class Draft:
    """A requirement or a clause before ids are given."""

    said: Sentence
    block: Block
    level: Level | None = None
    area: str = ""
    parts: list[str] = field(default_factory=list[str])
    """What stands below it and belongs to its text: paragraphs, code, tables."""
    clauses: list["Draft"] = field(default_factory=list["Draft"])
    indent: int = 0
    """The column that deeper ones refine; below 0 for headings and paragraphs."""
    group: bool = False
    """Whether requirements with ids of their own stand below it."""
    written: bool = False
    """Whether its level is written at its id."""
    scenario: bool = False
    """Of a clause: whether it must have a case of its own."""

    @property
    def text(self) -> str:
        """Title, sentence and what belongs to it; code and tables follow at once."""
        said = "\n".join(filter(None, (self.said.title, self.said.text)))
        for part in filter(None, self.parts):
            between = "\n" if part.startswith(("```", "~~~", "|")) else "\n\n"
            said = f"{said}{between}{part}" if said else part
        return said

    @property
    def own_text(self) -> bool:
        return bool(self.said.text or self.parts or self.clauses)


@dataclass(slots=True)
class Drafts:
    """What `requirements.md` holds."""

    found: list[Draft] = field(default_factory=list[Draft])
    unread: list[Block] = field(default_factory=list[Block])
    """Sentences that say must, but are no requirement."""
    notes: list[str] = field(default_factory=list[str])
    """What stands around the requirements, under its headings: what they mean by their words."""


def once(found: list[Draft], notes: list[str]) -> list[Draft]:
    """Where an id stands several times, what only refers to it becomes a note.

    A table above the details is one with them. Two that both say something keep the same id,
    which is an error.
    """
    kept: list[Draft] = []
    places: dict[str, int] = {}
    for draft in found:
        place = places.get(draft.said.id) if draft.said.id else None
        if draft.said.wont:
            notes.append(f"{draft.said.id} (won't): {draft.text}".strip())
        elif place is None:
            places[draft.said.id] = len(kept)
            kept.append(draft)
        elif _are_one(kept[place], draft):
            kept[place] = _merged(kept[place], draft, notes)
        elif kept[place].written and not draft.written:
            notes.append(f"{draft.said.id}: {draft.text}")
        else:
            kept.append(draft)
    return kept


def _are_one(first: Draft, draft: Draft) -> bool:
    """A row and the section that it is about, or the same words in two forms."""
    shapes = {first.block.shape, draft.block.shape}
    if len(shapes) == 1:
        return False
    return _says_less(first, draft) or (
        Shape.ROW in shapes and not (first.written and draft.written)
    )


def _merged(first: Draft, draft: Draft, notes: list[str]) -> Draft:
    less, more = sorted((first, draft), key=lambda one: len(one.text))
    more.level = stronger(first.level, draft.level)
    if not _says_less(less, more):
        notes.append(f"{less.said.id}: {less.text}")
    return more


def _says_less(one: Draft, other: Draft) -> bool:
    less, more = sorted((one.text.casefold(), other.text.casefold()), key=len)
    return less.strip(" .") in more


def level_of_text(draft: Draft) -> Level | None:
    """From its words; else from the capitals of its criteria."""
    criteria = " ".join(clause.said.text for clause in draft.clauses)
    text = " ".join((draft.said.title, draft.said.text, *draft.parts))
    return small_level(text) or strongest(levels_in(criteria))
