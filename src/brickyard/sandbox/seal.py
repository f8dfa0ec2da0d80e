"""How a tool environment looked when it was made, so that a damaged one is noticed.

Names and sizes of what lies on top, not times: an environment may come out of an archive. Bytecode
does not count: it is made from the rest, and whoever uses an environment by hand may add to it.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

_BYTECODE = "__pycache__"


def seal(environment: Path) -> dict[str, int]:
    """The size of each file, and -1 for each folder and link, of programs and packages."""
    return {
        str(Path(entry.path).relative_to(environment)): _size(entry)
        for folder in _folders(environment)
        for entry in _entries(folder)
    }


def unbroken(environment: Path, made: Mapping[str, int]) -> bool:
    """Is the environment as its seal says?"""
    return dict(made) == seal(environment)


def moments(environment: Path) -> tuple[int, ...]:
    """When the folders of programs and packages changed last: fewer looks than a seal takes."""
    return tuple(Path(folder).stat().st_mtime_ns for folder in _folders(environment))


def _folders(environment: Path) -> list[str]:
    places = (*environment.glob("lib/python*/site-packages"), *environment.glob("instruments"))
    packages = [str(path) for path in places]
    inner = (each.path for path in packages for each in _entries(path) if each.is_dir())
    return sorted((str(environment / "bin"), *packages, *inner))


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    return (entry for entry in os.scandir(folder) if entry.name != _BYTECODE)


def _size(entry: os.DirEntry[str]) -> int:
    return entry.stat().st_size if entry.is_file(follow_symlinks=False) else -1
