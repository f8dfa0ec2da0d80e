"""The words of a requirement: levels, kinds of proof and ids, as people write them."""

import re
from difflib import get_close_matches

from brickyard.values import Kind, Level

LEVELS = {
    "MUST": Level.MUST,
    "SHALL": Level.MUST,
    "REQUIRED": Level.MUST,
    "SHOULD": Level.SHOULD,
    "RECOMMENDED": Level.SHOULD,
    "COULD": Level.COULD,
    "MAY": Level.COULD,
    "OPTIONAL": Level.COULD,
}
KINDS = {kind.value: kind for kind in Kind} | {
    "behavior": Kind.BEHAVIOUR,
    "artifact": Kind.ARTEFACT,
}
ANY_LEVEL = "|".join(LEVELS)
ANY_ID = r"(?:[A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.]?\d+(?:[-_.]\d+)*(?:\.?[a-z])?|\d+(?:\.\d+)+[a-z]?)"
COMMON_ID = r"(?:R|RQ|REQ|FR|NFR|SR|UR|BR|TR|QR|AC|US|UC)[-_.]?\d+"

_STRENGTH = (Level.MUST, Level.SHOULD, Level.COULD)
_LEVEL = re.compile(rf"(?<![\w'\"“‘-])(?:{ANY_LEVEL})(?![\w'\"”’-])")
_CODE = re.compile(r"`[^`]*`")
_VOCABULARY = re.compile(r"RFC ?2119|BCP ?14|\bkey ?words\b", re.IGNORECASE)
_LOWERCASE = re.compile(r"\b(?:must|shall|should)\b", re.IGNORECASE)
_COMMON = re.compile(COMMON_ID, re.IGNORECASE)


def levels_in(text: str) -> list[str]:
    """The level words of a sentence, in capitals, neither quoted nor in code."""
    return _LEVEL.findall(_CODE.sub("`", text))


def strongest(words: list[str]) -> Level | None:
    return min((LEVELS[word] for word in words), key=_STRENGTH.index, default=None)


def is_vocabulary(text: str) -> bool:
    """Whether this only explains the level words, as many documents do at the top."""
    return bool(_VOCABULARY.search(text)) and len(levels_in(text)) > 1


def has_lowercase_level(text: str) -> bool:
    return bool(_LOWERCASE.search(_CODE.sub("`", text)))


def is_common_id(id: str) -> bool:
    """`R1`, `REQ-2`, `FR-003`: an id that nothing else looks like."""
    return bool(_COMMON.match(id))


def prefix(id: str) -> str:
    """The letters that ids of one family share: `FR-` of `FR-001`."""
    return re.sub(r"\d.*", "", id).casefold()


def near_mark(word: str) -> str:
    """The level or kind that `word` was probably meant to be."""
    if word.upper() in LEVELS:
        return word.upper()
    return next(iter(get_close_matches(word.lower(), [*KINDS, "attested by"], 1, 0.7)), "")
