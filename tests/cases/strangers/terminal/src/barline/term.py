"""Questions about the terminal."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TextIO


def is_terminal(stream: TextIO) -> bool:
    """Whether the stream is a terminal."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def width_of(stream: TextIO, environ: Mapping[str, str]) -> int:
    """The width for output to the stream, from 20 to 200."""
    columns = environ.get("COLUMNS", "")
    width = 0
    if columns.isascii() and columns.isdigit():
        width = min(int(columns[-4:]), 200) if not columns[:-4].strip("0") else 200
    if width == 0 and is_terminal(stream):
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError, AttributeError):
            width = 0
    return min(max(width if width > 0 else 80, 20), 200)


def want_color(mode: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to use colour: mode is auto, always or never."""
    if mode != "auto":
        return mode == "always"
    return is_terminal(stream) and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def can_encode(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding can encode the text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def printable(stream: TextIO, text: str) -> str:
    """The text with each character that cannot be encoded replaced by `?`."""
    if can_encode(stream, text):
        return text
    return "".join(char if can_encode(stream, char) else "?" for char in text)
