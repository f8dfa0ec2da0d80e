"""The host's side of a sandboxed run: files on disk for the run's time, and how it looks inside."""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from brickyard.files import Files
from brickyard.sandbox.base import Limits
from brickyard.sandbox.own_folder import own_folder

BOX = "/box"
TRUSTED = "/trusted"
ENVIRONMENT = "/env"
INSIDE_LAUNCHER = "/launcher.py"
LAUNCHER = Path(__file__).with_name("launcher.py")


@contextmanager
def scratch(files: Files, readonly: Files) -> Generator[Path]:
    """A folder with `src` and `trusted`, readable for every user, gone afterwards."""
    with own_folder() as folder:
        _write(files, folder / "src")
        _write(readonly, folder / "trusted")
        yield folder


def _write(files: Files, folder: Path) -> None:
    """0755 and 0644 whatever the umask is: inside, another user reads them."""
    folders = {folder, *(parent for path in files for parent in (folder / path).parents)}
    for path in sorted(folders):
        if path.is_relative_to(folder):
            path.mkdir()
            path.chmod(0o755)
    for path, text in files.items():
        target = folder / path
        target.write_bytes(text.encode())
        target.chmod(0o644)


def variables(
    environment: str = ENVIRONMENT, box: str = BOX, temporary: str = "/tmp"
) -> dict[str, str]:
    """The whole environment of a sandboxed program: the same everywhere, nothing of the host."""
    return {
        "PATH": f"{environment}/bin:/usr/bin:/bin",
        "HOME": box,
        "TMPDIR": temporary,
        "USER": "brick",
        "LOGNAME": "brick",
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
    *,
    launcher: str = INSIDE_LAUNCHER,
    user: str = "",
    filter: bytes = b"",
    source: str = "/src",
    box: str = BOX,
    processes: int | None = None,
) -> tuple[str, ...]:
    """The arguments of `python` that start `command` through the launcher."""
    return (
        "-I",
        "-S",
        launcher,
        nonce,
        user,
        filter.hex(),
        source,
        box,
        str(limits.memory_mb << 20 if limits.address_space else -1),
        str(limits.disk_mb << 20),
        str(limits.processes if processes is None else processes),
        *command,
    )


def base_folders(environment: Path) -> tuple[Path, ...]:
    """Where the interpreter behind a virtual environment lies, by name and by what it points to."""
    python = environment / "bin" / "python"
    first = Path(os.path.normpath(python.parent / python.readlink()))
    return tuple(dict.fromkeys((first.parent.parent, python.resolve().parent.parent)))
