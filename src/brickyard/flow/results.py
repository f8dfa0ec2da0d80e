"""What a run came to, as a value to print, store and compare."""

import asyncio
import shlex
from pathlib import Path
from typing import Any

from brickyard.doors.prove.verdicts import Proved, Repair
from brickyard.errors import (
    SHORT,
    BadInput,
    BrickyardError,
    Cancelled,
    NotMet,
    Stopped,
    Unavailable,
    Waiting,
)
from brickyard.events import BrickMoved, Counts, Event, QuestionUnanswered, Stages
from brickyard.flow.comply import BUILD
from brickyard.flow.pipeline import Built
from brickyard.gates import GateResult
from brickyard.plans.agreed import TakenKind, settled
from brickyard.recipe.parsing import REQUIREMENTS
from brickyard.recipe.permissions import Granted, granted
from brickyard.values import Dispute, Finding, Matrix, Value

BRICK_DONE = ("drafted", "as it was accepted")


class Waits(Value):
    """One question that someone outside must answer; `title` is its name for people."""

    key: str
    task: str
    where: str
    title: str = ""

    @property
    def named(self) -> str:
        """Its short key, and what it asks."""
        return f"{self.key[:SHORT]}  {self.title or self.task}"


class Foreseen(Value):
    """What a build was expected to ask and cost; `usd` is None where the model has no price."""

    questions: int
    input_tokens: int
    output_tokens: int
    usd: float | None = None


