"""What goes where the package is, and what stays outside: the values of a case's flow."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from brickyard.cases.model import Assign, Delete, Do, Helper
from brickyard.values import Value


class Play(Value):
    """One statement that is played, with those inside it. A bare expression is observed."""

    text: str
    inside: "tuple[Play, ...]" = ()
    is_block: bool = False
    """A `with` or a `for`: its text is the line that opens it."""


class Script(Value):
    """What goes in: nothing in it says what is expected, or whether anything is."""

    helpers: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    plays: tuple[Play, ...] = ()


class Operand(Value):
    """One side of a check: `text` is worked out outside, from reports and plain values.

    `_1` in it is the report of play number 1 of the script, counted from the top.
    """

    text: str
    needs_package: bool = False
    """Only the package's types can make it: played apart, as a script of its own."""


class Judged(Value):
    """A check or a `raises`, and the number of the play that it is about, 0 if there is none."""

    kind: Literal["judged"] = "judged"
    line: int
    operands: tuple[Operand, ...]
    ops: tuple[str, ...] = ()
    play: int = 0
    name: str = ""
    """What the error is called from then on."""
    seen: bool = False
    """Its truth was seen where the package is: whether two objects are one."""


class Loop(Value):
    """What is done outside for each item; `play` is the loop that is played, 0 if none is."""

    kind: Literal["loop"] = "loop"
    line: int
    target: str
    items: str
    play: int = 0
    outside: "tuple[Outside, ...]"


Outside = Annotated[Judged | Loop | Assign | Do | Delete | Helper, Field(discriminator="kind")]


class Flow(Value):
    script: Script
    outside: tuple[Outside, ...] = ()
    """In the order of the case: what is judged, and what is worked out for it."""
    hidden: tuple[str, ...] = ()
    """Columns and names that only expectations use: they never go in."""
    lines: tuple[int, ...] = ()
    """The line of each play; not in the script, for a longer expectation moves lines."""

    @property
    def judged(self) -> tuple[Judged, ...]:
        return tuple(_judged(self.outside))


def _judged(steps: Iterable[Outside]) -> Iterator[Judged]:
    for step in steps:
        if isinstance(step, Judged):
            yield step
        elif isinstance(step, Loop):
            yield from _judged(step.outside)
