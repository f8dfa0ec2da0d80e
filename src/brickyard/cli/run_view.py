"""How a run is shown: as a row, as lines, as JSON."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from brickyard.errors import SHORT
from brickyard.events import Counts, Event
from brickyard.record import Run, Spent
from brickyard.reports.output import columns, program, shown

UNBROKEN = 1000
"""Columns where no person reads along: a row is a line."""
RESUMABLE = ("waiting", "stopped", "cancelled", "broken", "interrupted")


@dataclass(frozen=True)
class Seen:
    """A run with what it spent."""

    run: Run
    spent: Spent
    shared: float = 0.0
    """The share of what was asked that an earlier question began with too."""

    @property
    def state(self) -> str:
        """The status; a run whose process is gone was interrupted."""
        gone = self.run.status == "running" and not self.run.alive
        return "interrupted" if gone else self.run.status


def as_value(seen: Seen, events: Sequence[Event] = ()) -> dict[str, Any]:
    run = seen.run
    value = asdict(run) | {"state": seen.state, "spent": asdict(seen.spent)}
    value["shared_prefix"] = seen.shared
    value["options"] = json.loads(run.options) if run.options else None
    value["result"] = json.loads(run.result) if run.result else None
    return value | ({"questions": _counts(events)} if events else {})


def print_table(found: Iterable[Seen]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("run", no_wrap=True)
    for name in ("status", "recipe", "model"):
        table.add_column(name, overflow="fold")
    for name in ("calls", "usd"):
        table.add_column(name, justify="right")
    for seen in found:
        table.add_row(*map(Text, _cells(seen)))
    Console(width=columns(sys.stdout) or UNBROKEN).print(table)


def _cells(seen: Seen) -> tuple[str, ...]:
    run, spent = seen.run, seen.spent
    recipe = PurePath(run.recipe).name or run.recipe
    return run.id, seen.state, recipe, run.model, str(spent.calls), f"{spent.usd:.2f}"


def lines(seen: Seen, events: Sequence[Event]) -> Iterator[str]:
    """What a person wants to know of a run, one thing a line."""
    run, spent = seen.run, seen.spent
    yield f"run        {run.id}"
    yield f"status     {seen.state}"
    yield f"recipe     {shown(run.recipe)}"
    yield f"out        {shown(run.out)}"
    yield f"model      {run.model}"
    yield f"started    {_time(run.started)}"
    yield f"updated    {_time(run.updated)}"
    tokens = f"; tokens: {spent.tokens:,}" if spent.tokens else ""
    yield f"spent      {spent.usd:.2f} USD; model calls: {spent.calls}{tokens}"
    counts = _counts(events)
    yield "questions  " + ", ".join(f"{count} {name}" for name, count in counts.items())
    if seen.shared:
        yield f"shared     {seen.shared:.0%} of what was asked began as an earlier question did"
    yield from _essentials(json.loads(run.result) if run.result else {})
    if seen.state in RESUMABLE:
        yield f"\nResume it with: {program()} runs resume {run.id}"
    elif run.alive:
        yield f"\nStop it with: {program()} runs cancel {run.id}"


def _counts(events: Iterable[Event]) -> dict[str, int]:
    counts = Counts(events)
    return {
        "asked": counts.asked,
        "from the record": counts.reused,
        "refused": counts.refused,
        "waiting": len(counts.waiting),
    }


def _essentials(result: dict[str, Any]) -> Iterator[str]:
    """What was proven, what went wrong, what it waits for: the parts of a result that are there."""
    rows: list[dict[str, Any]] = result.get("matrix", {}).get("rows", [])
    if rows:
        unmet = [row for row in rows if row.get("verdict") == "not met"]
        yield f"proven     {len(rows) - len(unmet)} of {len(rows)} requirements"
        for row in unmet:
            said = row.get("unmet") or row["verdict"]
            yield f"{said:10} {row['requirement']}: {row.get('reason', '')}"
    yield from (f"built      {name}" for name in result.get("artefacts", ()))
    for gate in result.get("gates", ()):
        if not gate.get("passed"):
            yield f"gate       {gate.get('gate')} did not pass: {gate.get('detail', '')}"
    yield from (f"problem    {problem}" for problem in result.get("problems", ()))
    for name in ("error", "hint"):
        if result.get(name):
            yield f"{name:10} {result[name]}"
    yield from (f"left       {item}" for item in result.get("not_done", ()))
    for question in result.get("waits", ()):
        yield f"waits for  {question['key'][:SHORT]}  {question.get('title') or question['task']}"


def _time(stamp: str) -> str:
    """`2026-11-15 20:41:59 UTC`, from a stamp of the record."""
    return f"{stamp[:10]} {stamp[11:19]} UTC"
