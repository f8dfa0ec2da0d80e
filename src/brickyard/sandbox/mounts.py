"""What a program sees inside bubblewrap: a read-only system and little folders of its own."""

from pathlib import Path

from brickyard.sandbox.base import Limits
from brickyard.sandbox.scratch import (
    BOX,
    ENVIRONMENT,
    INSIDE_LAUNCHER,
    LAUNCHER,
    TRUSTED,
    base_folders,
)

_SHARED_MEMORY_MB = 64


def mounts(folder: Path, environment: Path, limits: Limits, user: int) -> tuple[str, ...]:
    """The options of bubblewrap, in order: later mounts lie on top of earlier ones."""
    _write_accounts(folder, user)
    return (
        *_system(),
        *_bind(folder / "etc", "/etc"),
        *("--proc", "/proc", "--dev", "/dev"),
        *_tmpfs("/dev/shm", _SHARED_MEMORY_MB),
        *("--remount-ro", "/dev"),
        *_tmpfs("/tmp", limits.disk_mb),
        *_tmpfs(BOX, limits.disk_mb),
        *_base(environment),
        *_bind(folder / "src", "/src"),
        *_bind(folder / "trusted", TRUSTED),
        *_bind(environment, ENVIRONMENT),
        *_bind(LAUNCHER, INSIDE_LAUNCHER),
        *("--remount-ro", "/", "--chdir", BOX),
    )


def _bind(source: Path, target: str) -> tuple[str, ...]:
    return ("--ro-bind", str(source), target)


def _tmpfs(target: str, megabytes: int) -> tuple[str, ...]:
    return ("--size", str(megabytes << 20), "--perms", "1777", "--tmpfs", target)


def _system() -> list[str]:
    """`/usr`, and beside it what this distribution keeps there or links to there."""
    options = [*_bind(Path("/usr"), "/usr")]
    for path in map(Path, ("/bin", "/sbin", "/lib", "/lib32", "/lib64")):
        if path.is_symlink():
            options += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            options += _bind(path, str(path))
    return options


def _base(environment: Path) -> list[str]:
    """The interpreter behind the environment, at its own place, its parents open to all."""
    options: list[str] = []
    for folder in base_folders(environment):
        if folder.is_relative_to("/usr"):
            continue
        for parent in reversed(folder.parents[:-1]):
            options += ["--perms", "0755", "--dir", str(parent)]
        options += _bind(folder, str(folder))
    return options


def _write_accounts(folder: Path, user: int) -> None:
    """A user with a name, and `localhost`: what programs expect to be able to ask for."""
    etc = folder / "etc"
    etc.mkdir()
    etc.chmod(0o755)
    cache = Path("/etc/ld.so.cache")
    texts = {
        "passwd": f"root:x:0:0::/:/bin/false\nbrick:x:{user}:{user}::{BOX}:/bin/sh\n".encode(),
        "group": f"root:x:0:\nbrick:x:{user}:\n".encode(),
        "hosts": b"127.0.0.1 localhost\n::1 localhost\n",
        **({"ld.so.cache": cache.read_bytes()} if cache.is_file() else {}),
    }
    for name, content in texts.items():
        (etc / name).write_bytes(content)
        (etc / name).chmod(0o644)
