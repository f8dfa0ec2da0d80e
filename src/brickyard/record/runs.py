"""Builds, each with an id: what was asked for, how it stands, what happened, in its order."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, func, select

from brickyard.errors import BadInput, Unavailable
from brickyard.record.claims import Owner
from brickyard.record.clock import Clock
from brickyard.record.damage import damaged, typed, whole
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.migrations import events, runs

_ROW = runs.c.id == bindparam("wanted")
_START = if_absent(runs)
_TOUCH = runs.update().where(_ROW).values(updated=bindparam("now"))
_IS_CANCELLED = select(runs.c.cancelled).where(_ROW)
_LAST = select(func.coalesce(func.max(events.c.number), 0)).where(
    events.c.run == bindparam("wanted")
)
_LOG = events.insert()
RUNNING, CANCELLED = "running", "cancelled"
ENDED = ("done", "not met", "failed")
STATUSES = (RUNNING, *ENDED, "waiting", "stopped", CANCELLED, "broken")


@dataclass(frozen=True)
class Run:
    """`options` and `result` are JSON text; `alive`: running, and its process is seen to."""

    id: str
    recipe: str
    out: str
    model: str
    status: str
    options: str
    result: str
    started: str
    updated: str
    alive: bool


class Runs:
    def __init__(self, database: Database, owner: Owner, clock: Clock) -> None:
        self._database = database
        self._owner = owner
        self._clock = clock

    def start(self, *, recipe: str, out: str, model: str, options: str) -> Run:
        """A new run, owned by this process."""
        now = self._clock.stamp()
        asked = {"recipe": recipe, "out": out, "model": model, "options": options}
        state = {"status": RUNNING, "cancelled": 0, "result": "", "started": now, "updated": now}
        row: dict[str, Any] = asked | state | asdict(self._owner)
        with self._database.write() as connection:
            while not changed(connection, _START, row := {**row, "id": self._new_id()}):
                pass
        return self.get(row["id"])

    def resume(self, id: str, **asked: str) -> Run:
        """Running again, owned by this process, no longer cancelled; `out` or `options` as now."""
        run = self.get(id)
        state = {"status": RUNNING, "cancelled": 0, "result": ""}
        self._change(run.id, **state, **asked, **asdict(self._owner))
        return self.get(run.id)

    def end(self, id: str, status: str, result: str = "") -> None:
        if status not in STATUSES or status == RUNNING:
            raise ValueError(f"a run cannot end as {status!r}; one of {STATUSES[1:]}")
        self._change(id, status=status, result=result)

    def cancel(self, id: str) -> None:
        """Ask a running build to stop; one that no process is seen to run is cancelled at once."""
        run = self.get(id)
        if run.status in ENDED:
            raise BadInput(
                f"Run {run.id} has ended already: {run.status}.",
                hint="`brickyard runs` shows which runs can be cancelled.",
            )
        self._change(run.id, cancelled=1, **({} if run.alive else {"status": CANCELLED}))

    def cancelled(self, id: str) -> bool:
        with self._database.read() as connection:
            return bool(connection.scalar(_IS_CANCELLED, {"wanted": id}))

    def log(self, id: str, *told: str) -> None:
        """Append events, each JSON text, under the next numbers of the run."""
        with self._database.write() as connection:
            last: int = connection.scalars(_LAST, {"wanted": id}).one()
            numbered = enumerate(told, last + 1)
            rows = [{"run": id, "number": number, "event": event} for number, event in numbered]
            connection.execute(_LOG, rows)
            changed(connection, _TOUCH, {"wanted": id, "now": self._clock.stamp()})

    def events(self, id: str) -> list[str]:
        query = select(events.c.event).where(events.c.run == id).order_by(events.c.number)
        with self._database.read() as connection:
            told = list(connection.scalars(query))
        if not all(isinstance(event, str) for event in told):
            raise damaged(self._database.place, f"what happened in run {id}", "it is no text")
        return told

    def get(self, id: str) -> Run:
        """The run with this id, or the only one whose id begins so."""
        found = self._select(None, runs.c.id.startswith(id, autoescape=True))
        exact = [run for run in found if run.id == id] or found
        if len(exact) == 1 and id:
            return exact[0]
        raise BadInput(
            f"'{id}' is the beginning of {len(found)} run ids."
            if found
            else f"There is no run '{id}' in {self._database.place}.",
            hint=_known(found or self._select(5)),
        )

    def list(self, limit: int = 50) -> list[Run]:
        """The latest first."""
        return [*self._select(limit)]

    def of(self, recipe: str) -> Sequence[Run]:
        """Those of the recipe in this folder, the latest first."""
        return self._select(None, runs.c.recipe == recipe)

    def _select(self, limit: int | None, *where: ColumnElement[bool]) -> Sequence[Run]:
        query = select(runs).where(*where).order_by(runs.c.started.desc(), runs.c.id.desc())
        with self._database.read() as connection:
            rows = connection.execute(query.limit(limit)).all()
        return [self._run(row) for row in rows]

    def _run(self, row: Row[Any]) -> Run:
        what, place = f"run {row.id}", self._database.place
        with whole(what, place):
            for text in (row.options, row.result):
                if not isinstance(json.loads(text or "{}"), dict):
                    raise ValueError("it is no JSON object")
            alive = row.status == RUNNING and Owner(row.host, row.pid, row.born).alive
        return typed(Run, (*tuple(row)[: len(fields(Run)) - 1], alive), what, place)

    def _change(self, id: str, **values: Any) -> None:
        row = runs.update().where(runs.c.id == id)
        with self._database.write() as connection:
            if not changed(connection, row.values(updated=self._clock.stamp(), **values)):
                raise ValueError(f"there is no run {id!r}")

    def _new_id(self) -> str:
        now = datetime.fromtimestamp(self._clock.now(), UTC)
        return f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _known(runs: Sequence[Run]) -> str:
    if not runs:
        return "No run was started here yet; `brickyard build` starts one."
    return f"The latest are: {', '.join(run.id for run in runs[:5])}."


PAUSE_SECONDS = 1.0
MOST = 100


class Log:
    """Keeps an event back for a moment at most, so that a kill loses no more than the last few."""

    def __init__(self, runs: Runs, run: str, pause: float = PAUSE_SECONDS) -> None:
        self._runs = runs
        self._run = run
        self._pause = pause
        self._kept: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    def add(self, event: str) -> None:
        """Append an event, JSON text."""
        self._kept.append(event)
        if len(self._kept) >= MOST:
            self.flush()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._pause, self._in_time)

    def flush(self) -> None:
        """Write what was kept back; what cannot be written stays."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._kept:
            self._runs.log(self._run, *self._kept)
            self._kept.clear()

    def _in_time(self) -> None:
        """A record that cannot be written is told to whoever writes to it next, not to the loop."""
        with suppress(Unavailable):
            self.flush()
