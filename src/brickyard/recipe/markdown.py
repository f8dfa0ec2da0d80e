"""The structure of a Markdown text, as markdown-it reads it: blocks, comments, what is unclosed."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_DEEPEST = 100
"""Containers within containers that are still read; nobody writes so many."""
_FRONT_MATTER = re.compile(
    r"\A---[ \t]*\n(?:(?:[\w.-]+[ \t]*:.*|[ \t]+.*|-[ \t].*|[ \t]*)\n)*?---[ \t]*(?:\n|\Z)"
)
"""Lines such as YAML has, between two rules: other text between rules is text."""
_QUOTE = re.compile(r"^ {0,3}(?:> ?)+")
_TASK = re.compile(r"^\[[ xX]\] +")
_LOOSE_BULLET = re.compile(r"^(?:[•◦▪–] +|\(?[a-z]\) +)(?=\S)")
_LOOSE_ROW = re.compile(r"^\|.*\|$")
_CELL = re.compile(r"(?<!\\)\|")
_COMMENT_OR_CODE = re.compile(r"(`+)[^`]+\1(?!`)|<!--(?P<text>.*?)(?P<end>-->|\Z)", re.DOTALL)


class Shape(StrEnum):
    HEADING = "heading"
    BULLET = "bullet"
    PARAGRAPH = "paragraph"
    ROW = "row"
    CODE = "code"


@dataclass(slots=True)
class Block:
    """A heading, list item, paragraph, table row or code block, with the lines it stands on."""

    shape: Shape
    text: str
    """Lines of prose stay lines; a code block has its fences."""
    line: int
    end: int
    indent: int = 0
    """The column; 0 outside of lists."""
    depth: int = 0
    """Of a heading: 1 for `#`."""
    quoted: bool = False
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    table: str = ""
    """Of the first row of a table: all of it, as written."""

    @property
    def joined(self) -> str:
        """Prose on one line."""
        return self.text if self.shape is Shape.CODE else " ".join(self.text.split("\n")).strip()


@dataclass(frozen=True, slots=True)
class Comment:
    """An HTML comment; `alone` when nothing else stands on its lines."""

    text: str
    line: int
    end: int
    alone: bool


@dataclass(slots=True)
class Document:
    """A text as blocks, top to bottom."""

    blocks: list[Block] = field(default_factory=list[Block])
    comments: list[Comment] = field(default_factory=list[Comment])
    unclosed: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Lines where something begins that never ends, and what it is."""


