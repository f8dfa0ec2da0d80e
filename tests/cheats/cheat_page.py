"""The page `docs/cheats.md`: one row a cheat, with what each layer said of it."""

from collections.abc import Mapping
from pathlib import Path

from cheat_judging import TAKEN_IN, Seen

PAGE = Path(__file__).parents[2] / "docs" / "cheats.md"
_HEAD = """\
# Cheats

Projects of our own whose code is wrong and that try to be taken for right. Three layers look at
generated code; a build fails when one of them refuses.

- **honesty gate** reads the code, before anything is run, on every draft and on the whole. It names
  what it found by rule: `imports-tests`, `frames`, `patches`, `process`, `hidden`, `reads-tests`,
  `detects-tests`, `equality`, `planted`; `dynamic-code` is what the [security gate](gates.md)
  finds.
- **in process** is pytest under guard: tests and runner read-only, no settings of the project,
  exact test ids, a test that must fail, a report on a channel of its own, and a look at whether the
  tools were changed. Code that shares a process with its tests can get round all of that.
- **outside** is the judge in another process: only values cross, and nothing that is expected goes
  where code is judged. It judges cases; properties and hand-written test code are judged in process
  alone, and so is what objects of the package say themselves, such as an `==` of their own.

*Taken in* means that this layer alone would have believed the cheat. That each cheat is refused by
another layer is tested on bubblewrap and on sandlock, as root and as an ordinary user.

The place does not give the judge away: folders, user and host have names like those of a user's
machine, and other ones for each job ([inside](sandbox.md#inside)). What cannot be hidden there: a
fixed hash seed, pytest itself in process, the frames of whoever calls, and what the kernel tells of
processes and mounts (`/proc/1/cmdline`, `/proc/self/mountinfo`, on sandlock the real path of the
tools).

Declarations of a plan are emitted word for word, so they could judge for the code. Those that would
are refused when the plan comes in: fields that are not compared, `eq=False`, `__eq__` and its like
with a body (as operations they may be declared), metaclasses, classes that are computed, enum
members with one value, exceptions that are several errors at once.

Not promised: code that is right whenever it is judged, and wrong elsewhere, is right as far as any
test can tell. The gate reads code and does not run it; who builds names at run time gets past it.

A test makes this table and fails when it differs; `pytest tests/cheats --write-docs` writes it.

| cheat | honesty gate | in process | outside |
| --- | --- | --- | --- |
"""


def page(rows: Mapping[str, Seen]) -> str:
    lines = [f"| {name} | {_cell(*each)} |\n" for name, each in _cells(rows).items()]
    return _HEAD + "".join(lines)


def _cells(rows: Mapping[str, Seen]) -> dict[str, tuple[str, str, str]]:
    return {name: (seen.gate, seen.in_process, seen.outside) for name, seen in rows.items()}


def _cell(*layers: str) -> str:
    return " | ".join("*taken in*" if each == TAKEN_IN else each for each in layers)
