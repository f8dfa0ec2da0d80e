"""What a driver told, read strictly: anything unknown, twice, missing or left over is refused."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from brickyard.cases.script import Play
from brickyard.errors import SandboxBroken
from brickyard.sandbox.base import Outcome
from brickyard.values import Value

_LOST = {
    "hung": "it did not end within {each:g} seconds",
    "died": "it ended the whole process (exit code {exit})",
    "huge": "it told more than can cross",
}
_CUTS = {
    "time": "the cases did not end within {seconds:g} seconds",
    "memory": "the cases used more memory than they may",
    "output": "the cases told more than can cross",
}


class _Strict(Value):
    model_config = ConfigDict(strict=True)


class Round(_Strict):
    """One round of a loop."""

    item: Any
    inside: "list[Report]"


class Report(_Strict):
    """One play: its value, what it raised, or the name without which it was not reached."""

    value: Any = None
    raised: Any = None
    missing: str = ""
    entered: Any = None
    """What was entered of a block that ended by an exception."""
    inside: "list[Report] | None" = None
    rounds: list[Round] | None = None
    took: list[float] | None = None
    """Seconds by the clock and of the processor, where plays are timed."""

    def fits(self, play: Play) -> bool:
        """Whether the player can tell this of this play: a block may end before its end."""
        ended = {"value", "raised", "missing"} & self.model_fields_set
        blocks = [part for part in (self.inside, self.rounds) if part is not None]
        if len(ended) != 1 or len(blocks) > play.is_block:
            return False
        if "entered" in self.model_fields_set and (not play.is_block or "raised" not in ended):
            return False
        parts = [self.inside] if self.inside is not None else []
        parts += [one.inside for one in self.rounds or []]
        return all(
            len(part) <= len(play.inside)
            and all(one.fits(of) for one, of in zip(part, play.inside, strict=False))
            for part in parts
        )


class Handed(_Strict):
    """How large what a call hands over is, whatever the parts: each the largest that there is."""

    parts: int = 0
    lines: int = 0
    characters: int = 0
    inner: int = 0
    """Characters of a text that is part of something else."""
    numbers: list[int] = Field(default_factory=list[int])
    """Whole arguments."""
    known: bool = False
    """Whether it may not be more; else that is seen where the package is played."""


class Played(_Strict):
    """One row as it was played. `unread`: why its imports, helpers or columns failed."""

    id: str
    unread: Any
    told: list[Report]
    lines: dict[str, list[int]] = Field(default_factory=dict)
    """File below the source → lines that were executed, where that was asked for."""
    functions: dict[str, list[str]] = Field(default_factory=dict)
    """File below the source → its functions that were entered, by their qualified names."""
    imported: dict[str, list[str]] | None = None
    """The same of importing the package; it is told with some rows only."""
    hidden: str = ""
    """Why more may have been executed than was seen."""
    handed: Handed | None = None
    """What the last play handed over, where that was asked for; then nothing else is told."""

    def fits(self, plays: Sequence[Play]) -> bool:
        pairs = zip(self.told, plays, strict=False)
        return self.unread is not None or (
            len(self.told) == len(plays) and all(one.fits(play) for one, play in pairs)
        )


class Judgement(_Strict):
    """One row as it was judged; or the rows of a table, worked out."""

    id: str
    reason: str = ""
    line: int = 0
    expected: str = ""
    got: str = ""
    unlike: list[int] | None = None
    rows: list[list[Any]] | None = None


T = TypeVar("T", Played, Judgement)


class Told(Generic[T]):
    """The driver's lines."""

    def __init__(
        self, kind: type[T], job: Mapping[str, Any], outcome: Outcome, seconds: float
    ) -> None:
        self._kind, self._each = kind, job["each"]
        self._ids: list[str] = [row["id"] for row in job["rows"]]
        start = f"{job['nonce']} ".encode()
        lines = outcome.stdout.split(b"\n")[:-1]
        self._words = [line.removeprefix(start).split(b" ", 2) for line in lines]
        self._ours = all(line.startswith(start) for line in lines)
        self._stopped = _CUTS.get(outcome.cut, outcome.cut).format(seconds=seconds)
        if not self._words and not outcome.cut:
            raise SandboxBroken(
                f"The driver of the cases did not start: {_tail(outcome)}",
                hint="Run `brickyard doctor` to see what is missing here, then run again.",
            )

    def all(self) -> list[T | str]:
        """For each row what was told, or why nothing was."""
        if problem := self._problem():
            return [problem] * len(self._ids)
        told: dict[str, list[list[bytes]]] = {}
        for word, id, *rest in (words for words in self._words if len(words) > 1):
            told.setdefault(id.decode("ascii", "replace"), []).append([word, *rest])
        found: list[T | str] = []
        for id in self._ids:
            found.append(self._one(id, told.pop(id, [])) if id in told else self._missing(found))
        return ["what was told does not belong to any case"] * len(found) if told else found

    def _problem(self) -> str:
        words = [word for word, *_ in self._words]
        if not self._ours or b"stray" in words:
            return "the code wrote to the channel that is watched"
        if words[:1] != [b"begun"] or words.count(b"begun") != 1 or words.count(b"ended") > 1:
            return self._stopped or "the cases were not played"
        if words[-1] != b"ended" and not self._stopped:
            return "the code ended the program that watches it"
        told = sum(len(words) > 1 for words in self._words)
        return self._stopped if self._stopped and told >= len(self._ids) else ""

    def _missing(self, before: Sequence[T | str]) -> str:
        """Who was at work when it ended is blamed; the rest had no turn."""
        blamed = any(isinstance(one, str) and one == self._stopped for one in before)
        if self._stopped and not blamed:
            return self._stopped
        return f"it was not run: {self._stopped or 'the code ended the process before'}"

    def _one(self, id: str, told: list[list[bytes]]) -> T | str:
        if len(told) != 1:
            return "it told more than once"
        word, *rest = told[0]
        kind = word.decode("ascii", "replace")
        if kind in _LOST:
            exit_code = b" ".join(rest).decode("ascii", "replace")
            return _LOST[kind].format(each=self._each, exit=exit_code)
        try:
            seen = self._kind.model_validate(json.loads(b" ".join(rest)))
        except (ValidationError, ValueError, RecursionError):
            return "what it told cannot be read"
        return seen if kind == "told" and seen.id == id else "what it told belongs to another"


def _tail(outcome: Outcome) -> str:
    return outcome.stderr.decode("utf-8", "replace").strip()[-2000:] or f"exit {outcome.exit}"
