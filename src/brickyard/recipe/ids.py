"""Ids for requirements that have none: made of the sentence, so that moving lines keeps them."""

import hashlib
import re
from collections.abc import Iterable
from string import ascii_lowercase

from brickyard.recipe.words import ANY_LEVEL

_WORD = re.compile(r"[a-z][a-z0-9]*")
_LEVEL = re.compile(rf"\b(?:{ANY_LEVEL})\b")
_SMALL = re.compile(
    r"an?|and|any|are|as|at|be|been|by|for|from|has|have|if|in|into|is|it|its|no|not|of|on|or|that"
    r"|the|their|them|then|there|they|this|to|was|when|which|with|tool|service|library|system"
    r"|program|software|package"
)


def normal(text: str) -> str:
    """The words of a sentence: case, spacing and closing signs do not count."""
    return " ".join(text.casefold().split()).strip(" .;:!")


def derived(text: str) -> str:
    """`auto-prints-number-3f2a9c`: two telling words and a hash of the sentence."""
    telling = [
        word for word in _WORD.findall(_LEVEL.sub(" ", text).lower()) if not _SMALL.fullmatch(word)
    ]
    digest = hashlib.sha256(normal(text).encode()).hexdigest()[:6]
    return "-".join(("auto", *(word[:16] for word in telling[:2]), digest))


class Taken:
    """The ids that are in use; one that is asked for again gets `-2`, `-3` …"""

    def __init__(self, written: Iterable[str]) -> None:
        self._ids = {id.casefold() for id in written}
        self._last: dict[str, int] = {}

    def free(self, id: str) -> str:
        free = id
        while free.casefold() in self._ids:
            self._last[id] = self._last.get(id, 1) + 1
            free = f"{id}-{self._last[id]}"
        self._ids.add(free.casefold())
        return free


def letter(index: int) -> str:
    """a, b … z, aa, ab …: the last part of a clause's id."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = ascii_lowercase[rest] + letters
    return letters
