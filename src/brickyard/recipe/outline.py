"""Where in the document a line stands: the headings above it, and what they imply."""

import re
from enum import Enum

from brickyard.recipe.markdown import Block
from brickyard.recipe.sentence import plain
from brickyard.recipe.words import ANY_LEVEL, LEVELS, PRIORITY, WONT, priority
from brickyard.values import Level

_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)]|[IVX]+[.)])\s+")
_SIGN = re.compile(r"^[^\w\s()\[\]`'\"“<./-]+\s+")
_NOUN = (
    r"[ -]haves?(?: (?:requirements?|features?|items|stories))?| (?:requirements?|features?|items)"
)
_REST = r":?(?:\s*(?:\(.*\)|[–—:-]\s.*))?"
_MOSCOW = ("must", "should", "could", "won't", "wont", "won’t")
_LEVEL = re.compile(
    rf"^(?P<caps>{ANY_LEVEL})(?:{_NOUN})?{_REST}$|^(?P<word>{PRIORITY})(?P<more>{_NOUN}| priority)?"
    rf"(?P<rest>{_REST})$",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"^(?:(?:the |non-?|software |system )*(?:functional |technical |user )?requirements?"
    r"(?: specification)?|specification|overview|introduction|what|goals?|features?"
    r"|user stories)\W*$",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:won['’]?t|will not|out[ -]of[ -]scope|non-?goals?|excluded|exclusions"
    r"|not (?:in scope|planned|included|doing))\b",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\brequirements?\b|\bstories\b|\buser story$|\bfunctional\b|\bquality attributes\b"
    r"|^(?:features?|capabilities|constraints)\W*$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:background|introduction|purpose|vision|motivation|problem|why|goals?|objectives?|scope"
    r"|personas?|who|audience|stakeholders?|terms|terminology|glossary|vocabulary|definitions?"
    r"|conventions?|priorit(?:y|ies)|legend|assumptions?|risks?|roll-?out|timeline|milestones?"
    r"|roadmap|(?:release|delivery|test) plan|metrics|we(?:['’]ll| will) know|references|appendix"
    r"|(?:revision|document|change|version) history|traceability|decisions?|how to read"
    r"|definition of done|(?:key )?entities|success criteria|measurable outcomes|clarifications"
    r"|open (?:questions?|items?|points?|issues?))\b"
    r"|^(?:overview|context|users\b.*|actors|examples?|future|later|delivery|questions|about\b.*)$",
    re.IGNORECASE,
)


class Section(Enum):
    """What the headings above say of what stands below them."""

    WANTED = "requirements"
    ASIDE = "other things"
    REFUSED = "what is not wanted"
    OPEN = "not told"


class Outline:
    """The headings above the current line, outermost first."""

    def __init__(self, *, from_zero: bool = False) -> None:
        self._from_zero = from_zero
        self._above: list[Block] = []
        self._title: Block | None = None
        self._first = True
        self.requirements: list[Block] = []
        """Headings that are requirements themselves, and no parts of the software."""

    def enter(self, heading: Block) -> None:
        if self._first and heading.depth == 1:
            self._title = heading
        self._first = False
        while self._above and self._above[-1].depth >= heading.depth:
            self._above.pop()
        self._above.append(heading)

    @property
    def headings(self) -> list[Block]:
        """Those above, without the title of the document."""
        return [block for block in self._above if block is not self._title]

    @property
    def area(self) -> str:
        """The outermost heading that names a part of the software."""
        names = (name(block) for block in self.headings if block not in self.requirements)
        return next((n for n in names if not _GENERAL.match(n) and not level_of(n)), "")

    @property
    def level(self) -> Level | None:
        """The level that a heading such as `## MUST` or `## Should have` gives its items."""
        zero = self._from_zero
        levels = [level_of(name(block), from_zero=zero) for block in self._above]
        found = next((level for level in reversed(levels) if level), None)
        return None if found in (None, WONT) else Level(found)

    @property
    def section(self) -> Section:
        """By the innermost heading that tells."""
        above = [block for block in self.headings if block not in self.requirements]
        told = (section_of(name(block)) for block in reversed(above))
        return next((section for section in told if section is not Section.OPEN), Section.OPEN)


def section_of(title: str) -> Section:
    """What a heading with this text is about."""
    if level_of(title) == WONT or _REFUSED.search(title):
        return Section.REFUSED
    if level_of(title) or _WANTED.search(title):
        return Section.WANTED
    return Section.ASIDE if _ASIDE.search(title) else Section.OPEN


def name(heading: Block) -> str:
    """A heading's text without its number, without bold and without signs in front."""
    return _NUMBER.sub("", _SIGN.sub("", plain(heading.text)))


def level_of(text: str, *, from_zero: bool = False) -> str:
    """Of `Must have`, `Should`, `P1 requirements`; other level words only in capitals."""
    found = _LEVEL.match(text)
    if not found:
        return ""
    word = found["caps"] or found["word"]
    if word in LEVELS:
        return LEVELS[word]
    told = re.match(r"p\d|.*\bhaves?\b|.*\bpriority\b", text, re.IGNORECASE)
    if not told and word.lower() not in _MOSCOW:
        return ""
    return priority(word, from_zero=from_zero)
