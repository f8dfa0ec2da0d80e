"""Where in the document a line stands: the headings above it, and what they imply."""

import re

from brickyard.recipe.blocks import Block
from brickyard.recipe.sentence import plain
from brickyard.recipe.words import ANY_LEVEL, LEVELS
from brickyard.values import Level

_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)]|[IVX]+[.)])\s+")
_LEVEL = re.compile(
    rf"^(?:({ANY_LEVEL})|(must|should|could|shall|may)[ -]haves?)(?:[ -]haves?)?"
    r"(?: (?:requirements?|features?|items))?:?$",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"^(?:(?:the |non-?|software |system )*(?:functional |technical |user )?requirements?"
    r"(?: specification)?|specification|overview|introduction|what|goals?|features?)\W*$",
    re.IGNORECASE,
)


class Outline:
    """The headings above the current line, outermost first."""

    def __init__(self) -> None:
        self._above: list[Block] = []
        self._title: Block | None = None
        self._first = True

    def enter(self, heading: Block) -> None:
        if self._first and heading.depth == 1:
            self._title = heading
        self._first = False
        while self._above and self._above[-1].depth >= heading.depth:
            self._above.pop()
        self._above.append(heading)

    def holds(self, heading: Block) -> bool:
        return any(above is heading for above in self._above)

    @property
    def area(self) -> str:
        """The outermost heading that names a part of the software; the title does not."""
        names = (name(block) for block in self._above if block is not self._title)
        return next((n for n in names if not _GENERAL.match(n) and not level_of(n)), "")

    @property
    def level(self) -> Level | None:
        """The level that a heading such as `## MUST` or `## Should have` gives its bullets."""
        levels = [level_of(name(block)) for block in self._above]
        return next((level for level in reversed(levels) if level), None)


def name(heading: Block) -> str:
    """A heading's text without its number and without bold."""
    return _NUMBER.sub("", plain(heading.text))


def level_of(text: str) -> Level | None:
    """`MUST` only in capitals; `Must have`, the MoSCoW heading, in any case."""
    found = _LEVEL.match(text)
    if not found or (found[1] and not found[1].isupper() and "have" not in text.lower()):
        return None
    return LEVELS[(found[1] or found[2]).upper()]
