"""The words of a requirement: levels, kinds of proof and ids, as people write them."""

import re
from collections import defaultdict
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
WONT = "WON'T"
"""The fourth word of MoSCoW: what stands under it is no requirement."""
_PRIORITIES: dict[str, str] = {
    **{word.lower(): level for word, level in LEVELS.items()},
    **dict.fromkeys(("mandatory", "essential", "critical", "highest", "high"), Level.MUST),
    **dict.fromkeys(("important", "medium", "normal", "desirable", "conditional"), Level.SHOULD),
    **dict.fromkeys(("low", "lowest", "nice to have", "nice-to-have", "nice"), Level.COULD),
    **dict.fromkeys(("won't", "wont", "won’t", "will not", "out of scope", "not planned"), WONT),
}
_LETTERS = {"m": Level.MUST, "s": Level.SHOULD, "c": Level.COULD, "w": WONT}
_STEPS = (Level.MUST, Level.SHOULD, Level.COULD)
KINDS = {kind.value: kind for kind in Kind} | {
    "behavior": Kind.BEHAVIOUR,
    "artifact": Kind.ARTEFACT,
}
ANY_LEVEL = "|".join(LEVELS)
PRIORITY = rf"(?:{'|'.join(sorted(_PRIORITIES, key=len, reverse=True))}|P[0-4])(?:[ -]haves?)?"
ANY_ID = (
    r"(?:(?!P[0-4]\b)[A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.]?\d+(?:[-_.]\d+)*(?:\.?[a-z])?"
    r"|\d+(?:\.\d+)+[a-z]?)"
)
ITEM_WITH_LEVEL = re.compile(
    rf"(?:(?:[-*+]|\d{{1,4}}[.)])\s+)?[*_]*(?P<id>{ANY_ID})[*_:]*\s*[(\[](?:{ANY_LEVEL})\b"
)
COMMON_ID = r"(?:R|RQ|REQ|FR|NFR|SR|UR|BR|TR|QR|AC|US|UC)[-_.]?\d+"

_LEVEL = re.compile(rf"(?<![\w'\"“‘-])(?:{ANY_LEVEL})(?![\w'\"”’-])")
_SMALL = re.compile(
    r"(?<![\w'\"“‘*-])(must|shall|ha(?:s|ve) to|needs? to|should|ought to|could"
    r"|(?:no|nothing|never) may|may (?:not|never|ever)|may|optionally|would be nice|nice to have)"
    r"(?![\w'\"”’*-])",
    re.IGNORECASE,
)
_WEAK = ("could", "may", "optionally", "would be nice", "nice to have")
_CODE = re.compile(r"`[^`]*`")
_VOCABULARY = re.compile(r"RFC ?2119|BCP ?14|\bkey ?words\b", re.IGNORECASE)
_LEVELS_IN_A_ROW = re.compile(
    rf"(?<![(\[\w])(?:{ANY_LEVEL})(?:(?:,? (?:and|or)|,|/) ?(?:{ANY_LEVEL})\b)+"
)
_LEGEND = re.compile(rf"^\W*(?:{PRIORITY}|[MSCW])\W*(?:[:=(–—]|means\b|\s-\s)", re.IGNORECASE)
_LEGEND_WORD = re.compile(
    r"\b(?:releas\w*|ship\w*|without (?:it|this)|go out|nice to have|slip\w*|time (?:allows|"
    r"permits)|if there is time|expected|first version|later version|essential|deferred)\b",
    re.IGNORECASE,
)
_LEGEND_LINE = re.compile(
    r"^\W*(?:legend|key|moscow|priorit(?:y|ies)|levels?)\b[^.]{0,20}:", re.IGNORECASE
)
_ANY_CASE = re.compile(r"\b(?:must|should|could|may|P[0-4])\b", re.IGNORECASE)
_COMMON = re.compile(COMMON_ID, re.IGNORECASE)
_ID = re.compile(rf"(?<![\w.-])({ANY_ID})(?![\w-])")
_NO_FAMILY = ("p", "v", "h")
"""Letters before numbers that name priorities, versions and headings."""


