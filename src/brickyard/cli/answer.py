"""`brickyard answer`: what waits for an answer from outside, and giving one."""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from brickyard.cli.record import (
    existing_record,
    found_home,
    home_option,
    home_or_nearest,
    json_option,
    looked,
    runs_here,
)
from brickyard.errors import SHORT, BadInput
from brickyard.events import Counts, QuestionPending
from brickyard.flow.handed import BadAnswer, Handed, handed
from brickyard.flow.handed import give as give_answer
from brickyard.flow.orders import happened
from brickyard.models.choose import QUESTIONS
from brickyard.models.handoff import read_answer
from brickyard.record.runs import CANCELLED, ENDED, Run
from brickyard.record.store import Record
from brickyard.reports.output import program, say, show_json, shown

OVER = (*ENDED, CANCELLED)
"""How a run stands that waits for nothing, whatever it once asked."""


@dataclass(frozen=True)
class Waiting:
    """`answered`: an answer lies beside the question, and the next run takes it up."""

    key: str
    task: str
    title: str
    file: str
    answered: bool
    run: str

    @property
    def named(self) -> str:
        return f"{self.key[:SHORT]}  {self.title}"


@click.command()
@click.argument("key", default="")
@click.argument("file", default="", type=click.Path(path_type=str))
@home_option
@json_option
def answer(key: str, file: str, home: Path | None, as_json: bool) -> None:
    """List the questions that wait; with KEY, show one; with FILE (or - for stdin), answer it."""
    waiting = find_waiting(home)
    if not key:
        _list(waiting, home, as_json)
        return
    question = _with_key(waiting, key)
    if not file:
        click.echo(Path(question.file).read_bytes().decode())
        return
    give(question, _text(file), home)
    same = [item for item in waiting if item.run == question.run and item != question]
    left = len([item for item in same if not item.answered])
    if as_json:
        show_json({"key": question.key, "task": question.task, "left": left})
    else:
        go_on = f"Go on: {program()} runs resume {question.run}"
        say(f"Answered: {question.named}")
        say(f"{left} more to answer." if left else go_on)


def find_waiting(home: Path | None) -> list[Waiting]:
    """What unfinished runs wait for now, the latest run first; what the record knows waits no
    longer, and what a run asked before its recipe was edited does not either."""
    if found_home(home) is None:
        return []
    with existing_record(home) as record:
        told = {
            asked.key: (run.id, asked.title)
            for run in reversed(runs_here(record, home))
            if run.status not in OVER
            for asked in _waits(record, run)
        }
        open = {key: item for key, item in told.items() if record.answers.get(key) is None}
        folder = record.home / QUESTIONS
    return [
        Waiting(
            key,
            question.identity.task,
            title or question.identity.task,
            str(question.page),
            question.answered,
            run,
        )
        for key, (run, title) in open.items()
        if (question := handed(folder, key)) is not None
    ]


def _waits(record: Record, run: Run) -> list[QuestionPending]:
    """What a run waits for, by what happened since it was last taken up."""
    return [*Counts(happened(record, run)).waiting.values()]


def give(waiting: Waiting, text: str, home: Path | None) -> None:
    """Check the answer, store it, and take the question away."""
    question = _question(waiting)
    try:
        with Record.open(home_or_nearest(home)) as record:
            give_answer(question, text, record)
    except BadAnswer as error:
        raise BadInput(
            f"The answer cannot be used ({waiting.title}): {error}",
            hint="Mend it and run the same command again; nothing was stored.",
        ) from error


def _question(waiting: Waiting) -> Handed:
    question = handed(Path(waiting.file).parent, waiting.key)
    if question is None:
        raise BadInput(f"{waiting.file} is gone.", hint="`brickyard answer` lists what waits.")
    return question


def _list(waiting: list[Waiting], home: Path | None, as_json: bool) -> None:
    if as_json:
        show_json([asdict(item) for item in waiting])
        return
    if not waiting:
        said = "" if found_home(home) else f" {looked(home)}"
        say(f"Nothing waits for an answer.{said}")
        return
    for item in waiting:
        note = "  (answered; run the build again)" if item.answered else ""
        say(f"{item.named}{note}")
    say(
        f"\nThe pages are in {shown(Path(waiting[0].file).parent)}. `{program()} answer KEY` shows "
        f"one; `{program()} answer KEY FILE` answers it (- for standard input)."
    )


def _with_key(waiting: list[Waiting], key: str) -> Waiting:
    found = [item for item in waiting if item.key.startswith(key)]
    if len(found) == 1:
        return found[0]
    listed = "".join(f"\n  {item.named}" for item in found or waiting)
    raise BadInput(
        f"'{key}' is the beginning of {len(found)} questions' keys."
        if found
        else f"No question with the key '{key}' waits for an answer.",
        hint=f"There are:{listed}" if listed else "Nothing waits for an answer.",
    )


def _text(file: str) -> str:
    if file == "-":
        try:
            return sys.stdin.buffer.read().decode()
        except UnicodeDecodeError as error:
            raise BadInput("The answer is not UTF-8.", hint="Send it as UTF-8.") from error
    if not Path(file).is_file():
        raise BadInput(f"There is no file {file}.", hint="Write the answer there first.")
    return read_answer(Path(file))
