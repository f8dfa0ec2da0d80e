"""`brickyard answer`: what waits for an answer from outside, and giving one."""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from pydantic import ValidationError

from brickyard.errors import BadInput
from brickyard.faces.cli.output import show_json
from brickyard.faces.cli.record import home_option, home_or_nearest, json_option, record_file
from brickyard.models.base import Reply, Request
from brickyard.models.choose import QUESTIONS
from brickyard.models.handoff import ANSWER, QUESTION, REQUEST, Handoff, read_answer
from brickyard.models.identity import Identity, identify
from brickyard.record.store import Record
from brickyard.tasks.catalogue import MICROTASKS
from brickyard.tasks.frames import BadAnswer
from brickyard.tasks.parsing import check_form, parse
from brickyard.tasks.rendering import marker_of


@dataclass(frozen=True)
class Waiting:
    """`answered`: an answer lies beside the question, and the next run takes it up."""

    key: str
    task: str
    file: str
    answered: bool


@click.command()
@click.argument("key", default="")
@click.argument("file", default="", type=click.Path(path_type=str))
@home_option
@json_option
def answer(key: str, file: str, home: Path | None, as_json: bool) -> None:
    """List the questions that wait; with KEY, show one; with FILE (or - for stdin), answer it."""
    waiting = find_waiting(home)
    if not key:
        _list(waiting, as_json)
        return
    question = _with_key(waiting, key)
    if not file:
        click.echo(Path(question.file).read_bytes().decode())
        return
    give(question, _text(file), home)
    left = len([item for item in waiting if not item.answered and item != question])
    if as_json:
        show_json({"key": question.key, "task": question.task, "left": left})
    else:
        after = f"{left} more wait." if left else "Run the build again to resume."
        click.echo(f"Answered '{question.task}' ({question.key[:12]}). {after}")


def find_waiting(home: Path | None) -> list[Waiting]:
    """By task and key; what the record knows an answer to waits no longer."""
    folder = home_or_nearest(home) / QUESTIONS
    found = [
        Waiting(
            question.key,
            question.task,
            str(folder / f"{question.key}{QUESTION}"),
            (folder / f"{question.key}{ANSWER}").is_file(),
        )
        for question in map(_read, sorted(folder.glob(f"*{REQUEST}")))
    ]
    if found and record_file(home).exists():
        with Record.open(home_or_nearest(home)) as record:
            found = [item for item in found if record.answers.get(item.key) is None]
    return sorted(found, key=lambda item: (item.task, item.key))


def give(waiting: Waiting, text: str, home: Path | None) -> None:
    """Check the answer, store it, and take the question away."""
    path = Path(waiting.file).with_name(f"{waiting.key}{REQUEST}")
    request = Request.model_validate_json(path.read_bytes())
    try:
        _check(request, text)
    except BadAnswer as error:
        raise BadInput(
            f"The answer to '{waiting.task}' cannot be used: {error}",
            hint="Mend it and run the same command again; nothing was stored.",
        ) from error
    reply = Reply(text=text, model=Handoff.name)
    with Record.open(home_or_nearest(home)) as record:
        record.answers.put(_read(path).answered(reply))
    for suffix in (ANSWER, QUESTION, REQUEST):
        path.with_name(f"{waiting.key}{suffix}").unlink(missing_ok=True)


def _check(request: Request, text: str) -> None:
    """Against the microtask's own answer type; of one that is not ours, the form alone."""
    marker = marker_of(request.messages[0].text)
    if request.task in MICROTASKS:
        parse(MICROTASKS[request.task], marker, text)
    else:
        check_form(marker, text)


def _read(path: Path) -> Identity:
    try:
        question = identify(Request.model_validate_json(path.read_bytes()), Handoff.name)
    except ValidationError as error:
        raise BadInput(f"{path} is not a question of ours.", hint="Delete the file.") from error
    if path.name != f"{question.key}{REQUEST}":
        raise BadInput(f"{path} was changed: its key is another.", hint="Delete the file.")
    return question


def _list(waiting: list[Waiting], as_json: bool) -> None:
    if as_json:
        show_json([asdict(item) for item in waiting])
        return
    if not waiting:
        click.echo("Nothing waits for an answer.")
        return
    for item in waiting:
        note = "  (answered; run the build again)" if item.answered else ""
        click.echo(f"{item.key[:12]}  {item.task}  {item.file}{note}")
    click.echo("\nAnswer one with `brickyard answer KEY FILE`, or - for standard input.")


def _with_key(waiting: list[Waiting], key: str) -> Waiting:
    found = [item for item in waiting if item.key.startswith(key)]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"{item.key[:12]} ({item.task})" for item in found or waiting)
    raise BadInput(
        f"'{key}' is the beginning of {len(found)} questions' keys."
        if found
        else f"No question with the key '{key}' waits for an answer.",
        hint=f"There are: {listed}." if listed else "Nothing waits for an answer.",
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
