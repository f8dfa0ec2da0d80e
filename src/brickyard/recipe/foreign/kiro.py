"""Kiro's `requirements.md`: user stories with acceptance criteria in EARS sentences."""

import re
from dataclasses import replace

from brickyard.recipe.draft import Draft
from brickyard.recipe.foreign.found import Found, note
from brickyard.recipe.foreign.sections import Section, group, numbered, scenarios, sections, words
from brickyard.recipe.markdown import Block
from brickyard.recipe.sentence import Sentence, plain
from brickyard.recipe.words import levels_in, small_level, strongest
from brickyard.values import Level

_REQUIREMENT = re.compile(
    r"^\W*(?:requirement|req)\s*#?(?P<id>(?:[A-Z]+[-_ ]?)?\d+(?:\.\d+)*)\b\W*(?P<title>.*)$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"^\W*(?P<id>(?:[A-Z]+-)?\d+(?:\.\d+)*)[.):]?\s+(?P<title>.+)$")
_STORY = re.compile(r"^\W*user story\W*:\W*", re.IGNORECASE)
_CRITERIA = re.compile(
    r"^\W*acceptance (?:criteri(?:a|on)|scenarios?|tests?)\b\W*(?P<rest>.*)$", re.I | re.S
)


def read(blocks: list[Block]) -> Found:
    """What stands below `Requirement 1` belongs to it; the rest is read as a recipe."""
    found, parts, at = Found(), sections(blocks), 0
    while at < len(parts):
        together = group(parts, at)
        told = _told(together)
        if told is None:
            found.rest += parts[at].all
            at += 1
        else:
            _requirement(together, told, found)
            at += len(together)
    return found


def _told(together: list[Section]) -> re.Match[str] | None:
    """A heading `Requirement 1: …`; or `1. …`, with acceptance criteria below it."""
    title = together[0].title
    if told := _REQUIREMENT.match(title):
        return told
    counted = _COUNTED.match(title)
    own = [*together[0].blocks, *(one.heading for one in together[1:] if one.heading)]
    return counted if any(_CRITERIA.match(plain(block.text)) for block in own) else None


def _requirement(together: list[Section], told: re.Match[str], found: Found) -> None:
    id = told["id"].replace(" ", "-")
    id = id if id[0].isalpha() else f"R{id}"
    heading = together[0].heading or together[0].blocks[0]
    draft = Draft(Sentence("", id=id, title=plain(told["title"]).strip(" -–—:")), heading)
    said, criteria = _parted(together[0])
    for part in together[1:]:
        if _CRITERIA.match(part.title):
            criteria += part.blocks
        elif part.title.lower().startswith("user story"):
            said += part.blocks
        else:
            found.rest += note(part.heading) + part.blocks
    text = [_STORY.sub("", words(block)) for block in said]
    draft.said.text, draft.parts = (text[0] if text else ""), text[1:]
    draft.clauses = numbered(scenarios([Section(None, criteria)], each=True), id)
    found.drafts += [draft, *_weaker(draft)]


def _parted(part: Section) -> tuple[list[Block], list[Block]]:
    """What stands before `**Acceptance Criteria**`, and what below it."""
    starts = [n for n, block in enumerate(part.blocks) if _CRITERIA.match(plain(block.text))]
    if not starts:
        return part.blocks, []
    at = starts[0]
    rest = _CRITERIA.match(plain(part.blocks[at].text))
    first = [replace(part.blocks[at], text=rest["rest"])] if rest and rest["rest"].strip() else []
    return part.blocks[:at], [*first, *part.blocks[at + 1 :]]


def _weaker(draft: Draft) -> list[Draft]:
    """Criteria of a lower level than the others, taken out: each is a requirement of its own."""
    levels = {id(one): _level(one.said.text) for one in draft.clauses}
    order = [*Level]
    known = [level for level in levels.values() if level]
    draft.level = min(known, key=order.index, default=None)
    own: list[Draft] = []
    for one in draft.clauses:
        level = levels[id(one)]
        if level and level is not draft.level:
            own.append(Draft(Sentence(one.said.text, id=one.said.id), one.block, level))
    ids = {one.said.id for one in own}
    draft.clauses = [one for one in draft.clauses if one.said.id not in ids]
    return own


def _level(text: str) -> Level | None:
    return strongest(levels_in(text)) or small_level(text)
