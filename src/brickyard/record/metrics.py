"""`metrics.json` of a run: its messages, added up over all the times it was taken up."""

import json
from bisect import bisect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from brickyard.files import write_atomically
from brickyard.record.messages import FILE, METRICS, Line, read_messages

GROUPS = {"stages": "stage", "tasks": "task", "models": "model"}


@dataclass
class TaskCounts:
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


def read_metrics(folder: Path) -> dict[str, Any]:
    """Those of this folder of a run; nothing where none were written."""
    try:
        return json.loads((folder / METRICS).read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def summarise(lines: Iterable[Line]) -> dict[str, Any]:
    """Totals, and the same by stage, microtask and model.

    `shared_prefix` is the share of all characters that were asked which an earlier question of the
    run began with too: what a provider's prompt cache can take.
    """
    total = TaskCounts()
    groups: dict[str, dict[str, TaskCounts]] = {name: {} for name in GROUPS}
    about: dict[str, Any] = {}
    wall, prompts = _Wall(), _Prompts()
    for line in lines:
        wall.add(line)
        if line["what"] in ("began", "ended", "estimate"):
            about |= {name: line[name] for name in ("run", "model", "status") if name in line}
            if "estimate" in line:
                about.setdefault("estimate", line["estimate"])
            continue
        if line["what"] == "request":
            prompts.add(line)
        total.add(line)
        for name, field in GROUPS.items():
            groups[name].setdefault(line.get(field) or "", TaskCounts()).add(line)
    parts = {
        name: {key: _plain(counts) for key, counts in group.items()}
        for name, group in groups.items()
    }
    whole = {"wall_seconds": round(wall.seconds, 3), "shared_prefix": prompts.shared_prefix}
    return {**about, **whole, "total": _plain(total), **parts}


def shared_prefix(prompts: Iterable[str]) -> float:
    """The share of all characters of these that an earlier one of them began with too."""
    found = _Prompts()
    for text in prompts:
        found.put(text)
    return found.shared_prefix


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


class _Prompts:
    """What was asked, each question once: a run that is taken up again asks the same again."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._texts: list[str] = []
        self._characters = 0
        self._shared = 0

    def add(self, line: Line) -> None:
        if line["key"] in self._keys:
            return
        self._keys.add(line["key"])
        self.put(line["system"] + "".join(message["text"] for message in line["messages"]))

    def put(self, text: str) -> None:
        place = bisect(self._texts, text)
        nearest = self._texts[max(0, place - 1) : place + 1]
        self._characters += len(text)
        self._shared += max((_alike(text, other) for other in nearest), default=0)
        self._texts.insert(place, text)

    @property
    def shared_prefix(self) -> float:
        return round(self._shared / self._characters, 3) if self._characters else 0.0


def _alike(text: str, other: str) -> int:
    pairs = enumerate(zip(text, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(text), len(other)))


def _plain(counts: TaskCounts) -> Mapping[str, Any]:
    rounded = {"usd": round(counts.usd, 6), "seconds": round(counts.seconds, 3)}
    return asdict(counts) | rounded
