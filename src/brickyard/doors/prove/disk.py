"""Edits on somebody's disk: only on files that are as they were read, each written at once."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from brickyard.doors.prove.code import Code, read_code
from brickyard.errors import BadInput
from brickyard.files import Files, as_bytes, write_atomically
from brickyard.recipe.lock import LOCK
from brickyard.values import counted

_GIT_SECONDS = 10
_OURS = (LOCK, ".brickyard")
"""What Brickyard itself writes, should recipe or record lie in the package."""


def on_disk(code: Code, path: str) -> Path:
    """Where a file of the package lies, by its path below the source."""
    return Path(code.place).parent / path


def base_of(code: Code) -> Path:
    """The folder that paths of a diff start from: the repository, or what the package is in."""
    given, package = Path(code.root).resolve(), Path(code.place)
    return package.parent if given == package else given


def told(code: Code, path: str) -> str:
    """A file as the diff names it."""
    return os.path.relpath(on_disk(code, path), base_of(code))


def is_linked(code: Code, path: str) -> bool:
    """Whether the file, or a folder between it and what was given, is a symbolic link."""
    base, file = base_of(code), on_disk(code, path)
    between = (each for each in (file, *file.parents) if base in each.parents)
    return any(each.is_symlink() for each in between)


def edited_paths(code: Code, files: Files) -> list[str]:
    """Files that are new or differ, by their paths below the source."""
    changed = (path for path, text in files.items() if code.files.get(path) != text)
    return [path.removeprefix("src/") for path in changed]


def refusal(code: Code, paths: Iterable[str]) -> str:
    """Why these files cannot be written now; nothing if they can."""
    if moved := _changed_since(code):
        return f"{', '.join(moved[:3])} changed on disk since it was read: nothing was applied."
    for path in paths:
        file = on_disk(code, path)
        is_known = f"src/{path}" in code.files
        if is_linked(code, path):
            return f"{told(code, path)} is or lies behind a symbolic link: nothing was applied."
        if not is_known and file.exists():
            return f"{told(code, path)} is there already: nothing was applied."
        if is_known and not os.access(file, os.W_OK):
            return f"{told(code, path)} cannot be written: nothing was applied."
    return ""


def _changed_since(code: Code) -> list[str]:
    """Files of the package that are not as they were read: what was proven is not there."""
    try:
        now = read_code(Path(code.root)).files
    except (BadInput, OSError):
        return [code.root]
    paths = sorted({*code.files, *now})
    return [
        path.removeprefix("src/")
        for path in paths
        if code.files.get(path) != now.get(path) and not {*path.split("/")} & {*_OURS}
    ]


def write_edits(code: Code, files: Files, paths: Iterable[str]) -> None:
    """Each file at once, with the mode it has; if one cannot be written, all are as before."""
    written: list[str] = []
    try:
        for path in paths:
            written.append(path)
            _write(on_disk(code, path), files[f"src/{path}"])
    except OSError:
        for path in written:
            _restore(on_disk(code, path), code.files.get(f"src/{path}"))
        raise


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, as_bytes(text), like=file.stat() if file.exists() else None)


def _restore(file: Path, before: str | None) -> None:
    if before is None:
        file.unlink(missing_ok=True)
    elif file.read_bytes() != as_bytes(before):
        write_atomically(file, as_bytes(before), like=file.stat())


# ---------------------------------------------------------------- version control


def uncommitted(code: Code) -> str:
    """A sentence about changes that git does not have yet; nothing where there is none to tell.

    Git is not asked where the repository's own settings name a program that it would start.
    """
    base = base_of(code)
    programs = "^(filter|include|includeif)[.]"
    if _git(base, "rev-parse", "--is-inside-work-tree") != "true":
        return ""
    if _git(base, "config", "--local", "--name-only", "--get-regexp", programs):
        return ""
    found = (_git(base, "status", "--porcelain", "--", ".") or "").splitlines()
    changed = [line for line in found if not line.endswith(LOCK)]
    if not changed:
        return ""
    said = f"{counted(len(changed), 'file')} of {base.name} {_has(len(changed))}"
    return f"{said} changes that are not committed; the edits come on top of them."


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


def _git(folder: Path, *command: str) -> str | None:
    """What git prints; None where it fails or is not there."""
    safe = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
    try:
        done = subprocess.run(
            ["git", *safe, *command],
            cwd=folder,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"},
            capture_output=True,
            timeout=_GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else None
