"""Notes that are searched."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    title: str
    body: str
    tags: tuple[str, ...] = ()


class NoteBook:
    def __init__(self) -> None: ...

    def add(self, note: Note) -> int:
        """The number of the note."""
        ...

    def search(self, word: str) -> list[int]:
        """Numbers of the notes whose title or body has the word."""
        ...
