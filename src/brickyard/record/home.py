"""Where the record of a project is kept, and where it is looked for afterwards."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from brickyard.errors import BadInput, Unavailable
from brickyard.files import write_atomically

NAME, FILE = ".brickyard", "record.db"


def find_home(start: Path) -> Path:
    """The nearest `.brickyard` at or above `start`; else beside the nearest `.git`, else the user's
    own record, which all recipes outside of repositories share."""
    return next(_upwards(start.resolve()))


def user_home() -> Path:
    """The record of recipes that lie in no repository: in the user's state folder."""
    root = os.environ.get("XDG_STATE_HOME", "")
    return (Path(root) if root.startswith("/") else Path.home() / ".local/state") / "brickyard"


def homes(start: Path) -> tuple[Path, ...]:
    """Where the record of a build that was started in `start`, or is about it, may lie.

    First where the last build put it that was started here with a recipe of another project; last
    in the folders of recipes that lie here, the latest first.
    """
    start = start.resolve()
    noted = _noted(start)
    below = [path.parent for path in start.glob(f"*/{NAME}/{FILE}") if _is_own(path.parent)]
    below.sort(key=lambda home: (home / FILE).stat().st_mtime, reverse=True)
    return tuple(dict.fromkeys((*([noted] if noted else []), *_upwards(start), *below)))


def note_home(start: Path, home: Path) -> None:
    """Leave a note where the record is, if looking upwards from `start` would not find it."""
    note = _note(start.resolve())
    with suppress(OSError):  # the note is a convenience: a build does not fail for it
        if home.resolve() == find_home(start).resolve():
            note.unlink(missing_ok=True)
        else:
            note.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(note, f"{home.resolve()}\n".encode())


def make_home(home: Path) -> None:
    """Make the folder, kept out of version control."""
    ignore = home / ".gitignore"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not ignore.exists():
            ignore.write_text("*\n", "utf-8")
    except OSError as error:
        kind = BadInput if isinstance(error, _REFUSED) else Unavailable
        raise kind(
            f"The record's folder {home} cannot be made or written: {error.strerror}.",
            hint="Make it writable, or choose another folder with --home.",
        ) from error


_REFUSED = (PermissionError, FileExistsError, NotADirectoryError, FileNotFoundError)


def _upwards(start: Path) -> Iterator[Path]:
    folders = (start, *start.parents)
    yield from (folder / NAME for folder in folders if _is_own(folder / NAME))
    beside = [folder / NAME for folder in folders if (folder / ".git").exists()]
    yield from beside[:1]
    yield user_home()


def _is_own(home: Path) -> bool:
    """Whether it is there and ours: a record says what to run, so another user's is not trusted."""
    try:
        return all(
            path.stat().st_uid == os.geteuid()
            for path in (home, home / FILE)
            if path is home or path.exists()
        )
    except OSError:
        return False


def _note(start: Path) -> Path:
    return user_home() / "started" / hashlib.sha256(os.fsencode(start)).hexdigest()[:16]


def _noted(start: Path) -> Path | None:
    with suppress(OSError, UnicodeDecodeError):
        return Path(_note(start).read_text("utf-8").rstrip("\n"))
    return None
