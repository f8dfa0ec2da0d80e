"""The two phases of `generate`, followed: each has its own artefacts in the folder of the run.

Of the plan: plan.json with the documents of the bricks, plan.md, plan.todos.json,
plan.messages.jsonl, plan.usage.json. Of the code: generation.todos.json,
generation.messages.jsonl, generation.usage.json. Of both: summary.md.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from brickyard.errors import BadInput, BrickyardError
from brickyard.events import (
    BrickMoved,
    Event,
    PackageEnded,
    PackageStarted,
    StageEnded,
    StageStarted,
)
from brickyard.files import Files, as_bytes, write_atomically
from brickyard.flow.orders import Order
from brickyard.flow.results import BRICK_DONE, Result
from brickyard.flow.session import Work, writing
from brickyard.models.base import Request
from brickyard.models.limits import Turns
from brickyard.plans.documents import outline
from brickyard.record.kept import keep
from brickyard.record.messages import Line, Messages, read_messages, run_folder
from brickyard.record.metrics import summarise
from brickyard.values import Plan, Recipe, counted

Phase = Literal["plan", "generation"]
PHASES: tuple[Phase, ...] = ("plan", "generation")
_STAGES = ("tests", "code", "gates", "prove", "comply", "package")
PENDING, AT_WORK, DONE = "pending", "in_progress", "completed"


class Todos:
    """What a phase has to do, each with how far it is; written whenever that changes."""

    def __init__(self, *todos: str) -> None:
        self.states = dict.fromkeys(todos, PENDING)
        self.file: Path | None = None

    def move(self, todo: str, state: str) -> None:
        if self.states.get(todo) != state:
            self.states[todo] = state
            self.write()

    def leave_out_pending(self) -> None:
        """What all was done without, at this level of proof."""
        self.states = {todo: state for todo, state in self.states.items() if state != PENDING}
        self.write()

    def write(self) -> None:
        found = [{"content": todo, "status": state} for todo, state in self.states.items()]
        if self.file:
            with suppress(OSError):  # what is told beside the work does not end it
                write_atomically(self.file, _json(found))


class Phases:
    """A door's eyes: it hears events and messages, counts turns, writes what people look at."""

    def __init__(
        self,
        order: Order,
        texts: Files,
        *,
        folder: Path,
        plan_folder: Path,
        given: Files | None,
        force: bool,
        turns: dict[Phase, Turns],
        agree: Callable[[Plan], None],
    ) -> None:
        """`given` are the files of a plan that a person gave; else it goes to `plan_folder`."""
        self.order, self.texts = order, texts
        self._folder, self._plan_folder, self._force = folder, plan_folder, force
        self._given = given
        self._turns, self._agree = turns, agree
        self._work: Work | None = None
        self._now: Phase = "plan"
        self._said: dict[Phase, Messages] = {}
        self.todos: dict[Phase, Todos] = {
            "plan": Todos("read contract and spec", "plan the bricks", "write the brick documents"),
            "generation": Todos(*_STAGES),
        }

    # ------------------------------------------------------------ as a door

    def turns(self, request: Request) -> Turns:
        return self._turns["plan" if request.work == "plan" else "generation"]

    def opened(self, work: Work) -> None:
        """The recipe is written before anything is asked; what it replaces is kept."""
        self._work = work
        with writing(self._folder):
            contents = {path: as_bytes(text) for path, text in self.texts.items()}
            keep(work.folder, self._folder, dict(contents))
            self._folder.mkdir(parents=True, exist_ok=True)
            self.texts.write(self._folder)
        for phase in PHASES:
            self.todos[phase].file = work.folder / f"{phase}.todos.json"
            self.todos[phase].write()
            self._turns[phase].taken = _taken(work.folder / f"{phase}.messages.jsonl")
        self.todos["plan"].move("read contract and spec", DONE)

    def planned(self, recipe: Recipe, plan: Plan) -> None:
        """The plan is on the disk before a person is asked whether to build it."""
        work = self.work
        with writing(work.folder):
            files = self._given or work.write_plan(plan, self._plan_folder, force=self._force)
            files.write(work.folder)
            text = "\n".join(as_page(recipe, plan))
            write_atomically(work.folder / "plan.md", text.encode())
        self.todos["plan"].move("plan the bricks", DONE)
        self.todos["plan"].move("write the brick documents", DONE)
        for brick in plan.in_order:
            self.todos["generation"].move(f"code of {brick.name}", PENDING)
        self._agree(plan)
        self._now = "generation"

    @property
    def work(self) -> Work:
        if self._work is None:
            raise RuntimeError("the run is not open yet")
        return self._work

    # ------------------------------------------------------------ as a listener

    def watch(self, line: Line) -> None:
        """Each line as it is said, so that a kill loses none; pieces of answers are not kept."""
        if line["what"] == "began":
            self._open(run_folder(Path(line["home"]), line["run"]))
        if line["what"] == "piece":
            return
        stage = line.get("stage")
        phase: Phase = self._now if not stage else ("plan" if stage == "plan" else "generation")
        if phase in self._said:
            self._said[phase].add(line)

    def _open(self, run: Path) -> None:
        for phase in PHASES:
            said = Messages(run / f"{phase}.messages.jsonl", failed=lambda message: None)
            self._said[phase] = said.__enter__()

    def __call__(self, event: Event) -> None:
        generation = self.todos["generation"]
        match event:
            case StageStarted(stage="plan"):
                self.todos["plan"].move("plan the bricks", AT_WORK)
            case StageStarted() | PackageStarted() if event.stage in _STAGES:
                generation.move(event.stage, AT_WORK)
            case StageEnded() | PackageEnded() if event.stage in _STAGES:
                generation.move(event.stage, DONE)
            case BrickMoved() if event.brick:
                state = DONE if event.state in BRICK_DONE else AT_WORK
                generation.move(f"code of {event.brick}", state)
            case _:
                pass

    # ------------------------------------------------------------ at its end

    def ended(self, result: Result | None, error: BaseException | None = None) -> None:
        """What each phase took, and what came of both; of a run that was opened."""
        if self._work is None:
            return
        for said in self._said.values():
            said.__exit__()
        if result and result.status == "done":
            self.todos["generation"].leave_out_pending()
        folder = self._work.folder
        found: dict[Phase, dict[str, Any]] = {
            phase: summarise(read_messages(folder / f"{phase}.messages.jsonl")) for phase in PHASES
        }
        with suppress(OSError):
            for phase, usage in found.items():
                write_atomically(folder / f"{phase}.usage.json", _json(usage))
            lines = _summary(self._work, self.todos, found)
            told = _came_of_it(result, error)
            write_atomically(folder / "summary.md", "\n".join([*lines, *told, ""]).encode())


