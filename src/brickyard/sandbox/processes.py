"""What a running program takes up: who descends from a process, their memory, their files."""

# ruff: noqa: PTH123, PTH208 (plain calls: this is read many times in a program's life)

import os
from collections.abc import Iterator
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """The direct children of every thread of `pid`; none when it is gone."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb", 0) as file:
                found += map(int, file.read().split())
    except OSError:
        return found
    return found


def descendants(pid: int) -> Iterator[int]:
    """Every process below `pid`, nearest first."""
    queue = children(pid)
    while queue:
        child = queue.pop(0)
        yield child
        queue += children(child)


def resident_bytes(pid: int) -> int:
    """The memory that the processes below `pid` hold now, shared pages counted for each."""
    return sum(map(_resident, descendants(pid)))


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb", 0) as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def disk_bytes(folder: Path) -> int:
    """What the files below `folder` take up; links are not followed, what vanishes is nothing."""
    total = 0
    queue = [folder]
    while queue:
        try:
            for entry in os.scandir(queue.pop()):
                total += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    queue.append(Path(entry.path))
        except OSError:
            continue
    return total
