"""The record of a project, opened."""

from pathlib import Path
from typing import Self

from brickyard.errors import BrickyardError
from brickyard.record.answers import Answers
from brickyard.record.budget import Budget
from brickyard.record.claims import Claims, this_process
from brickyard.record.clock import Clock
from brickyard.record.database import Database
from brickyard.record.home import FILE, make_home
from brickyard.record.migrations import upgrade
from brickyard.record.runs import Runs
from brickyard.record.verdicts import Verdicts

LEASE_SECONDS = 60.0


class Record:
    """One folder, one database file; any number of processes may have it open."""

    def __init__(self, home: Path, database: Database, clock: Clock, lease: float) -> None:
        owner = this_process()
        self.home = home
        self.answers = Answers(database, Claims(database, owner, clock, lease), clock)
        self.verdicts = Verdicts(database)
        self.budget = Budget(database)
        self.runs = Runs(database, owner, clock)
        self._database = database
        self.place = database.place

    @classmethod
    def open(
        cls, home: Path, *, clock: Clock | None = None, lease: float = LEASE_SECONDS
    ) -> "Record":
        """Open the record in `home`, a `.brickyard` folder; both are made if they are missing."""
        make_home(home)
        database = Database(home / FILE)
        try:
            upgrade(database)
        except BrickyardError:
            database.close()
            raise
        return cls(home, database, clock or Clock(), lease)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
