"""Public interface of the package strongbox. Bodies are left out."""
from __future__ import annotations

import os
from collections.abc import Iterable

# module: strongbox.files
# Atomic writes, secrets and folders.

#: The mode of secrets and of new files.
SECRET_MODE: int = 0o600
#: The mode of new folders.
FOLDER_MODE: int = 0o700

class FileToolError(Exception):
    """The file or folder is not as it must be."""


class UnsafeModeError(FileToolError):
    """A secret's mode is not 0600."""


def mode_of(path: str | os.PathLike[str]) -> int:
    """The nine permission bits of a regular file."""
    ...


def write_chunks(path: str | os.PathLike[str], chunks: Iterable[bytes], mode: int | None=None) -> int:
    """Write the chunks atomically; the number of bytes."""
    ...


def write_bytes(path: str | os.PathLike[str], data: bytes, mode: int | None=None) -> None:
    """Write data atomically."""
    ...


def write_text(path: str | os.PathLike[str], text: str, mode: int | None=None, encoding: str='utf-8') -> None:
    """Write text atomically, line ends unchanged."""
    ...


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The file's content."""
    ...


def read_text(path: str | os.PathLike[str], encoding: str='utf-8') -> str:
    """The file's text, line ends unchanged."""
    ...


def write_secret(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a secret with mode 0600; an existing file must have it too."""
    ...


def read_secret(path: str | os.PathLike[str]) -> bytes:
    """The content of a file whose mode must be 0600."""
    ...


def make_folder(path: str | os.PathLike[str]) -> list[str]:
    """Make the folder and those missing above it, with 0700; those made."""
    ...


# module: strongbox.cli
# command: strongbox.cli:main
# The command strongbox.

#: Printed to stderr for wrong usage.
USAGE: str = 'usage: strongbox write [--mode OCTAL] FILE | read FILE | put FILE | get FILE | mkdir FOLDER | check FILE...'

def main(argv: list[str]) -> int:
    """Run the command with its arguments; the exit code."""
    ...
