"""The host's side of a sandboxed run: files on disk for the run's time, and how it looks inside."""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from brickyard.files import Files, as_bytes
from brickyard.sandbox.base import Limits
from brickyard.sandbox.names import Names
from brickyard.sandbox.own_folder import own_folder

LAUNCHER = Path(__file__).with_name("launcher.py")


@contextmanager
def scratch(files: Files, readonly: Files, names: Names) -> Generator[Path]:
    """A folder with all places inside it, readable for every user, gone afterwards."""
    with own_folder() as folder:
        inside = names.below(folder)
        _write(files, Path(inside.box))
        _write(readonly, Path(inside.trusted))
        yield folder


@contextmanager
def trusted(readonly: Files) -> Generator[Path]:
    """A folder of these files alone, readable for every user, gone afterwards."""
    with own_folder(in_memory=True) as folder:
        _write(readonly, folder / "trusted")
        yield folder / "trusted"


def archive(files: Files) -> bytes:
    """All files in one, as the launcher unpacks them: a line with size and path, the content."""
    contents = ((path, as_bytes(text)) for path, text in files.items())
    return b"".join(b"%d %s\n%s" % (len(each), path.encode(), each) for path, each in contents)


def _write(files: Files, folder: Path) -> None:
    """0755 and 0644 whatever the umask is: inside, another user reads them."""
    inner = {path[:at] for path in files for at, letter in enumerate(path) if letter == "/"}
    folder.parent.mkdir(parents=True, exist_ok=True)
    for path in (folder, *(folder / name for name in sorted(inner))):
        path.mkdir()
        path.chmod(0o755)
    for path, text in files.items():
        target = folder / path
        target.write_bytes(as_bytes(text))
        target.chmod(0o644)


def variables(names: Names, temporary: str = "/tmp") -> dict[str, str]:
    """The whole environment of a sandboxed program: nothing of the host, nothing of ours."""
    return {
        "PATH": f"{names.environment}/bin:/usr/bin:/bin",
        "HOME": names.home,
        "TMPDIR": temporary,
        "USER": names.user,
        "LOGNAME": names.user,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }


def new_nonce() -> str:
    return secrets.token_hex(16)


def launch(
    nonce: str,
    limits: Limits,
    command: tuple[str, ...],
    names: Names,
    *,
    user: str = "",
    filter: bytes = b"",
    source: str = "",
    processes: int | None = None,
) -> tuple[str, ...]:
    """The arguments of `python` that start `command` through the launcher."""
    return (
        "-I",
        "-S",
        names.launcher,
        nonce,
        user,
        filter.hex(),
        source,
        names.box,
        str(limits.memory_mb << 20 if limits.address_space else -1),
        str(limits.disk_mb << 20),
        str(limits.processes if processes is None else processes),
        *names.translate(command),
    )


def base_folders(environment: Path) -> tuple[Path, ...]:
    """Where the interpreter behind a virtual environment lies, by name and by what it points to."""
    python = environment / "bin" / "python"
    first = Path(os.path.normpath(python.parent / python.readlink()))
    return tuple(dict.fromkeys((first.parent.parent, python.resolve().parent.parent)))
