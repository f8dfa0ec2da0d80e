"""What a program sees inside bubblewrap: a read-only system and little folders of its own."""

from collections.abc import Mapping
from pathlib import Path

from brickyard.sandbox.base import Limits
from brickyard.sandbox.names import Names
from brickyard.sandbox.scratch import LAUNCHER, base_folders

_SHARED_MEMORY_MB = 64
_LIBRARIES = Path("/etc/ld.so.cache")


class Mounts:
    """What is the same for every program that runs in one environment is found out once."""

    def __init__(self, environment: Path) -> None:
        self._before = (
            *_system(),
            *("--proc", "/proc", "--dev", "/dev"),
            *_tmpfs("/dev/shm", _SHARED_MEMORY_MB),
            *("--remount-ro", "/dev"),
        )
        self._base = tuple(_base(environment))
        self._environment = environment

    def options(
        self, names: Names, trusted: Path, limits: Limits, files: Mapping[str, int]
    ) -> tuple[str, ...]:
        """The options of bubblewrap, in order: later mounts lie on top of earlier ones.

        `files` maps a path inside to a descriptor that holds its content.
        """
        return (
            *self._before,
            *_tmpfs("/tmp", limits.disk_mb),
            *_parents(Path(names.home)),
            *_tmpfs(names.home, limits.disk_mb),
            *("--perms", "1777", "--dir", names.box),
            *self._base,
            *_placed(self._environment, names.environment),
            *_placed(LAUNCHER, names.launcher),
            *_placed(trusted, names.trusted),
            *(option for path, file in files.items() for option in _file(file, path)),
            *("--remount-ro", "/", "--chdir", names.box),
        )


def _bind(source: Path, target: str) -> tuple[str, ...]:
    return ("--ro-bind", str(source), target)


def _file(descriptor: int, target: str) -> tuple[str, ...]:
    return ("--perms", "0444", "--file", str(descriptor), target)


def _placed(source: Path, target: str) -> tuple[str, ...]:
    return (*_parents(Path(target)), *_bind(source, target))


def _parents(path: Path) -> list[str]:
    """Those that bubblewrap makes by itself need not be open to all."""
    folders = reversed(path.parents[:-1])
    return [option for one in folders for option in ("--perms", "0755", "--dir", str(one))]


def _tmpfs(target: str, megabytes: int) -> tuple[str, ...]:
    return ("--size", str(megabytes << 20), "--perms", "1777", "--tmpfs", target)


def _system() -> list[str]:
    """`/usr`, and beside it what this distribution keeps there or links to there."""
    options = [*_bind(Path("/usr"), "/usr"), "--perms", "0755", "--dir", "/etc"]
    for path in map(Path, ("/bin", "/sbin", "/lib", "/lib32", "/lib64")):
        if path.is_symlink():
            options += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            options += _bind(path, str(path))
    if _LIBRARIES.is_file():
        options += _bind(_LIBRARIES, str(_LIBRARIES))
    return options


def _base(environment: Path) -> list[str]:
    """The interpreter behind the environment, at its own place, its parents open to all."""
    options: list[str] = []
    for folder in base_folders(environment):
        if folder.is_relative_to("/usr"):
            continue
        options += _placed(folder, str(folder))
    return options


def accounts(user: int, names: Names) -> dict[str, bytes]:
    """A user with a name, and `localhost`: what programs expect to be able to ask for."""
    own = f"{names.user}:x:{user}:"
    return {
        "/etc/passwd": f"root:x:0:0::/:/bin/false\n{own}{user}::{names.home}:/bin/sh\n".encode(),
        "/etc/group": f"root:x:0:\n{own}\n".encode(),
        "/etc/hosts": b"127.0.0.1 localhost\n::1 localhost\n",
    }
