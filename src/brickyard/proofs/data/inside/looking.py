"""What can be seen of a step from outside it: what was printed, and the text of files."""

import io
import stat
from pathlib import Path
from typing import Any

from brickyard.proofs.data.inside.crossing import opaque

LONGEST_TEXT = 3_000_000


class Captured(io.TextIOWrapper):
    """What is printed, kept in memory, as bytes or as text."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="", write_through=True)

    def take(self) -> bytes:
        """What was printed since the last time; raises ValueError when the code has closed it."""
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        printed = buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        return printed


class NoInput(io.TextIOBase):
    """Standard input of a step that is given none: reading it is a mistake."""

    @property
    def buffer(self) -> "NoInput":
        return self

    def read(self, size: int | None = -1, /) -> str:
        raise OSError("there is no standard input")

    def readline(self, size: int = -1, /) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise OSError("there is no standard input")


def shown(stream: Captured, more: str = "") -> Any:
    try:
        return text_of(stream.take() + more.encode())
    except ValueError as error:
        return opaque(f"no text: {type(error).__name__}")


def text_of(content: bytes) -> Any:
    """Raises ValueError for what is not text."""
    if len(content) > LONGEST_TEXT:
        return opaque(f"more text than can cross ({LONGEST_TEXT:,} bytes)")
    return content.decode()


def look(path: Path) -> Any:
    """The text of a file, None where nothing is, or why there is no text to show."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            return opaque("not a file")
        with path.open("rb") as file:
            return text_of(file.read(LONGEST_TEXT + 1))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        return opaque(f"no text: {type(error).__name__}")