class Result(Value):
    """`status` is done, not met, failed, waiting, stopped, cancelled or broken."""

    run: str
    status: str
    recipe: str = ""
    command: tuple[str, ...] = ()
    """How a person orders the same build again."""
    out: str = ""
    artefacts: tuple[str, ...] = ()
    matrix: Matrix = Matrix()
    gates: tuple[GateResult, ...] = ()
    problems: tuple[str, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    findings: tuple[Finding, ...] = ()
    output: str = ""
    proofs: tuple[TakenKind, ...] = ()
    """Kinds of proof that the plan proposed and that were taken."""
    permissions: tuple[Granted, ...] = ()
    """What a person let the code do that a gate would refuse."""
    proved: Proved | None = None
    """Of `prove`: what was shown of somebody's code."""
    repair: Repair | None = None
    """Of `prove --repair`: edits that mend it, applied or not."""
    error: str = ""
    hint: str = ""
    waits: tuple[Waits, ...] = ()
    not_done: tuple[str, ...] = ()
    """Of a run that ended early: questions that were given up, bricks that are not finished."""
    asked: int = 0
    reused: int = 0
    refused: int = 0
    usd: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    foreseen: Foreseen | None = None
    """What was foreseen at the start; nothing where nothing could be spent."""

    def ordered_by(self, command: tuple[str, ...]) -> "Result":
        """With what to do next as it can be typed."""
        if not command:
            return self
        typed = shlex.join(command)
        rows = tuple(
            row.model_copy(update={"next": row.next.replace(BUILD, typed)})
            for row in self.matrix.rows
        )
        return self.model_copy(update={"command": command, "matrix": Matrix(rows=rows)})

    def written_in(self, source: str) -> "Result":
        """With what to do next where the recipe's words stand in another file."""
        rows = tuple(
            row.model_copy(update={"next": row.next.replace(REQUIREMENTS, source)})
            for row in self.matrix.rows
        )
        return self.model_copy(update={"matrix": Matrix(rows=rows)})

    @property
    def exit_code(self) -> int:
        return {"done": 0, "not met": 1, "failed": 1, "broken": 3}.get(self.status, 4)


class Tally:
    """A listener that counts what a run asked, reused and spent."""

    def __init__(self) -> None:
        self.counts = Counts()
        self._unanswered: dict[str, str] = {}
        self._bricks: dict[str, str] = {}
        self._stages = Stages()

    def __call__(self, event: Event) -> None:
        self.counts(event)
        self._stages(event)
        match event:
            case QuestionUnanswered():
                self._unanswered[event.key] = f"not answered: {event.title or event.task}"
            case BrickMoved() if event.brick:
                self._bricks[event.brick] = event.state
            case _:
                pass

    def result(self, run: str, built: Built, out: Path, findings: tuple[Finding, ...]) -> Result:
        package = built.package
        return Result(
            run=run,
            status="done" if package else "not met",
            recipe=built.recipe.name,
            out=str(out.absolute()) if package else "",
            artefacts=tuple(package.wheels) if package else (),
            matrix=built.complied.matrix,
            gates=(*built.whole.gates, *built.complied.gates),
            disputes=built.tests.disputes,
            problems=built.whole.problems,
            findings=findings,
            output=package.command_output if package else "",
            proofs=tuple(
                one for one in settled(built.recipe, built.plan).kinds if one.by == "plan"
            ),
            permissions=granted(built.recipe),
            **self._counted(),
        )

    def planned(self, run: str, recipe: str, out: Path) -> Result:
        """A run that was to come to a plan and no further."""
        return Result(
            run=run, status="done", recipe=recipe, out=str(out.absolute()), **self._counted()
        )

    def proved(
        self,
        run: str,
        proved: Proved,
        lock: Path,
        findings: tuple[Finding, ...],
        repair: Repair | None = None,
    ) -> Result:
        return Result(
            run=run,
            status="done" if proved.met else "not met",
            recipe=proved.recipe,
            out=str(lock.absolute()),
            proved=proved,
            repair=repair,
            findings=findings,
            **self._counted(),
        )

    def ended(self, run: str, recipe: str, error: BaseException) -> Result:
        """A run that an error ended."""
        ours = error if isinstance(error, BrickyardError) else None
        waits = error.pending if isinstance(error, Waiting) else ()
        calm = isinstance(error, Waiting) and error.calm
        return Result(
            run=run,
            status=status_of(error),
            recipe=recipe,
            error="" if calm else _said(error),
            hint=ours.hint if ours else "",
            findings=error.findings if isinstance(error, (BadInput, NotMet)) else (),
            waits=tuple(
                Waits(key=item.key, task=item.task, where=item.where, title=item.title)
                for item in waits
            ),
            not_done=() if calm else self.not_done,
            **self._counted(),
        )

    @property
    def not_done(self) -> tuple[str, ...]:
        """What is left of a run that an error ended, each in a few words."""
        open = [item for item in self._bricks.items() if item[1] not in BRICK_DONE]
        bricks = (f"not finished: brick {brick} ({state})" for brick, state in open)
        now = self._stages.named
        stages = [f"not finished: {now}, and what comes after it"] if now else []
        return (*self._unanswered.values(), *bricks, *stages)

    def _counted(self) -> dict[str, Any]:
        return {
            "asked": self.counts.asked,
            "reused": self.counts.reused,
            "refused": self.counts.refused,
            "usd": self.counts.usd,
            "input_tokens": self.counts.input_tokens,
            "output_tokens": self.counts.output_tokens,
            "foreseen": _foreseen(self.counts.foreseen),
        }


def _foreseen(told: dict[str, Any]) -> Foreseen | None:
    if not told:
        return None
    total, offers = told["total"], told["offers"]
    return Foreseen(
        questions=total["questions"] - total["known"],
        input_tokens=total["input_tokens"],
        output_tokens=total["output_tokens"],
        usd=offers[0]["usd"] if offers else None,
    )


def _said(error: BaseException) -> str:
    if isinstance(error, BrickyardError):
        return error.message
    return f"{type(error).__name__}: {error}".rstrip(": ")


def status_of(error: BaseException) -> str:
    """How a run that this error ended stands; `broken` for what nobody foresaw."""
    kinds: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
        ((Waiting,), "waiting"),
        ((Cancelled,), "cancelled"),
        ((Stopped, KeyboardInterrupt, asyncio.CancelledError), "stopped"),
        ((Unavailable,), "broken"),
        ((BrickyardError,), "failed"),
    )
    return next((status for kind, status in kinds if isinstance(error, kind)), "broken")
