"""The files of a package as they lie on disk, without what running and testing left there."""

import stat
from collections.abc import Iterator
from pathlib import Path

from brickyard.errors import BadInput
from brickyard.files import as_text, check_path

MOST_FILES = 5_000
MOST_BYTES = 20 << 20

_LEFT_OVERS = frozenset(
    {"__pycache__", ".git", ".hg", ".svn", ".bzr", ".venv", "venv", ".tox", ".nox", "node_modules"}
    | {".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".ipynb_checkpoints"}
    | {".idea", ".vscode", ".eggs"}
)
COMPILED = (".so", ".pyd")


class Tree:
    """What is taken below one folder or module, and what was left out."""

    def __init__(self, boundary: Path) -> None:
        self.files: dict[str, str] = {}
        self.notes: list[str] = []
        self._boundary = boundary.resolve()
        self._bytes = 0
        self._tests = 0

    def take(self, source: Path, target: str) -> None:
        """A file, or a folder with all that is in it, under its path in the sandbox."""
        for path, inside in self._walk(source, target, ()):
            self._add(path, inside)
        if self._tests:
            self.notes.append(f"Tests inside the package were left out: {self._tests}.")
            self._tests = 0

    def _walk(
        self, source: Path, target: str, above: tuple[Path, ...]
    ) -> Iterator[tuple[Path, str]]:
        if not self._may_follow(source, target, above):
            return
        if not source.is_dir():
            yield source, target
            return
        here = (*above, source.resolve())
        for path in sorted(source.iterdir()):
            if is_test(path):
                self._tests += 1
            elif not is_left_over(path):
                yield from self._walk(path, f"{target}/{path.name}", here)

    def _may_follow(self, path: Path, target: str, above: tuple[Path, ...]) -> bool:
        """A link leads to something inside that is no folder around it."""
        if not path.is_symlink():
            return True
        end = path.resolve()
        if not end.exists():
            self.notes.append(f"{target} is a symbolic link to nothing and was left out.")
        elif not end.is_relative_to(self._boundary):
            self.notes.append(f"{target} is a symbolic link that leads outside and was left out.")
        elif path.parent.resolve().is_relative_to(end) or end in above:
            self.notes.append(f"{target} is a symbolic link to a folder around it; left out.")
        else:
            return True
        return False

    def _add(self, path: Path, target: str) -> None:
        if not stat.S_ISREG(path.stat().st_mode):
            self.notes.append(f"{target} is no regular file and was left out.")
            return
        try:
            target.encode()
            check_path(target)
        except ValueError:
            self.notes.append(f"A file whose name cannot be used was left out: {target!a}.")
            return
        self._bytes += path.stat().st_size
        if self._bytes > MOST_BYTES or len(self.files) >= MOST_FILES:
            raise BadInput(
                f"{self._boundary} has more than {MOST_FILES} files or {MOST_BYTES >> 20} MB of "
                "code and data.",
                hint="Name the folder of the package alone, and move large data out of it.",
            )
        try:
            self.files[target] = as_text(path.read_bytes())
        except OSError as error:
            raise BadInput(
                f"{path} cannot be read: {error.strerror}.", hint="Make it readable, or remove it."
            ) from None


def is_left_over(path: Path) -> bool:
    """Caches, version control, environments: nothing of the code."""
    return (
        path.name in _LEFT_OVERS
        or path.name.endswith((".egg-info", ".pyc", ".pyo"))
        or (path / "pyvenv.cfg").is_file()
    )


def is_test(path: Path) -> bool:
    return path.name == "tests" if path.is_dir() else is_test_file(path.name)


def is_test_file(name: str) -> bool:
    return name == "conftest.py" or (
        name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))
    )
