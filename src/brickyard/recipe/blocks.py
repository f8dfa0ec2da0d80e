"""A small reader of Markdown's structure: headings, bullets, paragraphs and table rows."""

import re
from dataclasses import dataclass
from enum import StrEnum

from brickyard.recipe.sentence import begins_item
from brickyard.recipe.source import Source

_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-{2,})$")
_BREAK = re.compile(r"^ {0,3}([-*_])(?: *\1){2,}$")
_BULLET = re.compile(r"^( *)(?:[-*+•]|\d{1,4}[.)]|[a-z]\))(?: +(?:\[[ xX]\] +)?(.*))?$")
_TABLE_LINE = re.compile(r"^ *\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$")
_CELL = re.compile(r"(?<!\\)\|")


class Shape(StrEnum):
    HEADING = "heading"
    BULLET = "bullet"
    PARAGRAPH = "paragraph"
    ROW = "row"


@dataclass(slots=True)
class Block:
    """One heading, bullet, paragraph or table row, with the lines it stands on."""

    shape: Shape
    text: str
    line: int
    end: int
    indent: int = 0
    depth: int = 0
    """Of a heading: 1 for `#`."""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    code: str = ""
    """The fenced blocks that follow."""


def blocks(source: Source) -> list[Block]:
    """The structure of a text, top to bottom."""
    reader = _Reader()
    for number, line in enumerate(source.lines, 1):
        reader.read(number, re.sub(r"^ {0,3}(?:> ?)+", "", line))
        if number in source.code and reader.found:
            _attach(reader.found[-1], number, *source.code[number])
    return reader.found


def _attach(block: Block, line: int, indent: int, code: str) -> None:
    """A fenced block belongs to what it follows at once, stands below, or is announced by."""
    if line - block.end <= 1 or indent >= 2 or block.text.endswith(":"):
        block.code = "\n".join(filter(None, (block.code, code)))


class _Reader:
    def __init__(self) -> None:
        self.found: list[Block] = []
        self._open: Block | None = None
        """The block that the next line may continue."""
        self._header: tuple[str, ...] | None = None
        """The header of the table that is open."""

    def read(self, number: int, line: str) -> None:
        if not line.strip():
            self._open = self._header = None
        elif not (self._underline(line) or self._table(number, line)):
            self._header = None
            self._text(number, line)

    def _underline(self, line: str) -> bool:
        """A heading written by underlining it, or a line across the page."""
        last, mark = self._open, _UNDERLINE.match(line)
        if mark and last and last.shape is Shape.PARAGRAPH and last.line == last.end:
            last.shape, last.depth = Shape.HEADING, 1 if mark[1][0] == "=" else 2
        elif not (mark or _BREAK.match(line)):
            return False
        self._open = self._header = None
        return True

    def _table(self, number: int, line: str) -> bool:
        if "|" in line and _TABLE_LINE.match(line):
            last = self.found[-1] if self.found else None
            if last and last.end == number - 1 and "|" in last.text:
                self.found.pop()
                self._header = _cells(last.text)
            self._open = None
            return True
        if line.lstrip().startswith("|") or (self._header is not None and "|" in line):
            row = Block(Shape.ROW, line.strip(), number, number, cells=_cells(line))
            row.header = self._header or ()
            self.found.append(row)
            self._open = None
            return True
        return False

    def _text(self, number: int, line: str) -> None:
        indent = len(line) - len(line.lstrip())
        if heading := _HEADING.match(line):
            self._add(Block(Shape.HEADING, heading[2] or "", number, number, 0, len(heading[1])))
            self._open = None
        elif bullet := _BULLET.match(line):
            self._add(Block(Shape.BULLET, bullet[2] or "", number, number, indent))
        elif self._open and not begins_item(line.strip(), self._open.text):
            self._open.text = f"{self._open.text} {line.strip()}".strip()
            self._open.end = number
        else:
            self._add(Block(Shape.PARAGRAPH, line.strip(), number, number, indent))

    def _add(self, block: Block) -> None:
        self._open = block
        self.found.append(block)


def _cells(line: str) -> tuple[str, ...]:
    parts = _CELL.split(line.strip().removeprefix("|").removesuffix("|"))
    return tuple(part.strip().replace("\\|", "|") for part in parts)
