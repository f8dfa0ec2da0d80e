"""Python expressions laid out as ruff does: on one line if they fit, else opened up."""

import re
from dataclasses import dataclass

WIDTH = 100


@dataclass(frozen=True)
class Block:
    """Something in brackets. A call tries its arguments on one line of their own first."""

    open: str
    items: "tuple[Doc, ...]"
    close: str
    is_call: bool = False


@dataclass(frozen=True)
class Pair:
    """`key: value` of a dictionary, `name=value` of a call, or any text before a value."""

    before: str
    value: "Doc"


@dataclass(frozen=True)
class Text:
    """A string literal, which may be broken into pieces where it is too long."""

    value: str


Doc = str | Text | Block | Pair


def flat(doc: Doc) -> str:
    match doc:
        case str():
            return doc
        case Text(value):
            return text(value)
        case Pair(before, value):
            return before + flat(value)
        case Block(opening, items, close):
            lone = opening.endswith("(") and not doc.is_call and len(items) == 1
            return f"{opening}{', '.join(map(flat, items))}{',' if lone else ''}{close}"


def show(doc: Doc, indent: int = 4, before: str = "", after: str = "") -> str:
    """`before` + the expression + `after`, starting at column `indent`."""
    line = f"{before}{flat(doc)}{after}"
    if indent + len(line) <= WIDTH or isinstance(doc, str):
        return line
    if isinstance(doc, Text):
        return f"{before}({_lines(doc.value, indent)}){after}"
    if isinstance(doc, Pair):
        return show(doc.value, indent, before + doc.before, after)
    if not doc.items:
        return line
    inner, margin = " " * (indent + 4), " " * indent
    together = ", ".join(map(flat, doc.items))
    if doc.is_call and indent + 4 + len(together) <= WIDTH:
        return f"{before}{doc.open}\n{inner}{together}\n{margin}{doc.close}{after}"
    if doc.is_call and len(doc.items) == 1 and isinstance(doc.items[0], Text):
        return f"{before}{doc.open}{_lines(doc.items[0].value, indent)}{doc.close}{after}"
    comma = "" if doc.is_call and len(doc.items) == 1 else ","
    parts = "".join(
        f"{inner}{show(item, indent + 4, '', ',' if comma else '')}\n" for item in doc.items
    )
    return f"{before}{doc.open}\n{parts}{margin}{doc.close}{after}"


def _lines(value: str, indent: int) -> str:
    """A string between brackets that stand on other lines; in one piece if it fits."""
    inner, margin = " " * (indent + 4), " " * indent
    whole = text(value)
    parts = [whole] if len(inner + whole) <= WIDTH else pieces(value, indent + 4)
    return "\n" + "".join(f"{inner}{part}\n" for part in parts) + margin


def pieces(value: str, indent: int) -> list[str]:
    """Literals that make up the string together: a line each, long ones cut between words."""
    room = max(20, WIDTH - indent - 20)
    return [
        text(part)
        for line in value.splitlines(keepends=True)
        for part in _between_words(line, room)
    ]


def _between_words(line: str, room: int) -> list[str]:
    """As many words in each part as fit; a word stays whole, however long it is."""
    parts = [""]
    for word in re.findall(r"[^ ,;]*[ ,;]+|[^ ,;]+", line):
        if parts[-1] and len(text(parts[-1] + word)) > room:
            parts.append("")
        parts[-1] += word
    return parts


def text(value: str) -> str:
    """A string literal with the quotes that need fewer escapes, double ones if in doubt."""
    quote = "'" if value.count('"') > value.count("'") else '"'
    return quote + "".join(_character(one, quote) for one in value) + quote


def _character(one: str, quote: str) -> str:
    if one in (quote, "\\"):
        return f"\\{one}"
    return one if one.isprintable() else repr(one)[1:-1]
