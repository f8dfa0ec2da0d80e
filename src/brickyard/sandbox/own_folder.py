"""Temporary folders that do not pile up: one that a kill left behind is swept by the next run."""

import fcntl
import os
import re
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from brickyard.sandbox.removal import remove

_MEMORY = Path("/dev/shm")
_NAME = re.compile("tmp[a-z0-9_]{8}")
"""As everybody's temporary folders are called: a program inside may see the name."""
_MARK = ".brickyard-sandbox"
"""Lies in each of ours, out of the program's reach."""


@contextmanager
def own_folder(*, in_memory: bool = False) -> Generator[Path]:
    """A folder that only we can read, gone afterwards; its lock says that it is in use.

    `in_memory` is for little that is needed for a moment: no disk is touched, where that can be.
    """
    folder, held = _make(_MEMORY if in_memory and os.access(_MEMORY, os.W_OK) else None)
    try:
        yield folder
    finally:
        remove(folder)
        os.close(held)


def sweep() -> None:
    """Remove the folders of this user whose process is no more."""
    places = (Path(tempfile.gettempdir()), _MEMORY)
    for folder in (folder for place in places for folder in place.glob("tmp*")):
        with suppress(OSError):
            if _is_ours(folder):
                _remove(folder)


def _is_ours(folder: Path) -> bool:
    own = folder.lstat()
    is_folder = stat.S_ISDIR(own.st_mode) and own.st_uid == os.geteuid()
    return is_folder and bool(_NAME.fullmatch(folder.name)) and (folder / _MARK).is_file()


def _remove(folder: Path) -> None:
    held = _lock(folder)
    if held is not None:
        remove(folder)
        os.close(held)


def _make(place: Path | None) -> tuple[Path, int]:
    """Marked as ours only when it is locked: no sweep can come between."""
    folder = Path(tempfile.mkdtemp(dir=place))
    held = _lock(folder)
    assert held is not None
    (folder / _MARK).touch()
    return folder, held


def _lock(folder: Path) -> int | None:
    """A descriptor that locks the folder; None when someone else holds it, or it is gone."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
