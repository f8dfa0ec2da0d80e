"""Where the record of a project is kept."""

from pathlib import Path

from brickyard.errors import Unavailable

NAME = ".brickyard"


def find_home(start: Path) -> Path:
    """The nearest `.brickyard` at or above `start`; else beside the nearest `.git`, else there."""
    start = start.resolve()
    for sign in (NAME, ".git"):
        for folder in (start, *start.parents):
            if (folder / sign).exists():
                return folder / NAME
    return start / NAME


def make_home(home: Path) -> None:
    """Make the folder, kept out of version control."""
    ignore = home / ".gitignore"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not ignore.exists():
            ignore.write_text("*\n", "utf-8")
    except OSError as error:
        raise Unavailable(
            f"The folder {home} cannot be made or written: {error.strerror}",
            hint="Make it writable, or choose another folder with --home.",
        ) from error