def as_page(recipe: Recipe, plan: Plan) -> Iterator[str]:
    """plan.md: what is to be built, for people."""
    yield from (f"# Plan of {recipe.name} {recipe.version}", "", "```", *outline(plan), "```", "")
    yield from ("| brick | file | serves | stands on |", "| --- | --- | --- | --- |")
    for brick in plan.in_order:
        place = f"`src/{plan.path(brick.name)}`"
        below = ", ".join(brick.depends) or "nothing"
        yield f"| {brick.name} | {place} | {', '.join(brick.serves)} | {below} |"
    yield ""
    yield "Written besides: pyproject.toml, README.md, LICENSE if the recipe names one, tests,"
    yield "dist, BUILD.json. Nothing else in the output folder is touched."
    yield ""


def _taken(messages: Path) -> int:
    """Turns that were taken before this run was taken up again."""
    return sum(
        int(line.get("turns", 1))
        for line in read_messages(messages)
        if line["what"] in ("reply", "error") and line.get("calls") and not line.get("reused")
    )


def _summary(
    work: Work, todos: dict[Phase, Todos], usage: dict[Phase, dict[str, Any]]
) -> Iterator[str]:
    yield from (f"# {work.recipe.name} {work.recipe.version}: run {work.run.id}", "")
    yield "| phase | done | calls | tokens in | tokens out | USD |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for phase, metrics in usage.items():
        took = metrics["total"]
        states = [*todos[phase].states.values()]
        done = f"{states.count(DONE)} of {len(states)}"
        tokens = f"{took['input_tokens']:,} | {took['output_tokens']:,}"
        yield f"| {phase} | {done} | {took['calls']} | {tokens} | {took['usd']:.2f} |"
    yield ""


def _came_of_it(result: Result | None, error: BaseException | None) -> Iterator[str]:
    if result is None:
        ours = error if isinstance(error, BrickyardError) else None
        yield f"It ended early: {ours.message if ours else type(error).__name__}"
        if ours and ours.hint:
            yield f"Next: {ours.hint}"
        if isinstance(error, BadInput):
            yield from (f"- {one.file}:{one.line}: {one.message}" for one in error.findings)
        return
    rows = result.matrix.rows
    unmet = [row for row in rows if row.unmet]
    met = f": {len(rows) - len(unmet)} of {counted(len(rows), 'requirement')} met" if rows else ""
    yield f"It is {result.status}{met}. Written to {result.out}"
    yield from (f"- {row.requirement} is not met: {row.reason} {row.next}" for row in unmet)


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
