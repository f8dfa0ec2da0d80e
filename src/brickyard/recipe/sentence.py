"""One line of a requirement: its id, its level, its kind of proof, and the sentence."""

import re
from dataclasses import dataclass

from brickyard.recipe.words import (
    ANY_ID,
    ANY_LEVEL,
    COMMON_ID,
    KINDS,
    LEVELS,
    levels_in,
    near_mark,
    strongest,
)
from brickyard.values import Kind, Level

_BOLD = re.compile(r"\*\*(?=\S)([^*]+?)(?<=\S)\*\*")
_STRONG = re.compile(rf"__({ANY_ID}|(?:{ANY_LEVEL})(?: NOT)?):?__")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!<>|-])")
_MARKED_ID = re.compile(rf"^(?:\*\*|__|`|\[)+({ANY_ID})[:.]?(?:\*\*|__|`|\])+(?!\() *:?")
_WRITTEN_ID = re.compile(
    rf"^({ANY_ID})(?: *[:–—](?!\S)|[.)](?=\s)| +-(?=\s)|(?= *[(\[]))"
    rf"|^(\d+(?:\.\d+)+)(?= +(?!(?:{ANY_LEVEL})\b)[A-Z])"
)
_BARE_ID = re.compile(rf"^({COMMON_ID})(?=\s+(?:{ANY_LEVEL})\b)", re.IGNORECASE)
_WORD_ID = re.compile(rf"^([A-Za-z][\w.-]{{0,60}})(?= *\((?:{ANY_LEVEL})\b)")
_IN_BRACKETS = r"[(\[]([^()\[\]]{1,200})[)\]]"
_MARKS = re.compile(rf"^{_IN_BRACKETS} *[:–—-]? *")
_END_MARKS = re.compile(rf" *{_IN_BRACKETS}\.?$")
_LABEL = re.compile(rf"^((?:{ANY_LEVEL})(?: NOT)?)(?: *[:–—] *| *(?={_IN_BRACKETS} *:))")
_NEGATED = re.compile(rf"\b(?:{ANY_LEVEL}) NOT\b")
_STARTS_WITH_LEVEL = re.compile(rf"^(?:\*\*|__)?(?:{ANY_LEVEL})\b")
_ATTESTED = re.compile(r"^attested by +(.+?)(?:,? +(?:on +)?(\d{4}-\d\d?-\d\d?))?$", re.IGNORECASE)
_DATE = re.compile(r"^(?:on +)?(\d{4}-\d\d?-\d\d?)$")


@dataclass(slots=True)
class Sentence:
    """What one line says; `level` is None where none is written."""

    text: str
    id: str = ""
    level: Level | None = None
    kind: Kind | None = None
    attested_by: str = ""
    attested_on: str = ""
    unknown: tuple[str, ...] = ()
    """Marks in brackets that are neither a level nor a kind."""
    negation: str = ""
    """A label that says NOT: without it the meaning would be turned around."""


def sentence(line: str) -> Sentence:
    """Read `R4 (MUST, performance): …` and the other forms that people write."""
    result = Sentence(plain(_MARKED_ID.sub(r"\1: ", line.strip())))
    _take_id(result)
    while _take_marks(result) or _take_label(result):
        pass
    _take_end_marks(result)
    result.text = f"{result.negation} {result.text}".strip()
    result.level = result.level or strongest(levels_in(result.text))
    return result


def plain(text: str) -> str:
    """Without bold and without backslashes before signs."""
    return _ESCAPE.sub(r"\1", _STRONG.sub(r"\1", _BOLD.sub(r"\1", text))).strip()


def begins_item(line: str, before: str) -> bool:
    """Whether a line starts a requirement of its own though no blank line is above it."""
    if _WRITTEN_ID.match(_MARKED_ID.sub(r"\1: ", line)) or _BARE_ID.match(line):
        return True
    return bool(_STARTS_WITH_LEVEL.match(line)) and before.endswith((".", ";", "!", "?"))


def _take_id(result: Sentence) -> None:
    for form in (_WRITTEN_ID, _BARE_ID, _WORD_ID):
        if found := form.match(result.text):
            result.id = found[found.lastindex or 1]
            result.text = result.text[found.end() :].strip()
            return


def _take_marks(result: Sentence) -> bool:
    found = _MARKS.match(result.text)
    if not found or not _read_marks(found[1], result, strict=bool(result.id or result.level)):
        return False
    result.text = result.text[found.end() :]
    return True


def _take_label(result: Sentence) -> bool:
    found = _LABEL.match(result.text)
    if not found:
        return False
    _read_marks(found[1], result, strict=False)
    result.text = result.text[found.end() :]
    return True


def _take_end_marks(result: Sentence) -> None:
    """`Load CSV files (MUST)`: marks behind the sentence."""
    found = _END_MARKS.search(result.text)
    if found and levels_in(found[1]) and _read_marks(found[1], result, strict=False):
        result.text = result.text[: found.start()]


def _read_marks(text: str, result: Sentence, *, strict: bool) -> bool:
    """Take the marks into `result`; False, and nothing taken, if they are none of ours."""
    parts = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
    trial = Sentence("", result.id, result.level, result.kind)
    unknown = tuple(part for part in parts if not _read_mark(part, trial))
    meant = len(unknown) < len(parts) or any(map(near_mark, unknown))
    if not meant or (unknown and not strict):
        return False
    result.id, result.level, result.kind = trial.id, trial.level, trial.kind
    result.attested_by = trial.attested_by or result.attested_by
    result.attested_on = trial.attested_on or result.attested_on
    result.unknown += unknown
    if found := _NEGATED.search(text):
        result.negation = found[0]
    return True


def _read_mark(part: str, result: Sentence) -> bool:
    name = re.sub(r"^(?:kind|level|proof) *[:=] *", "", part, flags=re.IGNORECASE)
    if name.removesuffix(" NOT") in LEVELS:
        result.level = LEVELS[name.removesuffix(" NOT")]
    elif name.lower() in KINDS:
        result.kind = KINDS[name.lower()]
    elif found := _ATTESTED.match(part):
        result.kind, result.attested_by = Kind.ATTESTED, found[1]
        result.attested_on = found[2] or ""
    elif result.attested_by and (found := _DATE.match(part)):
        result.attested_on = found[1]
    elif not result.id and re.fullmatch(ANY_ID, part):
        result.id = part
    else:
        return False
    return True
