"""What differs between two questions, short enough to read in a terminal."""

import difflib
import re
from itertools import islice

from brickyard.models.base import Request

MAX_LINES = 40
MAX_WIDTH = 160
MAX_COMPARED = 1500
_MARKER = re.compile(r"@@[0-9a-f]{6}\b")


def words_of(request: Request) -> frozenset[int]:
    """The question's lines, each as a number: cheap to keep and to compare."""
    return frozenset(map(hash, lines_of(request)))


def resemblance(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / (len(one | other) or 1)


def lines_of(request: Request) -> list[str]:
    """Every line that counts for the key. Markers change with any input, so they are blanked."""
    lines = [f"sample {request.sample}, generation {request.generation}", request.system]
    for message in request.messages:
        lines += [f"[{message.role}]", *_MARKER.sub("@@", message.text).split("\n")]
    return lines


def difference(known: Request, asked: Request) -> str:
    """A unified difference of at most MAX_LINES lines, from the known question to this one."""
    before, after = _trimmed(lines_of(known), lines_of(asked))
    found = difflib.unified_diff(before, after, "known", "asked", n=2, lineterm="")
    lines = [line[:MAX_WIDTH] for line in islice(found, MAX_LINES + 1)]
    if len(lines) > MAX_LINES:
        lines[MAX_LINES:] = ["… and more"]
    return "\n".join(lines)


def _trimmed(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Both from shortly before where they first differ, capped: comparing is not linear."""
    same = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        same += 1
    start = max(0, same - 2)
    return before[start : start + MAX_COMPARED], after[start : start + MAX_COMPARED]
