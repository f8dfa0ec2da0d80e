"""The only folders that a client may name: those that the server was started with."""

from collections.abc import Sequence
from pathlib import Path

from brickyard.errors import BadInput
from brickyard.models.choose import CASSETTE
from brickyard.recipe import files, seat
from brickyard.recipe.lock import LOCK
from brickyard.record.home import NAME as RECORD

CLOSED = frozenset({RECORD, ".git"})
"""Nobody's code: the record holds what other clients ask, git runs what it finds."""
SETTINGS = "brickyard.toml"
LONGEST = 1024


class Folders:
    """Roots, the first of which relative paths start from."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = tuple(dict.fromkeys(_root(path) for path in roots))

    @property
    def first(self) -> Path:
        return self.roots[0]

    def inside(self, given: str) -> Path:
        """The place that is meant, links followed; BadInput if it is not below a root."""
        if not given or len(given) > LONGEST or "\0" in given:
            raise BadInput(
                f"{given[:40]!r} is no path.", hint="Give a path, relative to the first folder."
            )
        try:
            path = (self.first / given).resolve()
        except (OSError, RuntimeError) as error:
            raise BadInput(
                f"'{given}' cannot be followed: {error}", hint="Name the folder without links."
            ) from error
        root = next((root for root in self.roots if path.is_relative_to(root)), None)
        if root is None:
            raise BadInput(
                f"'{given}' is outside of the folders that this server may use.",
                hint=f"They are: {', '.join(map(str, self.roots))}. Whoever starts the server "
                "names them.",
            )
        if closed := [part for part in path.relative_to(root).parts if part in CLOSED]:
            raise BadInput(
                f"'{given}' lies in {closed[0]}, which is closed to clients.",
                hint="Name another folder.",
            )
        return path

    def folder(self, given: str) -> Path:
        """As `inside`, of a folder that is there."""
        path = self.inside(given)
        if not path.is_dir():
            raise BadInput(
                f"There is no folder '{given}' in {self.first}.",
                hint="Give its path from there, or pass the recipe as text.",
            )
        return path

    def recipe(self, given: str) -> Path:
        """As `folder`, of a recipe: nothing that is read for it lies outside of the roots."""
        path = self.folder(given)
        kept = [seat(path) / name for name in (LOCK, CASSETTE)]
        settings = [each / SETTINGS for each in (path, *path.parents) if self.has(each)]
        for file in (*files(path), *kept, *settings):
            if not self.has(file.resolve()):
                leads = "is a link that leads" if file.is_symlink() else "lies"
                raise BadInput(
                    f"{file.relative_to(path.anchor)}, which is read for '{given}', {leads} out of "
                    "the folders that this server may use.",
                    hint="Put the file itself there."
                    if file.is_symlink()
                    else "Start the server in the folder of the whole project.",
                )
        return path

    def target(self, given: str) -> Path:
        """As `inside`, of a folder to be written: no link on the way, wherever it leads."""
        path = self.inside(given)
        lexical = self.first / given
        if any(each.is_symlink() for each in (lexical, *lexical.parents) if self.below(each)):
            raise BadInput(
                f"'{given}' is or lies behind a symbolic link: nothing is written there.",
                hint="Name the folder itself.",
            )
        return path

    def has(self, path: Path) -> bool:
        """Whether it is a root, or lies in one."""
        return any(path.is_relative_to(root) for root in self.roots)

    def below(self, path: Path) -> bool:
        """Whether it lies in a root and is none."""
        return self.has(path) and path not in self.roots

    def shown(self, path: Path) -> str:
        """As a client would name it."""
        return str(path.relative_to(self.first)) if path.is_relative_to(self.first) else str(path)


def _root(path: Path) -> Path:
    found = path.resolve()
    if not found.is_dir():
        raise BadInput(f"There is no folder '{path}'.", hint="Name one that is there.")
    if found in (Path("/"), Path.home().resolve()):
        raise BadInput(
            f"{found} is more than a client should reach.",
            hint="Name the folder of a project, or start the server in one.",
        )
    return found
