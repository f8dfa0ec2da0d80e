"""`metrics.json` of a run: its messages, added up over all the times it was taken up."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from brickyard.files import write_atomically
from brickyard.record.messages import FILE, METRICS, Line, read_messages

GROUPS = {"stages": "stage", "tasks": "task", "models": "model"}


@dataclass
class Counts:
    """`calls` that were made; `reused` came from the record; `refused` could not be used."""

    calls: int = 0
    reused: int = 0
    refused: int = 0
    retries: int = 0
    unanswered: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0
    seconds: float = 0.0

    def add(self, line: Line) -> None:
        what = line["what"]
        self.calls += line.get("calls", 0)
        self.refused += what == "refused"
        self.retries += what == "retried"
        self.unanswered += what == "error"
        if line.get("reused"):
            self.reused += 1
            return
        usage: Line = line.get("usage") or {}
        self.input_tokens += usage.get("input_tokens", 0)
        self.output_tokens += usage.get("output_tokens", 0)
        self.usd += line.get("usd", 0.0)
        self.seconds += line.get("seconds", 0.0)


def write_metrics(folder: Path, failed: Callable[[str], None]) -> None:
    """Add up the messages in this folder of a run; what cannot be written is told to `failed`."""
    try:
        found = summarise(read_messages(folder / FILE))
        text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
        write_atomically(folder / METRICS, text.encode())
    except OSError as error:
        failed(f"{folder / METRICS} cannot be written: {error.strerror}")


def summarise(lines: Iterable[Line]) -> dict[str, Any]:
    """Totals, and the same by stage, microtask and model."""
    total = Counts()
    groups: dict[str, dict[str, Counts]] = {name: {} for name in GROUPS}
    about: dict[str, Any] = {}
    wall = _Wall()
    for line in lines:
        wall.add(line)
        if line["what"] in ("began", "ended", "estimate"):
            about |= {name: line[name] for name in ("run", "model", "status") if name in line}
            if "estimate" in line:
                about.setdefault("estimate", line["estimate"])
            continue
        total.add(line)
        for name, field in GROUPS.items():
            groups[name].setdefault(line.get(field) or "", Counts()).add(line)
    parts = {
        name: {key: _plain(counts) for key, counts in group.items()}
        for name, group in groups.items()
    }
    return {**about, "wall_seconds": round(wall.seconds, 3), "total": _plain(total), **parts}


class _Wall:
    """Time from each beginning to its end, or to the last that was heard of it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._last: float | None = None

    def add(self, line: Line) -> None:
        now = datetime.fromisoformat(line["time"]).timestamp()
        if line["what"] != "began" and self._last is not None:
            self.seconds += max(0.0, now - self._last)
        self._last = now


def _plain(counts: Counts) -> Mapping[str, Any]:
    rounded = {"usd": round(counts.usd, 6), "seconds": round(counts.seconds, 3)}
    return asdict(counts) | rounded
