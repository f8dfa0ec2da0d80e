"""A log file that is rotated by size into numbered old files."""

from pathlib import Path


class Log:
    """The current file `NAME.log` and the old files `NAME.1.log` to `NAME.KEEP.log` of a folder."""

    def __init__(self, folder: Path, name: str, max_bytes: int, keep: int) -> None:
        """Make a log without touching the disk.

        Raises ValueError for a `max_bytes` lower than 1 or a `keep` lower than 0.
        """
        if max_bytes < 1 or keep < 0:
            raise ValueError("max_bytes must be at least 1 and keep at least 0")
        self._folder = folder
        self._name = name
        self._max_bytes = max_bytes
        self._keep = keep

    def write(self, line: str) -> None:
        """Add the line and a line end to the current file; rotate before if it would be too large.

        Raises ValueError for a line that contains a line end.
        """
        if "\n" in line:
            raise ValueError("a line cannot contain a line end")
        content = f"{line}\n".encode()
        size = self._size()
        if size > 0 and size + len(content) > self._max_bytes:
            self._shift()
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._path(0).open("ab") as file:
            file.write(content)

    def rotate(self) -> bool:
        """Rotate now, unless the current file is missing or empty; return whether it was done."""
        if self._size() == 0:
            return False
        self._shift()
        return True

    def files(self) -> list[str]:
        """Return the names of the files that are there, the current one first, then by number."""
        current = [self._path(0)] if self._path(0).exists() else []
        return [path.name for path in [*current, *self._old()]]

    def lines(self) -> list[str]:
        """Return the lines of all files without their line ends, the oldest line first."""
        found: list[str] = []
        for name in reversed(self.files()):
            text = (self._folder / name).read_bytes().decode()
            found.extend(text.removesuffix("\n").split("\n") if text else [])
        return found

    def _path(self, number: int) -> Path:
        middle = f".{number}" if number else ""
        return self._folder / f"{self._name}{middle}.log"

    def _size(self) -> int:
        path = self._path(0)
        return path.stat().st_size if path.exists() else 0

    def _old(self) -> list[Path]:
        """The old files from number 1 on, up to the first number that is missing."""
        found: list[Path] = []
        number = 0
        while not self._keep or number < self._keep:
            number += 1
            if not self._path(number).exists():
                break
            found.append(self._path(number))
        return found

    def _shift(self) -> None:
        old = self._old()
        if self._keep and len(old) == self._keep:
            old.pop().unlink()
        for number in range(len(old), 0, -1):
            self._path(number).rename(self._path(number + 1))
        self._path(0).rename(self._path(1))
