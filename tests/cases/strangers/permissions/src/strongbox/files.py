"""Atomic writes, secrets and folders."""
from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable

#: The mode of secrets and of new files.
SECRET_MODE: int = 0o600
#: The mode of new folders.
FOLDER_MODE: int = 0o700


class FileToolError(Exception):
    """The file or folder is not as it must be."""


class UnsafeModeError(FileToolError):
    """A secret's mode is not 0600."""


def _check_mode(mode: int | None) -> None:
    if mode is not None and not 0 <= mode <= 0o777:
        raise ValueError(f"bad mode: {mode:04o}")


def _present_mode(path: str) -> int | None:
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(found.st_mode):
        raise FileToolError(f"not a regular file: {path}")
    return stat.S_IMODE(found.st_mode) & 0o777


def mode_of(path: str | os.PathLike[str]) -> int:
    """The nine permission bits of a regular file."""
    name = os.fspath(path)
    mode = _present_mode(name)
    if mode is None:
        raise FileToolError(f"no such file: {name}")
    return mode


def write_chunks(path: str | os.PathLike[str], chunks: Iterable[bytes], mode: int | None = None) -> int:
    """Write the chunks atomically; the number of bytes."""
    _check_mode(mode)
    present = _present_mode(os.fspath(path))
    if mode is None:
        mode = SECRET_MODE if present is None else present
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileToolError(f"no such folder: {folder}")
    number, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=folder)  # mode 0600
    total = 0
    try:
        with os.fdopen(number, "wb") as stream:
            for chunk in chunks:
                if not isinstance(chunk, bytes):
                    raise TypeError(f"chunk must be bytes, not {type(chunk).__name__}")
                total += stream.write(chunk)
            stream.flush()
            os.fsync(stream.fileno())
            os.fchmod(stream.fileno(), mode)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
    return total


def write_bytes(path: str | os.PathLike[str], data: bytes, mode: int | None = None) -> None:
    """Write data atomically."""
    write_chunks(path, [data], mode)


def write_text(path: str | os.PathLike[str], text: str, mode: int | None = None, encoding: str = "utf-8") -> None:
    """Write text atomically, line ends unchanged."""
    _check_mode(mode)
    write_chunks(path, [text.encode(encoding)], mode)


def _read(path: str | os.PathLike[str], secret: bool) -> bytes:
    name = os.fspath(path)
    try:  # without waiting for the writer of a fifo
        number = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        raise FileToolError(f"no such file: {name}") from None
    except OSError:
        _present_mode(name)  # sockets cannot be opened
        raise
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise FileToolError(f"not a regular file: {name}")
        if secret:
            _check_secret(name, stat.S_IMODE(found.st_mode) & 0o777)
        with os.fdopen(number, "rb", closefd=False) as stream:
            return stream.read()
    finally:
        os.close(number)


def _check_secret(name: str, mode: int) -> None:
    if mode != SECRET_MODE:
        raise UnsafeModeError(f"{name}: mode is {mode:04o}, must be 0600")


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The file's content."""
    return _read(path, False)


def read_text(path: str | os.PathLike[str], encoding: str = "utf-8") -> str:
    """The file's text, line ends unchanged."""
    return _read(path, False).decode(encoding)


def write_secret(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a secret with mode 0600; an existing file must have it too."""
    present = _present_mode(os.fspath(path))
    if present is not None:
        _check_secret(os.fspath(path), present)
    write_chunks(path, [data], SECRET_MODE)


def read_secret(path: str | os.PathLike[str]) -> bytes:
    """The content of a file whose mode must be 0600."""
    return _read(path, True)


def make_folder(path: str | os.PathLike[str]) -> list[str]:
    """Make the folder and those missing above it, with 0700; those made."""
    current = os.path.abspath(path)
    missing: list[str] = []
    while not os.path.lexists(current):
        missing.insert(0, current)
        current = os.path.dirname(current)
    if not os.path.isdir(current):
        raise FileToolError(f"not a folder: {current}")
    made: list[str] = []
    try:
        for folder in missing:
            os.mkdir(folder, FOLDER_MODE)
            made.append(folder)
            os.chmod(folder, FOLDER_MODE)
    except BaseException:
        for folder in reversed(made):
            os.rmdir(folder)
        raise
    return made
