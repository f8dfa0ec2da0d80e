"""Removing what a hostile program left: however deep its folders are, and whatever their modes."""

import itertools
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def remove(folder: Path) -> None:
    """No link is followed; what cannot be removed stays. Nothing may write there any more."""
    with suppress(OSError):
        top = os.open(folder, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        folder.rmdir()


def _empty(top: int) -> None:
    """Folders inside folders are moved up first, so that no path grows and nothing recurses."""
    prefix = secrets.token_hex(16)
    names = (f"{prefix}-{number}" for number in itertools.count())
    waiting = _clear(top, top, names)
    while waiting:
        name = waiting.pop()
        with suppress(OSError):
            folder = os.open(name, _FOLDER, dir_fd=top)
            try:
                waiting += _clear(folder, top, names)
            finally:
                os.close(folder)
            os.rmdir(name, dir_fd=top)


def _clear(folder: int, top: int, names: Iterator[str]) -> list[str]:
    """Remove the files of a folder, and move its folders to the top, under the names returned."""
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    moved: list[str] = []
    for name, is_folder in found:
        with suppress(OSError):
            if is_folder:
                os.chmod(name, 0o700, dir_fd=folder)
                new = next(names)
                os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
                moved.append(new)
            else:
                os.unlink(name, dir_fd=folder)
    return moved
