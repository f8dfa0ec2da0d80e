"""What a build in a process of its own is told, and the moments that it writes down."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple, Self


class Moment(NamedTuple):
    """`what` is a question's key, a stage, or a file: the same in every build of a recipe."""

    kind: str
    what: str


@dataclass(frozen=True)
class Order:
    """`at` is the moment to be killed at; with a `cassette`, that is replayed."""

    recipe: str
    log: str
    at: Moment | None = None
    cassette: str = ""

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Self:
        values = json.loads(text)
        return cls(**{**values, "at": Moment(*values["at"]) if values["at"] else None})


def moments(log: Path) -> list[Moment]:
    """All that a build wrote down, in order."""
    return [Moment(*json.loads(line)) for line in log.read_text("utf-8").splitlines()]
