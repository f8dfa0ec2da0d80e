"""One line of a requirement: its id, its level, its kind of proof, and the sentence."""

import re
from dataclasses import dataclass, field

from brickyard.recipe.words import (
    ANY_ID,
    ANY_LEVEL,
    COMMON_ID,
    KINDS,
    LEVELS,
    PRIORITY,
    WONT,
    levels_in,
    near_mark,
    prefix,
    priority,
    stronger,
    strongest,
)
from brickyard.values import Kind, Level

_BOLD = re.compile(r"\*\*(?=\S)([^*]+?)(?<=\S)\*\*")
_STRONG = re.compile(rf"__({ANY_ID}|(?:{ANY_LEVEL})(?: NOT)?):?__")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:.(?!(?<!`)\1(?!`)))*.\1(?!`)", re.DOTALL)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!<>|-])")
_HEAD = re.compile(r"^(?:\*\*|__)(?=\S)(?P<head>(?:(?!\*\*|__).){1,200})(?<=\S)(?:\*\*|__)")
_MARKED_ID = re.compile(rf"^(?:\*|_|`|\[|\()+({ANY_ID})[:.]?(?:\*|_|`|\]|\))+(?!\() *:?")
_ID = re.compile(
    rf"^({ANY_ID})(?: *[:–—|](?!\S)|[.)](?=\s|$)| +-(?=\s)|(?= *[*_]*[(\[])|$)"
    rf"|^(\d+(?:\.\d+)+)(?= +(?!(?:{ANY_LEVEL})\b)[A-Z])"
)
_BARE_ID = re.compile(rf"^({COMMON_ID})(?=\s)", re.IGNORECASE)
_FAMILY_ID = re.compile(rf"^({ANY_ID})(?=\s+[A-Z`\"“])")
_WORD_ID = re.compile(rf"^([A-Za-z][\w.-]{{0,60}})(?= *\((?:{ANY_LEVEL})\b)")
_IN_BRACKETS = r"[(\[]([^()\[\]]{1,200})[)\]]"
_MARKS = re.compile(rf"^[*_]*{_IN_BRACKETS}[*_]* *[:.–—-]? *")
_END_MARKS = re.compile(rf"(?<! ) *[*_]*{_IN_BRACKETS}[*_]*\.?$")
_END_WORD = re.compile(
    rf"(?<!\s)(?:\s*[–—|·:]\s*|\s+[-/]\s+|\s+(?=`))[`*_]*(?P<word>{PRIORITY})[`*_]*$", re.I
)
_LABEL = re.compile(
    rf"^((?:{ANY_LEVEL})(?: NOT)?)(?: *[:–—] *| *(?={_IN_BRACKETS} *:))"
    rf"|^(?P<small>{PRIORITY})(?: *[:–—|] *| +- +|\. +)",
    re.IGNORECASE,
)
_BEFORE_ID = re.compile(rf"[*_`\[]*{ANY_ID}\b")
_COUNTED = re.compile(
    r"^(?:(?P<story>(?:user )?story)|requirement)\s*#?(?P<number>\d+)\s*[:.)–—-]*\s*", re.IGNORECASE
)
_NOUN = re.compile(
    rf"^([*_`]*)(?:requirement|(?:user )?story|use case|feature)\s+(?=[(\[`*_]*{ANY_ID})",
    re.IGNORECASE,
)
_TITLE_ID = re.compile(rf"(?<! ) *[(\[]({ANY_ID})[)\]][.:]?$")
_NEGATED = re.compile(rf"\b(?:{ANY_LEVEL}) NOT\b")
_STARTS_WITH_LEVEL = re.compile(rf"^(?:\*\*|__)?(?:{ANY_LEVEL})\b")
_ATTESTED = re.compile(r"^attested by +(.+?)(?:,? +(?:on +)?(\d{4}-\d\d?-\d\d?))?$", re.IGNORECASE)
_DATE = re.compile(r"^(?:on +)?(\d{4}-\d\d?-\d\d?)$")
_FIELD = re.compile(
    r"(?:^|(?<=[|·;,]))\s*(?:[-*_]|\*\*)*(?:priority|moscow|level)(?:[*_]*\s*[:=–—]\s*[*_]*|"
    rf"[*_]+)\s*(?P<word>{PRIORITY})\b[*_]*(?:\s*\([^()]*\))?\s*[|·;,]?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Style:
    """What the whole document tells about how its marks are to be read."""

    families: frozenset[str] = frozenset()
    from_zero: bool = False
    counts: bool = False
    """Whether `Requirement 1` and `Story 2` are its ids, for want of others."""

    def owns(self, id: str) -> bool:
        """Whether this id can be nothing but one of this document."""
        return bool(re.match(COMMON_ID, id, re.IGNORECASE)) or prefix(id) in self.families


@dataclass(slots=True)
class Sentence:
    """What one line says; `level` is None where none is written."""

    text: str
    id: str = ""
    level: Level | None = None
    kind: Kind | None = None
    attested_by: str = ""
    attested_on: str = ""
    title: str = ""
    """What stands between id and sentence: `**R1. Order.** Entries are …`."""
    unknown: tuple[str, ...] = ()
    """Marks in brackets that were probably meant to be a level or a kind."""
    negation: str = ""
    """A label that says NOT: without it the meaning would be turned around."""
    remark: str = ""
    """What else stands among the marks."""
    title_only: bool = False
    """Whether all that stands there is an id with a title, in bold."""
    wont: bool = False
    criteria: list[str] = field(default_factory=list[str])
    """How it is to be checked, where a table has a column for it."""


PLAIN = Style()


def sentence(line: str, style: Style = PLAIN, *, wanted: bool = False) -> Sentence:
    """Read `R4 (MUST, performance): …` and the other forms that people write.

    `wanted` where it is known to be a requirement: then level words count in any case.
    """
    line, level = take_field(line.strip(), style)
    line = _NOUN.sub(r"\1", line)
    headed = _headed(line, style, wanted)
    result = headed or _plain_line(line, style, wanted)
    _set_level(result, level)
    if not result.text:
        result.text, result.title = result.title, ""
        result.title_only = headed is not None and bool(result.id)
    result.text = f"{result.negation} {result.text} {result.remark}".strip()
    result.level = result.level or strongest(levels_in(f"{result.title} {result.text}"))
    if result.level or result.wont or style.owns(result.id):
        return result
    if result.id and not (wanted and (result.id[0].isdigit() or headed)):
        return Sentence(plain(line), kind=result.kind)
    return result


def take_field(text: str, style: Style) -> tuple[str, str]:
    """The lines without `**Priority:** Must`, and the level that it names."""
    rest, word = _take_field(text)
    return rest, priority(word, from_zero=style.from_zero)


def counted(title: str) -> str:
    """A heading `Requirement 1: …` or `User story 2 – …` with `R1` or `US2` in front instead."""
    found = _COUNTED.match(title)
    if not found:
        return title
    return f"{'US' if found['story'] else 'R'}{found['number']}: {title[found.end() :]}"


def take_end_word(title: str, style: Style) -> tuple[str, str]:
    """A heading without `– Must` or `` `Should` `` at its end, and the level that this names."""
    found = _END_WORD.search(title)
    if not found:
        return title, ""
    return title[: found.start()], priority(found["word"], from_zero=style.from_zero)


def plain(text: str) -> str:
    """Without bold and without backslashes before signs; code stays as it is written."""
    codes = [found[0] for found in _CODE.finditer(text)]
    text = _ESCAPE.sub(r"\1", _STRONG.sub(r"\1", _BOLD.sub(r"\1", _CODE.sub("\0", text))))
    return re.sub("\0", lambda _: codes.pop(0) if codes else "\0", text).strip()


def begins_item(line: str, before: str) -> bool:
    """Whether a line starts a requirement of its own though no blank line is above it."""
    head = _HEAD.match(line)
    start = plain(_MARKED_ID.sub(r"\1: ", head["head"] if head else line))
    if (found := _ID.match(start)) and (found.end() < len(start) or head):
        return True
    if _BARE_ID.match(line) and levels_in(line):
        return True
    return bool(_STARTS_WITH_LEVEL.match(line)) and before.endswith((".", ";", "!", "?"))


def _take_field(text: str) -> tuple[str, str]:
    kept: list[str] = []
    word = ""
    for line in text.split("\n"):
        found = _FIELD.search(line) if not word and len(line) < 200 else None
        if found:
            word = found["word"]
            line = f"{line[: found.start()]} {line[found.end() :]}".strip(" |·;,")
        if line or not found:
            kept.append(line)
    return "\n".join(kept), word


def _headed(line: str, style: Style, wanted: bool) -> Sentence | None:
    """`**INV-1 (P0). Order.** Entries are …`: id, marks and title set off in bold."""
    head = _HEAD.match(line)
    if not head:
        return None
    result = Sentence(plain(_MARKED_ID.sub(r"\1: ", head["head"])))
    _take_id(result, style, bold=True)
    _take_all_marks(result, style, wanted)
    if not result.id:
        _take_id(result, style, bold=True)
        _take_all_marks(result, style, wanted)
    if not result.id and not (wanted and plain(line[head.end() :])):
        return None
    result.title = result.text.strip(" :–—-")
    if wanted and not result.id and (found := _TITLE_ID.search(result.title)):
        result.id, result.title = found[1], result.title[: found.start()]
    result.text = re.sub(r"^[:–—-]+ *", "", plain(line[head.end() :]))
    _take_all_marks(result, style, wanted)
    _take_end_marks(result, style, wanted)
    if (
        not result.id
        and not result.level
        and not _is_title(result, head["head"], line[head.end() :])
    ):
        return None
    return result


def _is_title(result: Sentence, head: str, rest: str) -> bool:
    """Bold words that the sentence does not need: it begins anew after them."""
    ended = head.rstrip().endswith((".", ":")) or bool(re.match(r" *(?:[:–—.-]|\n)", rest))
    return ended and not result.text[:1].islower()


def _plain_line(line: str, style: Style, wanted: bool) -> Sentence:
    result = Sentence(plain(_MARKED_ID.sub(r"\1: ", line)))
    _take_id(result, style)
    _take_all_marks(result, style, wanted)
    if not result.id:
        result.text = plain(_MARKED_ID.sub(r"\1: ", result.text))
        _take_id(result, style, marked=result.level is not None or result.wont)
        _take_all_marks(result, style, wanted)
    _take_end_marks(result, style, wanted)
    return result


def _take_id(result: Sentence, style: Style, *, bold: bool = False, marked: bool = True) -> None:
    for form in (_ID, _BARE_ID, _FAMILY_ID, _WORD_ID):
        found = form.match(result.text) if marked else None
        id = found[found.lastindex or 1] if found else ""
        sure = form in (_ID, _WORD_ID) or bold
        if found and (sure or style.owns(id) or levels_in(result.text[found.end() :][:40])):
            if form is _FAMILY_ID and not (bold or style.owns(id)):
                continue
            result.id = id
            result.text = result.text[found.end() :].strip()
            return


def _take_all_marks(result: Sentence, style: Style, wanted: bool) -> None:
    while _take_marks(result, style, wanted) or _take_label(result, style):
        pass
    result.text = re.sub(r"^[.:|–—-](?: +|$)", "", result.text) if result.id else result.text


def _take_marks(result: Sentence, style: Style, wanted: bool) -> bool:
    found = _MARKS.match(result.text)
    strict = bool(result.id or result.level)
    wanted = wanted or bool(found and _BEFORE_ID.match(result.text, found.end()))
    if not found or not _read_marks(found[1], result, style, strict=strict, wanted=wanted):
        return False
    result.text = result.text[found.end() :]
    return True


def _take_label(result: Sentence, style: Style) -> bool:
    """`MUST: …`; in any case where there is an id."""
    found = _LABEL.match(result.text)
    if not found or not (result.id or (found[1] and found[1].isupper())):
        return False
    if not _read_marks(found[1] or found["small"], result, style, strict=False, wanted=True):
        return False
    result.text = result.text[found.end() :]
    return True


def _take_end_marks(result: Sentence, style: Style, wanted: bool) -> None:
    """`Load CSV files (MUST)`: marks behind the sentence, or behind its title."""
    for name in ("text", "title"):
        said: str = getattr(result, name)
        found = _END_MARKS.search(said)
        if not found or result.level or levels_in(said[: found.start()]):
            continue
        small = (bool(result.id) or wanted) and priority(found[1], from_zero=style.from_zero)
        if (levels_in(found[1]) or small) and _read_marks(
            found[1], result, style, strict=False, wanted=wanted or bool(small)
        ):
            setattr(result, name, said[: found.start()])


def _read_marks(text: str, result: Sentence, style: Style, *, strict: bool, wanted: bool) -> bool:
    """Take the marks into `result`; False, and nothing taken, if they are none of ours."""
    parts = [part.strip() for part in re.split(r"[,;/|]", text) if part.strip()]
    trial = Sentence("", result.id, result.level, result.kind, wont=result.wont)
    any_case = strict or wanted
    left = [part for part in parts if not _read_mark(part, trial, style, any_case=any_case)]
    near = tuple(part for part in left if strict and near_mark(part))
    if len(left) == len(parts) and not near:
        return False
    if left and not strict:
        return False
    result.id, result.level, result.kind = trial.id, trial.level, trial.kind
    result.wont = trial.wont
    result.attested_by = trial.attested_by or result.attested_by
    result.attested_on = trial.attested_on or result.attested_on
    result.unknown += near
    if rest := [part for part in left if part not in near]:
        result.remark = f"({', '.join(rest)})"
    if found := _NEGATED.search(text):
        result.negation = found[0]
    return True


def _read_mark(part: str, result: Sentence, style: Style, *, any_case: bool) -> bool:
    name = re.sub(r"^(?:kind|level|proof|priority) *[:=] *", "", part, flags=re.IGNORECASE)
    if name.removesuffix(" NOT") in LEVELS:
        _set_level(result, LEVELS[name.removesuffix(" NOT")])
    elif any_case and (level := priority(name, from_zero=style.from_zero)):
        _set_level(result, level)
    elif name.lower() in KINDS:
        result.kind = KINDS[name.lower()]
    elif found := _ATTESTED.match(part):
        result.kind, result.attested_by = Kind.ATTESTED, found[1]
        result.attested_on = found[2] or ""
    elif result.attested_by and (found := _DATE.match(part)):
        result.attested_on = found[1]
    elif not result.id and re.fullmatch(ANY_ID, part) and not priority(part):
        result.id = part
    else:
        return False
    return True


def _set_level(result: Sentence, level: str) -> None:
    if level == WONT:
        result.wont = True
    elif level:
        result.level = stronger(result.level, Level(level))
