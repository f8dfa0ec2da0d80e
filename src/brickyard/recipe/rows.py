"""A requirement written as a table row."""

import re
from itertools import zip_longest

from brickyard.recipe.blocks import Block
from brickyard.recipe.sentence import Sentence, sentence

_MARK_COLUMN = re.compile(r"^\W*(?:kind|proof|kind of proof|level|priority)\W*$", re.IGNORECASE)


def row_sentence(block: Block) -> Sentence:
    """Id, level and kind in cells of their own; the longest other cell is the sentence."""
    marks: list[str] = []
    texts: list[str] = []
    unknown: list[str] = []
    for cell, title in zip_longest(block.cells, block.header, fillvalue=""):
        if not cell.strip("-–— "):
            continue
        into = marks if _is_mark(cell) else unknown if _MARK_COLUMN.match(title) else texts
        into.append(cell)
    said = sentence(max(texts, key=len, default=""))
    head = sentence(f"({', '.join(marks)}): x") if marks else Sentence("x")
    said.text = head.text.removesuffix("x") + said.text
    said.id, said.level = head.id or said.id, head.level or said.level
    said.kind = head.kind or said.kind
    said.attested_by = head.attested_by or said.attested_by
    said.attested_on = head.attested_on or said.attested_on
    said.unknown += tuple(unknown)
    return said


def _is_mark(cell: str) -> bool:
    said = sentence(f"({cell}): x")
    return said.text in ("x", f"{said.negation} x")
