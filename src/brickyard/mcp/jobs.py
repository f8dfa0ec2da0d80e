"""Jobs on disk: what a client ordered, what is wanted of it now, and what its process told.

One folder a job, so that a server that is started again knows all that the last one knew:
`order.json` never changes, `wanted.json` is what a client wants and who runs it, `events.jsonl` is
what the process printed, `answered.jsonl` which context gave which answer.
"""

import fcntl
import json
import os
import re
import secrets
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError

from brickyard.errors import BadInput, Unavailable
from brickyard.files import write_atomically
from brickyard.mcp.values import Kind
from brickyard.record.home import make_home
from brickyard.values import Value

ORDER, WANTED, EVENTS = "order.json", "wanted.json", "events.jsonl"
ERRORS, ANSWERED, LOCKED = "stderr.txt", "answered.jsonl", "lock"
LAUNCHED = "launched"
"""The kind of line that begins what one process printed."""
LOCAL = "local"
"""The client of a server on stdio: whoever started it."""
V = TypeVar("V", bound=Value)
_ID = re.compile(r"[0-9a-f]{32}")


class Order(Value):
    """What a client ordered; `arguments` are those of the command line."""

    kind: Kind
    recipe: str
    code: str = ""
    out: str = ""
    model: str = ""
    arguments: tuple[str, ...]
    module: str = "brickyard"
    """What Python runs with these arguments."""
    wrote_code: str = ""
    """Of a proof: the context that wrote the code, if the caller says which."""
    started: str = ""


class Wanted(Value):
    """What is wanted of a job, and the process that works on it."""

    state: Literal["running", "paused", "cancelled"] = "running"
    more: tuple[str, ...] = ()
    """Arguments that came later: permissions, a larger budget."""
    denied: tuple[str, ...] = ()
    again: bool = False
    """To be started once more, when its process is gone."""
    crashes: int = 0
    host: str = ""
    pid: int = 0
    born: str = ""


class Answered(Value):
    """An answer of the caller's: to what, and by which of its contexts."""

    key: str
    task: str
    role: str
    context: str = ""


class Jobs:
    """The jobs of one client; nobody else's are seen from here."""

    def __init__(self, home: Path, client: str = LOCAL) -> None:
        self.client = client
        self.record = home if client == LOCAL else home / "clients" / client
        self._home = home
        self._folder = home / "mcp" / client

    def add(self, order: Order) -> "Job":
        """A new job; its id cannot be guessed."""
        order = order.model_copy(update={"started": datetime.now(UTC).isoformat()})
        folder = self._made / secrets.token_hex(16)
        folder.mkdir(mode=0o700)
        write_atomically(folder / ORDER, order.model_dump_json().encode())
        return Job(folder)

    @property
    def _made(self) -> Path:
        """The folder, made by who first needs it: a server that nobody asks leaves no trace."""
        make_home(self._home)
        self._folder.mkdir(parents=True, exist_ok=True)
        return self._folder

    def scratch(self, name: str) -> Path:
        """A folder of this client's for what is tried and not kept."""
        folder = self._made / "tried" / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def get(self, id: str) -> "Job":
        if _ID.fullmatch(id) and (self._folder / id / ORDER).is_file():
            return Job(self._folder / id)
        raise BadInput(
            f"There is no run {id[:40]!r} of yours.",
            hint="`list_runs` lists them; ids are given by start_build and start_prove.",
        )

    def all(self) -> list["Job"]:
        """The latest first; one that is damaged is left out."""
        found: list[Job] = []
        for path in self._folder.glob(f"*/{ORDER}"):
            with suppress(Unavailable):
                found.append(Job(path.parent))
        return sorted(found, key=lambda job: (job.order.started, job.id), reverse=True)


class Job:
    """One job's folder, read and written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        self.order = _read(Order, folder / ORDER)

    @property
    def events(self) -> Path:
        return self.folder / EVENTS

    @property
    def wanted(self) -> Wanted:
        path = self.folder / WANTED
        return _read(Wanted, path) if path.exists() else Wanted()

    def want(self, **changes: object) -> Wanted:
        """Change what is wanted; inside `held`, where others may change it too."""
        wanted = Wanted.model_validate({**self.wanted.model_dump(), **changes})
        write_atomically(self.folder / WANTED, wanted.model_dump_json().encode())
        return wanted

    @contextmanager
    def held(self) -> Generator[Wanted]:
        """What is wanted, while no other server changes it."""
        with (self.folder / LOCKED).open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield self.wanted

    def answer(self, answered: Answered) -> None:
        """Note an answer, in one write."""
        line = f"{answered.model_dump_json()}\n".encode()
        file = os.open(self.folder / ANSWERED, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, line)
        finally:
            os.close(file)

    @property
    def answered(self) -> list[Answered]:
        path = self.folder / ANSWERED
        return [Answered.model_validate(one) for one in _lines(path)] if path.exists() else []


def _lines(path: Path) -> Iterator[object]:
    """Whole lines; one that a kill cut short is left out."""
    for line in path.read_bytes().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def _read(kind: type[V], path: Path) -> V:
    try:
        return kind.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise Unavailable(
            f"{path} cannot be read.", hint="Remove the folder of this run and start it again."
        ) from error
