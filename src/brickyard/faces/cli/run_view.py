"""How a run is shown: as a row, as lines, as JSON."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from brickyard.record import Run, Spent

COUNTED = {
    "asked": "question.asked",
    "from the record": "answer.reused",
    "refused": "answer.refused",
    "waiting": "question.pending",
}
RESUMABLE = ("waiting", "stopped", "cancelled", "broken", "interrupted")


@dataclass(frozen=True)
class Seen:
    """A run with what it spent."""

    run: Run
    spent: Spent

    @property
    def state(self) -> str:
        """The status; a run whose process is gone was interrupted."""
        gone = self.run.status == "running" and not self.run.alive
        return "interrupted" if gone else self.run.status


def as_value(seen: Seen, events: Sequence[str] = ()) -> dict[str, Any]:
    run = seen.run
    value = asdict(run) | {"state": seen.state, "spent": asdict(seen.spent)}
    value["options"] = json.loads(run.options) if run.options else None
    value["result"] = json.loads(run.result) if run.result else None
    return value | ({"questions": _counts(events)} if events else {})


def print_table(found: Iterable[Seen]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("run", no_wrap=True)
    for name in ("status", "recipe", "model"):
        table.add_column(name)
    table.add_column("started (UTC)", no_wrap=True)
    for name in ("calls", "usd"):
        table.add_column(name, justify="right")
    for seen in found:
        table.add_row(*map(Text, _cells(seen)))
    Console().print(table)


def _cells(seen: Seen) -> tuple[str, ...]:
    run, spent = seen.run, seen.spent
    recipe = PurePath(run.recipe).name or run.recipe
    started = _time(run.started)[:16]
    return run.id, seen.state, recipe, run.model, started, str(spent.calls), f"{spent.usd:.2f}"


def lines(seen: Seen, events: Sequence[str]) -> Iterator[str]:
    """What a person wants to know of a run, one thing a line."""
    run, spent = seen.run, seen.spent
    yield f"run        {run.id}"
    yield f"status     {seen.state}"
    yield f"recipe     {run.recipe}"
    yield f"out        {run.out}"
    yield f"model      {run.model}"
    yield f"started    {_time(run.started)}"
    yield f"updated    {_time(run.updated)}"
    tokens = f"; tokens: {spent.tokens:,}" if spent.tokens else ""
    yield f"spent      {spent.usd:.2f} USD; model calls: {spent.calls}{tokens}"
    counts = _counts(events)
    yield "questions  " + ", ".join(f"{count} {name}" for name, count in counts.items())
    yield from _essentials(json.loads(run.result) if run.result else {})
    if seen.state in RESUMABLE:
        yield f"\nResume it with: brickyard runs resume {run.id}"
    elif run.alive:
        yield f"\nStop it with: brickyard runs cancel {run.id}"


def _counts(events: Iterable[str]) -> dict[str, int]:
    kinds = Counter(json.loads(event).get("kind") for event in events)
    return {name: kinds[kind] for name, kind in COUNTED.items()}


def _essentials(result: dict[str, Any]) -> Iterator[str]:
    """What was proven, what went wrong, what it waits for: the parts of a result that are there."""
    rows: list[dict[str, Any]] = result.get("matrix", {}).get("rows", [])
    if rows:
        unmet = [row for row in rows if row.get("verdict") == "not met"]
        yield f"proven     {len(rows) - len(unmet)} of {len(rows)} requirements"
        yield from (f"not met    {row['requirement']}: {row.get('reason', '')}" for row in unmet)
    yield from (f"built      {name}" for name in result.get("artefacts", ()))
    yield from (f"problem    {problem}" for problem in result.get("problems", ()))
    for name in ("error", "hint"):
        if result.get(name):
            yield f"{name:10} {result[name]}"
    yield from (f"left       {item}" for item in result.get("not_done", ()))
    for question in result.get("waits", ()):
        yield f"waits for  {question['task']}: {question['where']}"


def _time(stamp: str) -> str:
    """`2026-11-15 20:41:59 UTC`, from a stamp of the record."""
    return f"{stamp[:10]} {stamp[11:19]} UTC"
