"""A requirement written as a table row: what each column holds is told by its title."""

import re
from functools import lru_cache
from itertools import zip_longest

from brickyard.recipe.markdown import Block
from brickyard.recipe.sentence import Sentence, Style, plain, sentence
from brickyard.recipe.words import KINDS, LEVELS, WONT, priority
from brickyard.values import Level


def _titled(words: str) -> re.Pattern[str]:
    return re.compile(rf"^\W*(?:{words})(?:\s*\(.*\))?\W*$", re.IGNORECASE)


_ID = _titled(
    r"(?:(?:req(?:uirement)?|story|us|fr)[ -]?)?(?:id|ids|no|nr|number|key|ref|code)\.?|#"
)
_PRIORITY = _titled(
    r"priority|prio|moscow|level|importance|criticality|necessity|obligation"
    r"|(?:must|shall) ?/ ?should.*"
)
_KIND = _titled(r"kind|proof|kind of proof|proven by")
_TITLE = _titled(r"title|name|short name|feature|capability|topic|summary")
_TEXT = _titled(
    r"(?:the )?(?:\w+ )?(?:requirements?|descriptions?|statements?|user stor(?:y|ies)|story|stories"
    r"|needs?|constraints?|behaviou?rs?|specification|what)(?: (?:text|statement|description))?"
    r"|(?:the )?(?:system|tool|software|library|user)?\s?(?:must|shall|should|can|does)\W*"
)
_CRITERIA = _titled(
    r"(?:acceptance|verification|fit|success)(?: (?:checks?|criteri(?:a|on)|tests?|conditions?))?"
    r"|checks?|criteria|verified by|done when|how (?:we|to) (?:check|test|verify)\b.*|examples?"
)
_LONGEST_MARK = 80
_METHOD = re.compile(
    r"^\W*(?:(?:(?:unit|automated) )?tests?|demo(?:nstration)?|inspection|analysis"
    r"|(?:code )?review)?\W*$",
    re.IGNORECASE,
)
"""How something is verified, said in a word, is no criterion."""
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
_MORE = _titled(r"notes?|details?|comments?|remarks?|rationale|why|reason")
_STORY = (
    _titled(r"as an?\b.*|role|persona|who|actor|user"),
    _titled(r"i want\b.*|i can|want|goal"),
)
_SO_THAT = _titled(r"so that\b.*|so i can|benefit|because|value")


def row_sentence(block: Block, style: Style, *, wanted: bool = False) -> Sentence:
    """Id, level and kind in cells of their own; the sentence in a column that says so."""
    known = _by_title(block)
    text = known.get("text") or _story(block) or known.get("title") or _rest(block, known)
    said = sentence(text, style, wanted=wanted)
    said.level = said.level if "priority" not in known else None
    head = sentence(f"({known['marks']}): x", style) if known.get("marks") else Sentence("x")
    said.text = head.text.removesuffix("x") + said.text
    said.id, said.level = known.get("id", "") or head.id or said.id, said.level or head.level
    said.kind = head.kind or said.kind
    said.attested_by = head.attested_by or said.attested_by
    said.attested_on = head.attested_on or said.attested_on
    said.unknown += tuple(filter(None, (known.get("unknown", ""),)))
    level = priority(known.get("priority", ""), from_zero=style.from_zero, column=True)
    if level == WONT:
        said.wont = True
    elif level:
        said.level = Level(level)
    if known.get("text") and known.get("title"):
        said.title = plain(known["title"])
    said.text = _BREAK.sub("\n", "\n".join(filter(None, (said.text, plain(known.get("more", ""))))))
    criteria = _BREAK.split(known.get("criteria", ""))
    said.criteria = [plain(one) for each in criteria if not _METHOD.match(one := each.strip("- •"))]
    return said


def names_requirements(header: tuple[str, ...]) -> bool:
    """Whether the columns are those of a table of requirements."""
    text = any(_TEXT.match(title) or _STORY[1].match(title) for title in header)
    named = any(_ID.match(title) or _TITLE.match(title) for title in header)
    return text or (named and any(_PRIORITY.match(title) for title in header))


def _by_title(block: Block) -> dict[str, str]:
    found: dict[str, str] = {}
    marks: list[str] = []
    for cell, title in zip_longest(block.cells, block.header, fillvalue=""):
        bare = cell.strip("-–— ")
        name = next((name for name, pattern in _COLUMNS if title and pattern.match(title)), "")
        if not bare:
            continue
        if name == "id" and " " not in plain(cell) and len(cell) <= 40:
            found.setdefault("id", plain(cell).strip("`[]*:."))
        elif name == "id":
            marks.append(re.sub(r"[()\[\]]", ",", plain(cell)))
        elif name == "priority" and not _is_mark(cell):
            found.setdefault("priority", cell)
        elif (name in ("kind", "priority", "") or not title) and _is_mark(cell, title, name):
            marks.append(cell)
        elif name == "kind":
            found["unknown"] = cell
        elif name:
            found.setdefault(name, f"{title}: {cell}" if name == "more" else cell)
    return found | ({"marks": ", ".join(marks)} if marks else {})


_COLUMNS = (
    ("id", _ID),
    ("priority", _PRIORITY),
    ("kind", _KIND),
    ("criteria", _CRITERIA),
    ("text", _TEXT),
    ("title", _TITLE),
    ("more", _MORE),
)


@lru_cache(4096)
def _is_mark(cell: str, title: str = "", name: str = "") -> bool:
    """Whether a cell is a level in capitals, an id, or (in its column) a kind of proof."""
    bare = plain(cell).strip("`")
    if len(bare) > _LONGEST_MARK:
        return False
    if bare.lower() in KINDS and name != "kind" and title:
        return False
    if bare.removesuffix(" NOT") in LEVELS or (name == "kind" and bare.lower() in KINDS):
        return True
    said = sentence(f"({bare}): x")
    return said.text in ("x", f"{said.negation} x") and bool(
        said.id or said.level or said.kind or said.attested_by
    )


def _story(block: Block) -> str:
    """`As a | I want | So that` as one sentence."""
    cells = dict(zip(block.header, block.cells, strict=False))
    who, want = (
        next((cell for title, cell in cells.items() if pattern.match(title)), "")
        for pattern in _STORY
    )
    why = next((cell for title, cell in cells.items() if _SO_THAT.match(title)), "")
    if not who or not want:
        return ""
    who = who if re.match(r"as\b", who, re.IGNORECASE) else f"As {_article(who)}{who}"
    want = want if re.match(r"i\b", want, re.IGNORECASE) else f"I want {want}"
    why = why if not why or re.match(r"so\b", why, re.IGNORECASE) else f"so that {why}"
    return ", ".join(filter(None, (who, want, why)))


def _article(who: str) -> str:
    if re.match(r"(?:an?|the) ", who, re.IGNORECASE) or who[:1].isupper():
        return ""
    return "an " if who[:1] in "aeiou" else "a "


def _rest(block: Block, known: dict[str, str]) -> str:
    """The cells that no title explains, one after the other."""
    taken = {*known.values(), ""}
    cells = [cell for cell in block.cells if cell not in taken and len(cell.strip("-–— ")) > 0]
    return ": ".join(cell for cell in cells if not _is_mark(cell))
