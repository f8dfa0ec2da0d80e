"""Named values with a history of steps that can be undone and redone."""

from dataclasses import dataclass


class GroupError(RuntimeError):
    """An operation that needs an open group, or needs that none is open."""


@dataclass(frozen=True)
class _Change:
    name: str
    before: str | None
    after: str | None


class History:
    """Named values, and the steps that led to them, of which at most `limit` can be undone."""

    def __init__(self, limit: int = 100) -> None:
        """Make a history without values and steps; raise ValueError for a limit lower than 1."""
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self._limit = limit
        self._values: dict[str, str] = {}
        self._done: list[list[_Change]] = []
        self._undone: list[list[_Change]] = []
        self._group: list[_Change] = []
        self._open = 0

    def values(self) -> dict[str, str]:
        """Return a new dictionary of the present values."""
        return dict(self._values)

    def depth(self) -> tuple[int, int]:
        """Return how many steps can be undone and how many can be redone."""
        return len(self._done), len(self._undone)

    def put(self, name: str, value: str) -> None:
        """Set the value of a name; this is no step if it has that value already."""
        before = self._values.get(name)
        if before != value:
            self._change(_Change(name, before, value))

    def remove(self, name: str) -> None:
        """Take the value of a name away; raise KeyError if it has none."""
        self._change(_Change(name, self._values[name], None))

    def begin(self) -> None:
        """Open a group, or one more within the open one."""
        self._open += 1

    def end(self) -> None:
        """Close the group opened last; the outermost one makes a step if anything was changed.

        Raises GroupError when no group is open.
        """
        if not self._open:
            raise GroupError("no group is open")
        self._open -= 1
        if not self._open and self._group:
            self._made(self._group)
            self._group = []

    def undo(self, steps: int = 1) -> int:
        """Take back so many of the latest steps, or all there are; return how many.

        Raises ValueError for fewer than 1, and GroupError in an open group.
        """
        taken = self._taken(steps, self._done)
        for _ in range(taken):
            step = self._done.pop()
            for change in reversed(step):
                self._set(change.name, change.before)
            self._undone.append(step)
        return taken

    def redo(self, steps: int = 1) -> int:
        """Do so many of the steps undone last again, or all there are; return how many.

        Raises ValueError for fewer than 1, and GroupError in an open group.
        """
        taken = self._taken(steps, self._undone)
        for _ in range(taken):
            step = self._undone.pop()
            for change in step:
                self._set(change.name, change.after)
            self._done.append(step)
        return taken

    def _taken(self, steps: int, there: list[list[_Change]]) -> int:
        if steps < 1:
            raise ValueError("steps must be at least 1")
        if self._open:
            self._open = 1
            self.end()
        return min(steps, len(there))

    def _change(self, change: _Change) -> None:
        self._set(change.name, change.after)
        if self._open:
            self._group.append(change)
        else:
            self._made([change])

    def _made(self, step: list[_Change]) -> None:
        self._done.append(step)
        self._undone.clear()
        if len(self._done) > self._limit:
            del self._done[0]

    def _set(self, name: str, value: str | None) -> None:
        if value is None:
            self._values.pop(name, None)
        else:
            self._values[name] = value
