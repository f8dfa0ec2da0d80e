"""Scripts played in a sandbox, and what was seen, read strictly."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files as package_data
from typing import Any

from pydantic import ConfigDict, ValidationError

from brickyard.errors import SandboxBroken
from brickyard.files import Files
from brickyard.proofs.data.outside.scripts import Wire, classes_of
from brickyard.sandbox.base import Limits, Outcome, Sandbox
from brickyard.values import Plan, Value

OUTPUT_BYTES = 64_000_000
_INSIDE = ("driver.py", "player.py", "looking.py", "crossing.py")
_PLACE = "brickyard/proofs/data/inside"
_LOST = {
    "hung": "it did not end within {each:g} seconds",
    "died": "it ended the whole process (exit code {exit})",
    "huge": "it told more than can cross",
}
_CUTS = {
    "time": "the scripts did not end within {seconds:g} seconds",
    "memory": "the scripts used more memory than they may",
    "output": "the scripts told more than can cross",
}


class _Strict(Value):
    model_config = ConfigDict(strict=True)


class Raised(_Strict):
    """`kinds`: Python's own and declared exceptions that it is; `name`: its class's own name."""

    kinds: list[str]
    name: str
    message: str


class Seen(_Strict):
    """What was to be seen after a step, still encoded; a field that was not told is not there."""

    value: Any = None
    exit: Any = None
    raised: Raised | None = None
    out: Any = None
    err: Any = None
    files: dict[str, Any]


class Observation(_Strict):
    """One script as it was played. `unread`: why its imports failed."""

    id: str
    unread: Raised | None
    steps: list[Seen]


async def play(
    sandbox: Sandbox,
    package: Files,
    plan: Plan,
    wires: Sequence[Wire],
    *,
    seconds: float,
    seed: int = 0,
    fresh: bool = False,
) -> list[Observation | str]:
    """For each script what was seen, or why nothing was. `fresh`: now, and not remembered."""
    job = _job(package, plan, wires, seconds / 2)
    outcome = await sandbox.run(
        package,
        ("python", "-I", "-S", "/trusted/main.py", str(seed)),
        Limits(seconds=seconds, output_bytes=OUTPUT_BYTES, sound=(0,), fresh=fresh),
        readonly=Files(
            {f"{_PLACE}/{name}": _source(name) for name in _INSIDE}
            | {"main.py": _source("start.py"), "job.json": json.dumps(job)},
        ),
    )
    return _Reading(job, outcome, seconds).observations()


def _job(package: Files, plan: Plan, wires: Sequence[Wire], each: float) -> dict[str, Any]:
    """Ids say nothing of what is expected, and code cannot know them before it reads the job."""
    body = hashlib.sha256(f"{package.digest}{json.dumps(wires)}".encode()).hexdigest()
    ids = [hashlib.sha256(f"{body} {at}".encode()).hexdigest()[:32] for at in range(len(wires))]
    own = [f"{plan.package}.{brick.name}" for brick in plan.bricks]
    brick, _, operation = plan.entry.partition(":")
    runs = any(step["run"] is not None for wire in wires for step in wire["steps"])
    entry = [f"{plan.package}.{brick}", operation] if runs else []
    used = {module for wire in wires for module, _, _ in wire["imports"]} | set(entry[:1])
    return {
        "nonce": hashlib.sha256(f"{body} nonce".encode()).hexdigest()[:32],
        "command": plan.package,
        "entry": entry,
        "modules": [module for module in own if module in used],
        "classes": classes_of(plan),
        "warm": ["asyncio"] if any(wire["is_async"] for wire in wires) else [],
        "each": each,
        "scripts": [{"id": id, **wire} for id, wire in zip(ids, wires, strict=True)],
    }


@cache
def _source(name: str) -> str:
    return (package_data("brickyard.proofs.data") / "inside" / name).read_text("utf-8")


class _Reading:
    """The driver's lines. Anything unknown, twice, missing or left over: not passed."""

    def __init__(self, job: Mapping[str, Any], outcome: Outcome, seconds: float) -> None:
        self._outcome, self._each = outcome, job["each"]
        self._ids: list[str] = [script["id"] for script in job["scripts"]]
        start = f"{job['nonce']} ".encode()
        lines = outcome.stdout.split(b"\n")[:-1]
        self._words = [line.removeprefix(start).split(b" ", 2) for line in lines]
        self._ours = all(line.startswith(start) for line in lines)
        cut = _CUTS.get(outcome.cut, outcome.cut)
        self._stopped = cut.format(seconds=seconds)
        if not self._words and not outcome.cut:
            raise SandboxBroken(
                f"The driver of the scripts did not start: {_tail(outcome)}",
                hint="Run `brickyard doctor` to see what is missing here, then run again.",
            )

    def observations(self) -> list[Observation | str]:
        if problem := self._problem():
            return [problem] * len(self._ids)
        told: dict[str, list[list[bytes]]] = {}
        for word, id, *rest in (words for words in self._words if len(words) > 1):
            told.setdefault(id.decode("ascii", "replace"), []).append([word, *rest])
        found: list[Observation | str] = []
        for id in self._ids:
            found.append(self._one(id, told.pop(id, [])) if id in told else self._missing(found))
        return ["what was told does not belong to any script"] * len(found) if told else found

    def _problem(self) -> str:
        words = [word for word, *_ in self._words]
        if not self._ours or b"stray" in words:
            return "the code wrote to the channel that is watched"
        if words[:1] != [b"begun"] or words.count(b"begun") != 1 or words.count(b"ended") > 1:
            return self._stopped or "the scripts were not played"
        if words[-1] != b"ended" and not self._stopped:
            return "the code ended the program that watches it"
        told = sum(len(words) > 1 for words in self._words)
        return self._stopped if self._stopped and told >= len(self._ids) else ""

    def _missing(self, before: Sequence[Observation | str]) -> str:
        """Who was at work when it ended is blamed; the rest had no turn."""
        blamed = any(isinstance(one, str) and one == self._stopped for one in before)
        if self._stopped and not blamed:
            return self._stopped
        return f"it was not run: {self._stopped or 'too many before it ended the process'}"

    def _one(self, id: str, told: list[list[bytes]]) -> Observation | str:
        if len(told) != 1:
            return "it told more than once"
        word, *rest = told[0]
        kind = word.decode("ascii", "replace")
        if kind in _LOST:
            exit_code = b" ".join(rest).decode("ascii", "replace")
            return _LOST[kind].format(each=self._each, exit=exit_code)
        try:
            seen = Observation.model_validate(json.loads(b" ".join(rest)))
        except (ValidationError, ValueError, RecursionError):
            return "what it told cannot be read"
        return seen if kind == "told" and seen.id == id else "what it told belongs to another"


def _tail(outcome: Outcome) -> str:
    return outcome.stderr.decode("utf-8", "replace").strip()[-2000:] or f"exit {outcome.exit}"