def levels_in(text: str) -> list[str]:
    """The level words of a sentence, in capitals, neither quoted nor in code."""
    return _LEVEL.findall(_CODE.sub("`", text))


def strongest(words: list[str]) -> Level | None:
    return min((LEVELS[word] for word in words), key=_STEPS.index, default=None)


def stronger(one: Level | None, other: Level | None) -> Level | None:
    """Where two levels are written, the one that asks for more."""
    return min(filter(None, (one, other)), key=_STEPS.index, default=None)


def small_level(text: str) -> Level | None:
    """The level of the first sentence that says must, shall or should; else could or may."""
    weak = False
    for sentence in re.split(r"(?<=[.!?;])\s", _CODE.sub("`", text)):
        words = {word.lower() for word in _SMALL.findall(sentence)}
        if words - {"should", "ought to", *_WEAK}:
            return Level.MUST
        if words & {"should", "ought to"}:
            return Level.SHOULD
        weak = weak or bool(words)
    return Level.COULD if weak else None


def priority(text: str, *, from_zero: bool = False, column: bool = False) -> str:
    """The level that `Must have`, `P1` or `High` stands for; "" if none.

    P1 is the highest, unless the document has a P0. In a column also `M`, and `1`.
    """
    words = re.sub(r"[*_`]", "", text).strip().lower()
    if words not in _PRIORITIES:
        words = re.sub(r"^priority\W+|[\s-]+(?:haves?|priority)$", "", words)
    if words in _PRIORITIES:
        return _PRIORITIES[words]
    if step := re.fullmatch(r"p([0-4])" if not column else r"p?([0-4])", words):
        return _STEPS[min(max(int(step[1]) - (not from_zero), 0), 2)]
    if column and words[:1] in _LETTERS and len(words) == 1:
        return _LETTERS[words]
    if column and (first := re.match(rf"({PRIORITY})\b", words, re.IGNORECASE)):
        return priority(first[1], from_zero=from_zero) if first[1] != words else ""
    return ""


def counts_from_zero(text: str) -> bool:
    """Whether P0 is this document's highest priority."""
    return bool(re.search(r"\bP0\b", text))


def is_vocabulary(text: str) -> bool:
    """Whether this only explains the level words, as many documents do at the top."""
    if _LEGEND.match(text) and _LEGEND_WORD.search(text):
        return True
    if _LEGEND_LINE.match(text) and len({word.lower() for word in _ANY_CASE.findall(text)}) > 1:
        return True
    if len(set(levels_in(text))) > 1 and not levels_in(_LEVELS_IN_A_ROW.sub("", text)):
        return True
    return bool(_VOCABULARY.search(text)) and len(levels_in(text)) > 1


def says_must(text: str) -> bool:
    words = {word.lower() for word in _SMALL.findall(_CODE.sub("`", text))}
    return bool(words & {"must", "shall"})


def families(text: str) -> frozenset[str]:
    """What the ids of this document begin with: those that everybody uses, and any with a 1."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for id in _ID.findall(_CODE.sub("`", text)):
        if id[0].isalpha() and (last := re.search(r"(\d{1,9})[a-z]?$", id)):
            numbers[prefix(id)].add(int(last[1]))
    return frozenset(
        name
        for name, found in numbers.items()
        if len(found) > 1 and 1 in found and name not in _NO_FAMILY
    )


def is_common_id(id: str) -> bool:
    """`R1`, `REQ-2`, `FR-003`: an id that nothing else looks like."""
    return bool(_COMMON.match(id))


def prefix(id: str) -> str:
    """The letters that ids of one family share: `FR-` of `FR-001`."""
    return re.sub(r"\d.*", "", id).casefold()


def near_mark(word: str) -> str:
    """The level or kind that `word` was probably meant to be."""
    return next(iter(get_close_matches(word.lower(), [*KINDS, "attested by"], 1, 0.7)), "")
