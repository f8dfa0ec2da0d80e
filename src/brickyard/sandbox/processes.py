"""What a running program takes up: who descends from a process, and their memory."""

# ruff: noqa: PTH123, PTH208 (plain calls: this is read many times in a program's life)

import os
from collections.abc import Iterator
from pathlib import Path

from brickyard.values import Value

_PAGE = os.sysconf("SC_PAGE_SIZE")
_AT_WORK = (b"R", b"D")
_NAMELESS = b" /dev/zero (deleted)\n"


class Tree(Value):
    """All processes below one, at one moment."""

    resident: int = 0
    """The memory that they hold, in bytes, shared pages counted for each. Shared memory without a
    file counts once and in full, because it stays when those who wrote to it are gone."""
    threads: int = 0
    ticks: int = 0
    """Processor time used up by them and by those they have waited for."""
    at_work: bool = False
    """One of them runs, waits for a processor or for a disk."""


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


def look(pid: int) -> Tree:
    """What the processes below `pid` take up now; what vanishes meanwhile is nothing."""
    resident = threads = ticks = 0
    at_work = False
    shared: dict[str, int] = {}
    for each in descendants(pid):
        if not (fields := _fields(each)):
            continue
        shared |= _shared(each)
        at_work = at_work or fields[0] in _AT_WORK
        ticks += sum(map(int, fields[11:15]))
        threads += int(fields[17])
        resident += int(fields[21]) * _PAGE
    resident += sum(shared.values())
    return Tree(resident=resident, threads=threads, ticks=ticks, at_work=at_work)


def _fields(pid: int) -> list[bytes]:
    """What `/proc/PID/stat` says after the name, which may hold anything."""
    try:
        with open(f"/proc/{pid}/stat", "rb", 0) as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []


def _shared(pid: int) -> dict[str, int]:
    """The sizes of its shared memory without a file, by the number that the kernel gave each."""
    found: dict[str, int] = {}
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:
            for line in file:
                if line.endswith(_NAMELESS):
                    begin, _, end = line.partition(b" ")[0].partition(b"-")
                    number = line.split()[4].decode()
                    found[number] = max(found.get(number, 0), int(end, 16) - int(begin, 16))
    except OSError:
        return found
    return found


def begun_with(variable: str) -> list[int]:
    """Every process that was given this variable, `NAME=value`, when it or its parent began."""
    found: list[int] = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb", 0) as file:
                if variable.encode() in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            continue
    return found


def killed_for_memory(counters: Path) -> int:
    """How many processes the kernel of this machine has killed because memory ran out."""
    try:
        lines = counters.read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)
