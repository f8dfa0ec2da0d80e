from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    title: str
    body: str
    tags: tuple[str, ...] = ()


class NoteBook:
    def __init__(self):
        self.notes = []

    def add(self, note):
        self.notes.append(note)
        return len(self.notes)

    def search(self, word):
        return [at for at, one in enumerate(self.notes, 1) if word in one.title or word in one.body]
