"""Edits of somebody's files: read strictly, applied once, and shown as a diff.

A file keeps its encoding, its byte order mark and the ends of all lines that an edit does not
touch; new lines end as most of the file does.
"""

import difflib
import io
import re
import tokenize
from collections.abc import Iterable, Mapping
from itertools import pairwise

from brickyard.files import Files, as_bytes, as_text
from brickyard.repair.question import END, NEW, OLD
from brickyard.values import Value, counted

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Unusable(ValueError):
    """What is wrong with an edit, in a sentence that its writer can act on."""


class Edit(Value):
    """Whole lines in the place of others; `at` is the line of the answer where it begins."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    at: int


def read_edits(text: str) -> list[Edit]:
    """The edits of one file, in their order."""
    edits: list[Edit] = []
    old: list[str] = []
    new: list[str] = []
    part, start = END, 0
    for number, line in enumerate(text.split("\n"), 1):
        mark = line.rstrip()
        if mark in (OLD, NEW, END):
            if (part, mark) not in ((END, OLD), (OLD, NEW), (NEW, END)):
                raise Unusable(f"line {number}: `{mark}` does not follow `{part}`")
            if mark == OLD:
                old, new, start = [], [], number
            elif mark == END:
                edits.append(Edit(old=tuple(old), new=tuple(new), at=start))
            part = mark
        elif part == END and mark:
            raise Unusable(f"line {number} stands outside of an edit: `{mark[:80]}`")
        elif part != END:
            (old if part == OLD else new).append(line)
    if part != END:
        raise Unusable(f"the edit of line {start} has no `{END}`")
    if not edits:
        raise Unusable("there is no edit")
    return edits


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made; each names lines that occur once, and none overlaps another."""
    lines = text.removesuffix("\n").split("\n")
    found = sorted(((_place(edit, lines), edit) for edit in edits), key=lambda one: one[0])
    for (before, first), (start, second) in pairwise(found):
        if before + len(first.old) > start:
            raise Unusable(f"the edits of lines {first.at} and {second.at} overlap")
    for start, edit in reversed(found):
        lines[start : start + len(edit.old)] = edit.new
    end = "\n" if text.endswith("\n") and lines else ""
    return "\n".join(lines) + end


def edited_files(edits: Files, whole: Files, shown: Files) -> tuple[Files, list[str]]:
    """The files that an answer changes, by the paths it was shown; and what is wrong with it."""
    problems: list[str] = []
    found: dict[str, str] = {}
    for path in dict.fromkeys((*edits, *whole)):
        if path not in shown:
            problems.append(f"{path} is none of the files in `code`: {', '.join(sorted(shown))}.")
        elif path in edits and path in whole:
            problems.append(f"{path} stands in `edits` and in `code`; give one of the two.")
        elif path in whole:
            found[path] = whole[path]
        else:
            try:
                found[path] = edited(shown[path], read_edits(edits[path]))
            except Unusable as error:
                problems.append(f"{path}: {error}.")
    return Files(found), problems


def _place(edit: Edit, lines: list[str]) -> int:
    """The one place where the old lines stand."""
    if not any(line.strip() for line in edit.old):
        raise Unusable(f"the edit of line {edit.at} has no old lines to find its place by")
    size = len(edit.old)
    places = [at for at in range(len(lines) - size + 1) if tuple(lines[at : at + size]) == edit.old]
    if len(places) == 1:
        return places[0]
    if places:
        raise Unusable(
            f"the old lines of the edit of line {edit.at} occur {len(places)} times in the file; "
            "take more lines around them"
        )
    raise Unusable(
        f"the old lines of the edit of line {edit.at} do not stand in the file like this: "
        f"`{edit.old[0].strip()[:80]}`; copy them exactly, with their indentation"
    )


# ---------------------------------------------------------------- bytes and texts


def shown(raw: str) -> str:
    """A file of Python as people read it: in the encoding that it declares, line ends plain."""
    return _decoded(raw)[1].replace("\r\n", "\n")


def kept_form(raw: str, text: str) -> str:
    """The text in the form of the file: its encoding and mark, and the line ends that it has."""
    encoding, before = _decoded(raw)
    content = _with_line_ends(before, text)
    try:
        written = as_text(content.encode(encoding))
    except UnicodeEncodeError as error:
        letter = content[error.start]
        raise Unusable(f"the file is in {encoding}, which has no {letter!a}") from None
    if _decoded(written) != (encoding, content):
        raise Unusable("the line that declares the file's encoding must stay as it is")
    return written


def _decoded(raw: str) -> tuple[str, str]:
    content = as_bytes(raw)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return encoding, content.decode(encoding)
    except (SyntaxError, LookupError, UnicodeDecodeError) as error:
        raise Unusable(f"the file is not in the encoding that it declares: {error}") from None


def _with_line_ends(before: str, text: str) -> str:
    """Lines that stay keep their ends; new ones end as most do."""
    old = _LINE.findall(before)
    plain = [line.replace("\r\n", "\n") for line in old]
    new = _LINE.findall(text)
    is_crlf = 2 * before.count("\r\n") > before.count("\n")
    lines: list[str] = []
    match = difflib.SequenceMatcher(None, plain, new, autojunk=False)
    for kind, a, b, c, d in match.get_opcodes():
        fresh = [line.replace("\n", "\r\n") if is_crlf else line for line in new[c:d]]
        lines += old[a:b] if kind == "equal" else fresh
    return "".join(lines)


# ---------------------------------------------------------------- the diff


def unified(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """What `patch -p1` and `git apply` take; files are bytes as text, as they are in `Files`."""
    parts: list[str] = []
    for path in sorted(after):
        old = before.get(path)
        if old == after[path]:
            continue
        lines = difflib.unified_diff(
            _LINE.findall(old or ""),
            _LINE.findall(after[path]),
            "/dev/null" if old is None else f"a/{path}",
            f"b/{path}",
        )
        parts += [
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        ]
    return "".join(parts)


def readable(diff: str) -> str:
    """A diff as text that can be printed anywhere: bytes that are no UTF-8 are marked."""
    return as_bytes(diff).decode("utf-8", "replace")


def size_of(diff: str) -> str:
    """How much a diff changes, in a few words."""
    lines = [line for line in diff.splitlines() if not line.startswith(("+++", "---"))]
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    return f"{counted(added, 'line')} added, {removed} removed"
