"""Markdown before it is read: code blocks and comments are taken out, line numbers stay."""

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"^[ >]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})(.*)$")
_COMMENT_OR_CODE = re.compile(r"(`+)[^`]+\1(?!`)|<!--")


@dataclass(frozen=True, slots=True)
class Comment:
    """An HTML comment; `alone` when nothing else stands on its lines."""

    text: str
    line: int
    end: int
    alone: bool


@dataclass(slots=True)
class Source:
    """A text by lines (the first is line 1) without what is not prose."""

    lines: list[str] = field(default_factory=list[str])
    comments: list[Comment] = field(default_factory=list[Comment])
    code: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    """First line of a fenced block → how far it is indented, and the block, fences included."""
    unclosed: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])


def split(text: str) -> list[str]:
    """Lines as editors count them, tabs as four spaces, without a byte order mark."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return [line.expandtabs(4).rstrip() for line in text.split("\n")]


def source(text: str) -> Source:
    """Take fenced code and comments out of `text`; their lines stay, empty."""
    lines = split(text)
    result = Source()
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence and not (fence[1][0] == "`" and "`" in fence[2]):
            at = _skip_code(lines, at, fence, result)
        else:
            at = _skip_comments(lines, at, result)
    return result


def _skip_code(lines: list[str], start: int, fence: re.Match[str], result: Source) -> int:
    closing = re.compile(rf"^[ >]*{re.escape(fence[1][0])}{{{len(fence[1])},}}$")
    end = next((n for n in range(start + 1, len(lines)) if closing.match(lines[n])), None)
    if end is None:
        result.unclosed.append((start + 1, "code block"))
        end = len(lines) - 1
    column = fence.start(1)
    block = [line[min(column, len(line) - len(line.lstrip())) :] for line in lines[start : end + 1]]
    block[0] = lines[start][column:]
    result.code[start + 1] = (column, "\n".join(block))
    result.lines.append(lines[start][:column].rstrip())
    result.lines.extend([""] * (end - start))
    return end + 1


def _skip_comments(lines: list[str], at: int, result: Source) -> int:
    line, seen, first, found = lines[at], 0, at, list[tuple[str, int, int]]()
    kept = ""
    while opening := _next_comment(line, seen):
        kept += line[seen : opening.start()]
        begin, body, rest = at, "", line[opening.end() :]
        while "-->" not in rest and at + 1 < len(lines):
            body, at = f"{body}{rest}\n", at + 1
            rest = lines[at]
        if "-->" not in rest:
            result.unclosed.append((begin + 1, "comment"))
        inside, _, line = rest.partition("-->")
        seen = 0
        found.append((body + inside, begin + 1, at + 1))
    kept = (kept + line[seen:]).rstrip()
    result.lines.append(kept)
    result.lines.extend([""] * (at - first))
    result.comments.extend(Comment(text, a, b, not kept.strip()) for text, a, b in found)
    return at + 1


def _next_comment(line: str, start: int) -> re.Match[str] | None:
    """The next `<!--` that does not stand inside inline code."""
    return next((m for m in _COMMENT_OR_CODE.finditer(line, start) if m[0] == "<!--"), None)
