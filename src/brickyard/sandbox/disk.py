"""What the files of a running program take up, however it hides them."""

import os
from contextlib import suppress
from pathlib import Path

LEAST_BYTES = 1024
"""Counted for each file and folder, because an empty one takes room as well."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_Identity = tuple[int, int]


def disk_bytes(folder: Path) -> int:
    """Of all files below `folder`; links are not followed, what vanishes is nothing."""
    try:
        walk = _Walk(os.open(folder, _FOLDER))
    except OSError:
        return 0
    try:
        walk.go()
    finally:
        os.close(walk.here)
    return walk.total


class _Walk:
    """From folder to folder with one descriptor, down by name and up by `..`: a path may be longer
    than the kernel takes, and there may be more folders in one another than descriptors."""

    def __init__(self, here: int) -> None:
        self.here = here
        self.total = 0
        self._way: list[tuple[_Identity, list[str]]] = []

    def go(self) -> None:
        """To the end, or until someone moves the folder that we are in."""
        with suppress(OSError):
            self._look()
            while self._way:
                names = self._way[-1][1]
                if not names:
                    self._up()
                elif self._down(names.pop()):
                    self._look()

    def _look(self) -> None:
        inner: list[str] = []
        for entry in os.scandir(self.here):
            with suppress(FileNotFoundError):
                blocks = entry.stat(follow_symlinks=False).st_blocks
                self.total += max(blocks * 512, LEAST_BYTES)
                if entry.is_dir(follow_symlinks=False):
                    inner.append(entry.name)
        self._way.append((_identity(self.here), inner))

    def _down(self, name: str) -> bool:
        try:
            below = _open(name, self.here)
        except OSError:
            return False
        self._move(below)
        return True

    def _up(self) -> None:
        self._way.pop()
        if self._way:
            self._move(os.open("..", _FOLDER, dir_fd=self.here))
            if _identity(self.here) != self._way[-1][0]:
                self._way.clear()

    def _move(self, there: int) -> None:
        os.close(self.here)
        self.here = there


def _identity(folder: int) -> _Identity:
    found = os.fstat(folder)
    return found.st_dev, found.st_ino


def _open(name: str, upper: int) -> int:
    """A folder that its maker closed, as the same user as ours, is opened up."""
    try:
        return os.open(name, _FOLDER, dir_fd=upper)
    except PermissionError:
        closed = os.open(name, os.O_PATH | _FOLDER, dir_fd=upper)
    try:
        os.chmod(f"/proc/self/fd/{closed}", 0o700)  # noqa: PTH101 - what the descriptor stands for
    finally:
        os.close(closed)
    return os.open(name, _FOLDER, dir_fd=upper)
