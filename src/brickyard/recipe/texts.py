"""The text of one file of a recipe, or what is wrong with it."""

from pathlib import Path

from brickyard.recipe.rules import finding
from brickyard.values import Finding


def text_of(path: Path, file: str, holds: str) -> str | Finding:
    """`file` is how it is called; `holds` is what should be in it."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return finding("file-missing", file, file=path.name, what="is missing", holds=holds)
    except OSError as error:
        what = f"cannot be read ({error.strerror})"
        return finding("file-missing", file, file=path.name, what=what, holds=holds)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return finding("not-utf8", file, line, offset=error.start, byte=data[error.start])
