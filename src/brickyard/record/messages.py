"""`messages.jsonl` of a run: what was said, line by line, readable with nothing but jq.

It holds the full texts, although the record has them too: the record keeps an answer once for all
runs and by key, while this is what one run said, in its order, with what failed.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from brickyard.record.masking import NOTHING, Mask

FILE = "messages.jsonl"
METRICS = "metrics.json"

Line = Mapping[str, Any]


def run_folder(home: Path, run: str) -> Path:
    """Where the files of a run are."""
    return home / "runs" / run


class Messages:
    """Appends whole lines, each in one write, with known secrets blanked.

    What cannot be written is told once to `failed` and then left: a full disk must not end a run
    that was paid for.
    """

    def __init__(self, path: Path, *, mask: Mask = NOTHING, failed: Callable[[str], None]) -> None:
        self._path = path
        self._mask = mask
        self._failed = failed
        self._file = -1

    def add(self, line: Line) -> Line:
        """Append it; what is returned is what was written."""
        masked: Line = self._mask.over(dict(line))
        if self._file != -1:
            text = json.dumps(masked, ensure_ascii=False)
            self._write(f"{text}\n".encode(errors="backslashreplace"))
        return masked

    def __enter__(self) -> "Messages":
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            if not _ends_whole(self._file):
                self._write(b"\n")
        except OSError as error:
            self._give_up(error)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file != -1:
            os.close(self._file)
            self._file = -1

    def _write(self, content: bytes) -> None:
        try:
            if os.write(self._file, content) < len(content):
                raise OSError(0, "only a part was written")
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.__exit__()
        self._failed(f"{self._path} is not written any more: {error.strerror}")


def read_messages(path: Path) -> Iterator[dict[str, Any]]:
    """The lines, in order; one that a kill cut short is left out."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for text in file:
            with suppress(json.JSONDecodeError):
                yield json.loads(text)


def _ends_whole(file: int) -> bool:
    size = os.fstat(file).st_size
    return size == 0 or os.pread(file, 1, size - 1) == b"\n"
