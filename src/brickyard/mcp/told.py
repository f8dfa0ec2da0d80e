"""What a job's process told so far, read on from where the last look ended."""

import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from brickyard.events import (
    KINDS,
    AnswerReused,
    AnswerStored,
    BrickMoved,
    Counts,
    Event,
    PlanSettled,
    QuestionPending,
    RunStarted,
    SandboxEnded,
    Stages,
)
from brickyard.mcp.jobs import LAUNCHED, Job

MOST = 64 * 1024 * 1024
"""Bytes of one look; nobody's run tells more in between."""


class Told:
    """The state that the lines of a job's log add up to."""

    def __init__(self, events: Path) -> None:
        self._path = events
        self._at = 0
        self.run = ""
        self.sandboxed = 0
        self.bricks: dict[str, str] = {}
        self.wishes: dict[str, str] = {}
        self.planned = ""
        """The key of the last question for a plan that was answered."""
        self._begin()

    def _begin(self) -> None:
        """A process was started: it tells what was before it by itself."""
        self.counts, self.stages = Counts(), Stages()
        self.result: dict[str, Any] | None = None

    def look(self) -> "Told":
        """Read what is new."""
        if not self._path.exists():
            return self
        with self._path.open("rb") as file:
            file.seek(self._at)
            new = file.read(MOST)
        whole = new[: new.rfind(b"\n") + 1]
        self._at += len(whole)
        for line in whole.splitlines():
            self._read(line)
        return self

    def _read(self, line: bytes) -> None:
        try:
            told = json.loads(line)
        except ValueError:
            return  # a line that a kill cut short
        if not isinstance(told, dict):
            return
        kind: Any = told.get("kind")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        if kind == LAUNCHED:
            self._begin()
        elif kind is None:
            self.result = told  # pyright: ignore[reportUnknownMemberType]
        elif kind in KINDS:
            self._hear(KINDS[kind], told)  # pyright: ignore[reportUnknownArgumentType]

    def _hear(self, kind: type[Event], told: dict[str, Any]) -> None:
        place = {"stage": told.get("stage", ""), "brick": told.get("brick", "")}
        try:
            event = kind.model_validate({**told.get("data", {}), **place})
        except ValidationError:
            return  # of another Brickyard
        self.counts(event)
        self.stages(event)
        match event:
            case RunStarted():
                self.run = event.run or self.run
            case BrickMoved():
                self.bricks[event.brick or "the whole"] = event.state
            case AnswerStored(task="plan") | AnswerReused(task="plan"):
                self.planned = event.key
            case SandboxEnded():
                self.sandboxed += 1
            case PlanSettled():
                asked = (one for one in event.permissions if not one.get("by"))
                self.wishes = {one["name"]: ", ".join(one.get("words", ())) for one in asked}
            case _:
                pass

    @property
    def waiting(self) -> dict[str, QuestionPending]:
        """Questions in somebody's hands, by key."""
        return self.counts.waiting


class Logs:
    """The logs of jobs, each read once."""

    def __init__(self) -> None:
        self._told: dict[str, Told] = {}

    def of(self, job: Job) -> Told:
        if job.id not in self._told:
            self._told[job.id] = Told(job.events)
        return self._told[job.id].look()