def document(text: str) -> Document:
    """Read `text`; no text makes this raise."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if front := _FRONT_MATTER.match(text):
        text = "\n" * front[0].count("\n") + text[front.end() :]
    reader = _Reader([line.expandtabs(4) for line in text.split("\n")])
    reader.read(_markdown().parse(text))
    return reader.result


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    markdown.core.ruler.enableOnly(["normalize", "block"])
    return markdown


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.result = Document()
        self._lines = lines
        self._last = max((n for n, line in enumerate(lines, 1) if line.strip()), default=0)
        self._items: list[Block] = []
        """The list items that are open."""
        self._quotes = 0
        self._empty: Block | None = None
        """A list item that has no text yet."""
        self._row: Block | None = None
        self._header: tuple[str, ...] = ()
        self._table = ""

    def read(self, tokens: list[Token]) -> None:
        for at, token in enumerate(tokens):
            if reads := _READS.get(token.type):
                reads(self, token, tokens[at - 1] if at else token)

    # ------------------------------------------------------------ containers

    def quote(self, token: Token, _: Token) -> None:
        self._quotes += token.nesting

    def item(self, token: Token, _: Token) -> None:
        line = _line(token)
        indent = self._indent(line)
        if self._items and self._items[-1].line == line:
            indent = self._items[-1].indent + 2
        self._empty = self._add(Block(Shape.BULLET, "", line, line, indent))
        self._items.append(self._empty)

    def end_item(self, _: Token, __: Token) -> None:
        self._items.pop()
        self._empty = None

    # ------------------------------------------------------------ prose

    def inline(self, token: Token, before: Token) -> None:
        if before.type in ("th_open", "td_open"):
            if self._row is not None:
                content = self._without_comments(token.content, self._row.line)
                self._row.cells = (*self._row.cells, " ".join(content.split()))
            return
        first = _line(token)
        text = self._without_comments(token.content, first)
        if before.type == "heading_open" and not self._items:
            depth = int(before.tag[1])
            end = token.map[1] if token.map else first
            self._add(Block(Shape.HEADING, " ".join(text.split()), first, end, 0, depth))
        else:
            self._prose(text, first)

    def _prose(self, text: str, first: int) -> None:
        block = self._empty
        self._empty = None
        indent = self._indent(first) if self._items else 0
        for number, line in enumerate(map(str.strip, text.split("\n")), first):
            if block is not None and block.shape is Shape.BULLET and not block.text:
                block.text, block.end = _TASK.sub("", line), number
            elif _LOOSE_ROW.match(line):
                cells = tuple(_cell(cell) for cell in _CELL.split(line[1:-1]))
                row = Block(Shape.ROW, line, number, number, cells=cells, table=line)
                block = self._add(row)
            elif loose := _LOOSE_BULLET.match(line):
                below = indent + (2 if self._items or (block and block.text) else 0)
                text = line[loose.end() :]
                block = self._add(Block(Shape.BULLET, text, number, number, below))
            elif block is None or block.shape is Shape.ROW:
                block = self._add(Block(Shape.PARAGRAPH, line, number, number, indent))
            else:
                block.text, block.end = f"{block.text}\n{line}", number

    def _indent(self, line: int) -> int:
        text = _QUOTE.sub("", self._lines[line - 1]) if line <= len(self._lines) else ""
        return len(text) - len(text.lstrip())

    def _add(self, block: Block) -> Block:
        block.quoted = self._quotes > 0
        self.result.blocks.append(block)
        return block

    # ------------------------------------------------------------ tables

    def table(self, token: Token, _: Token) -> None:
        first, end = token.map or (0, 0)
        lines = (_QUOTE.sub("", line).strip() for line in self._lines[first:end])
        self._table, self._header, self._empty = "\n".join(lines).strip(), (), None

    def row(self, token: Token, _: Token) -> None:
        line = _line(token)
        indent = self._indent(line) if self._items else 0
        self._row = Block(Shape.ROW, "", line, line, indent)

    def end_row(self, _: Token, __: Token) -> None:
        row, self._row = self._row, None
        if row is None:
            return
        if not self._header:
            self._header = row.cells
            return
        row.header, row.table, self._table = self._header, self._table, ""
        row.text = " | ".join(row.cells)
        self._add(row)

    # ------------------------------------------------------------ code and comments

    def code(self, token: Token, _: Token) -> None:
        first, end = _line(token), (token.map or (0, 1))[1]
        mark = token.markup or "```"
        if token.type == "fence":
            last = self._lines[min(end, len(self._lines)) - 1].strip(" >")
            closed = end > first and last == last[:1] * len(last) and last.startswith(mark)
            if not closed and end >= self._last:
                self.result.unclosed.append((first, "code block"))
        text = "\n".join((mark + token.info, token.content.rstrip("\n"), mark))
        indent = self._indent(first) if self._items else 0
        self._empty = None
        self._add(Block(Shape.CODE, text, first, end, indent))

    def html(self, token: Token, _: Token) -> None:
        text = self._without_comments(token.content.rstrip("\n"), _line(token), alone=True)
        if text.strip():
            self._prose(text.strip(), _line(token) + text[: -len(text.lstrip())].count("\n"))

    def _without_comments(self, text: str, first: int, *, alone: bool = False) -> str:
        """The text without its comments, which are noted; as many lines as before."""
        if "<!--" not in text:
            return text
        kept, at = "", 0
        for found in _COMMENT_OR_CODE.finditer(text):
            if found["text"] is None:
                continue
            line = first + text.count("\n", 0, found.start())
            end = line + found[0].count("\n")
            if not found["end"]:
                self.result.unclosed.append((line, "comment"))
            kept += text[at : found.start()] + "\n" * found[0].count("\n")
            at = found.end()
            before = text[: found.start()].rpartition("\n")[2].strip()
            after = text[at:].partition("\n")[0].strip()
            by_itself = alone and not before and not after
            self.result.comments.append(Comment(found["text"], line, end, by_itself))
        return kept + text[at:]


_READS = {
    "blockquote_open": _Reader.quote,
    "blockquote_close": _Reader.quote,
    "list_item_open": _Reader.item,
    "list_item_close": _Reader.end_item,
    "inline": _Reader.inline,
    "table_open": _Reader.table,
    "tr_open": _Reader.row,
    "tr_close": _Reader.end_row,
    "fence": _Reader.code,
    "code_block": _Reader.code,
    "html_block": _Reader.html,
}


def _line(token: Token) -> int:
    return (token.map[0] if token.map else 0) + 1


def _cell(text: str) -> str:
    return " ".join(text.replace("\\|", "|").split())
