"""Every answer a model gave, by key. The first one stored is the one."""

import secrets
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import asdict, astuple, dataclass
from typing import Any

from sqlalchemy import Executable, Row, bindparam, select

from brickyard.record.claims import Claims
from brickyard.record.clock import Clock
from brickyard.record.damage import damaged, seal, typed, unsealed
from brickyard.record.database import Database, changed, if_absent
from brickyard.record.migrations import answers

_BY_KEY = select(answers).where(answers.c.key == bindparam("wanted"))
_BY_PROMPT = (
    select(answers)
    .where(answers.c.prompt_key == bindparam("wanted"))
    .order_by(answers.c.model, answers.c.key)
    .limit(1)
)
_PUT = if_absent(answers)
PAGE = 200
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.5


@dataclass(frozen=True)
class Answer:
    """`request` and `reply` are JSON text."""

    key: str
    prompt_key: str
    task: str
    model: str
    request: str
    reply: str


class Answers:
    def __init__(self, database: Database, claims: Claims, clock: Clock) -> None:
        self._database = database
        self._claims = claims
        self._clock = clock
        self.place = database.place

    def get(self, key: str) -> Answer | None:
        return self._first(_BY_KEY, key)

    def find(self, prompt_key: str) -> Answer | None:
        """An answer of any model; of several, the first by model and key."""
        return self._first(_BY_PROMPT, prompt_key)

    def put(self, answer: Answer) -> Answer:
        """Store if absent; what is returned is what is stored."""
        with self._database.write() as connection:
            changed(connection, _PUT, _sealed(answer))
            return self._read(connection.execute(_BY_KEY, {"wanted": answer.key}).one())

    def put_all(self, new: Iterable[Answer]) -> int:
        """Store those that are absent, all or none; how many were new."""
        with self._database.write() as connection:
            return sum(changed(connection, _PUT, _sealed(answer)) for answer in new)

    def all(self) -> Iterator[Answer]:
        """Ordered by key, read in pages so that no reader holds the database."""
        last = ""
        while page := self._many(
            select(answers).where(answers.c.key > last).order_by(answers.c.key).limit(PAGE)
        ):
            yield from page
            if page[-1].key <= last:
                raise damaged(self.place, "the order of answers", "it goes backwards")
            last = page[-1].key

    def by_task(self, task: str) -> list[Answer]:
        return self._many(select(answers).where(answers.c.task == task).order_by(answers.c.key))

    @asynccontextmanager
    async def claim(self, key: str) -> AsyncGenerator[Answer | None]:
        """The answer, waiting for whoever is asking now; None when it is the caller's to ask.

        The caller then asks, calls `put`, and leaves the block, which ends the claim.
        """
        token = secrets.token_hex(8)
        pause = FIRST_PAUSE
        while (known := self.get(key)) is None and not self._claims.take(key, token):
            await self._clock.sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
        if known is not None:
            yield known
            return
        async with self._claims.held(key, token):
            yield self.get(key)  # it may have come between the look and the claim

    def _first(self, query: Executable, wanted: str) -> Answer | None:
        with self._database.read() as connection:
            row = connection.execute(query, {"wanted": wanted}).first()
        return self._read(row) if row else None

    def _many(self, query: Executable) -> list[Answer]:
        with self._database.read() as connection:
            return [self._read(row) for row in connection.execute(query)]

    def _read(self, row: Row[Any]) -> Answer:
        *values, kept = row
        what = f"the answer {str(row.key)[:12]} to '{row.task}'"
        answer = typed(Answer, values, what, self.place)
        unsealed(kept, what, self.place, *astuple(answer))
        return answer


def _sealed(answer: Answer) -> dict[str, str]:
    return {**asdict(answer), "seal": seal(*astuple(answer))}
