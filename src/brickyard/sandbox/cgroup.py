"""Control groups, where the machine lets us make them: a cap on a whole tree that is kept by the
kernel itself. Nothing needs them: where there are none, the supervisor's own looks are the cap.

Only groups of our own are changed. A group can hold our caps where its parent already hands down
the controllers `memory` and `pids`, and we may move a process from our group into it.
"""

import asyncio
import itertools
import os
import re
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path

from brickyard.sandbox.base import Limits

_CONTROLLERS = {"memory", "pids"}
_NAME = re.compile(r"brickyard-(\d+)-\d+")
_NUMBERS = itertools.count()
_ENTER = 'echo $$ > "$0"'
_BESIDE_MB = 160
"""Shared memory, the trusted files and the sandbox's own processes."""
_BESIDE_PROCESSES = 24
_PATIENCE = 100


class Group:
    """One group, for one program and all that descends from it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def entering(self, argv: tuple[str, ...]) -> tuple[str, ...]:
        """The same command, begun inside: who enters later has had time to have children."""
        script = f'{_ENTER} 2> /dev/null; exec "$@"'
        return ("/bin/sh", "-c", script, str(self._path / "cgroup.procs"), *argv)

    def ran_out(self) -> bool:
        """Did the kernel end something here for its memory?"""
        with suppress(OSError):
            said = (self._path / "memory.events").read_text()
            return any(line.split()[1] != "0" for line in said.splitlines() if "oom_kill" in line)
        return False


class Groups:
    """Makes groups below `place`, and takes them away."""

    def __init__(self, place: Path, remove: Callable[[Path], None] = Path.rmdir) -> None:
        self.place = place
        self._remove = remove

    @asynccontextmanager
    async def new(self, limits: Limits) -> AsyncGenerator[Group | None]:
        """None where the machine, against our trial, refuses one after all."""
        path = self.place / f"brickyard-{os.getpid()}-{next(_NUMBERS)}"
        try:
            path.mkdir()
        except OSError:
            yield None
            return
        try:
            yield Group(path) if _cap(path, limits) else None
        finally:
            await self._end(path)

    async def _end(self, path: Path) -> None:
        for _ in range(_PATIENCE):
            _kill(path)
            try:
                self._remove(path)
            except OSError:
                await asyncio.sleep(0.01)
            else:
                return

    def sweep(self) -> None:
        """Take away what a process of ours that is no more has left."""
        for path in self.place.glob("brickyard-*"):
            name = _NAME.fullmatch(path.name)
            if name and not Path("/proc", name[1]).exists():
                with suppress(OSError):
                    _kill(path)
                    self._remove(path)

    def why_not(self) -> str:
        """Empty when a process can really be put into a capped group here, else what is wrong."""
        path = self.place / f"brickyard-{os.getpid()}-{next(_NUMBERS)}"
        try:
            path.mkdir()
        except OSError as error:
            return f"no group can be made in {self.place}: {error.strerror}"
        try:
            if not _cap(path, Limits()):
                return f"groups in {self.place} take no caps"
            entered = can_enter(path)
            return "" if entered else f"no process can be put into a group in {self.place}"
        finally:
            with suppress(OSError):
                self._remove(path)


def can_enter(group: Path) -> bool:
    command = ("/bin/sh", "-c", _ENTER, str(group / "cgroup.procs"))
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def find(own: str, root: Path) -> Path | None:
    """The nearest group, from our own upwards, that hands down what our caps need."""
    nearest = root / own.strip("/")
    for place in (nearest, *nearest.parents):
        if not place.is_relative_to(root):
            break
        with suppress(OSError):
            handed = set((place / "cgroup.subtree_control").read_text().split())
            if handed >= _CONTROLLERS and os.access(place, os.W_OK):
                return place
    return None


@cache
def groups_here() -> Groups | None:
    """Found out and tried once; None where this machine has no groups for us."""
    try:
        mounts = Path("/proc/self/mounts").read_text().splitlines()
        own = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return None
    root = next((line.split()[1] for line in mounts if line.split()[2] == "cgroup2"), "")
    name = next((line[3:] for line in own if line.startswith("0::")), "")
    place = find(name, Path(root)) if root and name else None
    if place is None or (groups := Groups(place)).why_not():
        return None
    return groups


def _cap(path: Path, limits: Limits) -> bool:
    """A little above what the supervisor allows, which knows better what it counts."""
    megabytes = limits.memory_mb + 2 * limits.disk_mb + _BESIDE_MB
    caps = {
        "memory.max": megabytes << 20,
        "memory.oom.group": 1,
        "pids.max": limits.processes + _BESIDE_PROCESSES,
    }
    try:
        for name, cap in caps.items():
            (path / name).write_text(str(cap))
    except OSError:
        return False
    with suppress(OSError):
        (path / "memory.swap.max").write_text("0")
    return True


def _kill(path: Path) -> None:
    with suppress(OSError):
        (path / "cgroup.kill").write_text("1")
