"""The frame of an answer: complete, balanced, nothing outside its blocks; contents exact."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEADER = re.compile(r" (JSON|TEXT [^ ]+|FILE [^ ]+ .+)")
_FENCE = re.compile(r"\s*```[\w+-]*\s*")


class BadAnswer(ValueError):
    """The answer cannot be used; `reasons` are sentences that a model can act on."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass
class Content:
    """The blocks of an answer, by what they say they are."""

    json: list[str] = field(default_factory=list[str])
    texts: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    files: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])


def read_blocks(marker: str, text: str, finish: str = "stop") -> Content:
    """The frame alone: complete, balanced, nothing outside the blocks."""
    if finish == "length":
        raise BadAnswer("the answer was cut off because it was too long; answer more briefly")
    if finish not in ("stop", "turns"):
        raise BadAnswer(f"the answer did not end normally (the provider said {finish!r})")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadAnswer(f"the answer is not valid Unicode at character {error.start}") from error
    content = Content()
    for header, body in _frames(marker, text):
        _sort_in(content, header, body)
    return content


def _frames(marker: str, text: str) -> Iterator[tuple[str, str]]:
    lines = list(re.finditer(rf"^{re.escape(marker)}[^\n]*", text, re.MULTILINE))
    if not lines:
        raise BadAnswer(f"no line starts with {marker}; answer in the blocks of the answer format")
    open_at: re.Match[str] | None = None
    outside = 0
    for number, line in enumerate(lines):
        word = line.group().removeprefix(marker).rstrip(" \t")
        if word.endswith("\r"):
            raise BadAnswer(f"the line `{short(line.group())}` ends with a carriage return")
        if open_at is not None:
            yield _closed(marker, text, open_at, line, word)
            open_at, outside = None, line.end()
            continue
        _only_space(text[outside : line.start()], at_start=number == 0)
        if word == " DONE":
            _nothing_after(
                text, line, fenced=_FENCE.fullmatch(text[: lines[0].start()]) is not None
            )
            return
        if not _HEADER.fullmatch(word):
            raise BadAnswer(f"unknown line `{short(line.group())}` outside a block")
        open_at = line
    if open_at is not None:
        raise BadAnswer(f"truncated: the block `{short(open_at.group())}` has no END line")
    raise BadAnswer(f"truncated: the closing line `{marker} DONE` is missing")


def _closed(
    marker: str, text: str, start: re.Match[str], end: re.Match[str], word: str
) -> tuple[str, str]:
    header = start.group().removeprefix(marker).strip(" \t")
    body = text[start.end() + 1 : end.start()]
    if word == " END":
        return header, body
    if word == " END NO NEWLINE":
        return header, body.removesuffix("\n")
    raise BadAnswer(
        f"unbalanced: the block `{short(start.group())}` is not closed by `{marker} END` "
        f"before `{short(end.group())}`"
    )


def _only_space(text: str, *, at_start: bool) -> None:
    if text.strip() and not (at_start and _FENCE.fullmatch(text)):
        raise BadAnswer(f"there is text outside the blocks: `{short(text.strip())}`")


def _nothing_after(text: str, done: re.Match[str], *, fenced: bool) -> None:
    after = text[done.end() :].strip()
    if after and not (fenced and after == "```"):
        raise BadAnswer(f"there is text after the closing line: `{short(after)}`")


def _sort_in(content: Content, header: str, body: str) -> None:
    kind, _, rest = header.partition(" ")
    name, _, path = rest.partition(" ")
    if kind == "JSON":
        content.json.append(body)
    elif kind == "TEXT":
        content.texts.append((name, body))
    else:
        content.files.append((name, path, body))


def short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
