"""How the command line speaks: errors, findings and what waits, in one voice."""

import json
import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from brickyard.errors import SHORT, BadInput, BrickyardError, NotMet, Stopped, Waiting

if TYPE_CHECKING:
    from brickyard.values import Finding

COLOURS = {"critical": "red", "error": "red", "warning": "yellow", "info": "blue"}
WIDEST = 100
"""Longer lines are hard to read, however wide a terminal is."""

# ---------------------------------------------------------------- where it is read


def no_colour() -> bool:
    """Whether the person said so, for all programs: no-color.org."""
    return bool(os.environ.get("NO_COLOR"))


def coloured(stream: TextIO) -> bool:
    return stream.isatty() and not no_colour()


def columns(stream: TextIO) -> int:
    """How wide to write; 0 where no person reads along, and lines stay whole."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST) if stream.isatty() else 0


def wrapped(text: str, width: int) -> str:
    """Every line broken at words; what goes on is indented; paths and commands stay whole."""
    if not width:
        return text
    return "\n".join(_folded(line, width) for line in text.split("\n"))


def _folded(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def say(text: str, *, err: bool = False) -> None:
    """A sentence or more, as wide as the terminal."""
    stream = sys.stderr if err else sys.stdout
    click.echo(wrapped(text, columns(stream)), err=err)


def say_commands(meanings: Mapping[str, str]) -> None:
    """What can be typed next, each with what it does: beside it, or below where that is too far."""
    start, wide = program(), columns(sys.stdout)
    width = max(map(len, meanings))
    lines = [f"  {start} {command:<{width}}  {does}" for command, does in meanings.items()]
    if wide and max(map(len, lines)) > wide:
        lines = [f"  {start} {command}\n      {does}" for command, does in meanings.items()]
    click.echo("\n".join(lines))


def shown(path: Path | str) -> str:
    """A path as a person would type it here: whichever is shortest; nobody likes `../../..`."""
    path = Path(path)
    forms = [str(path), os.path.relpath(path)]
    if path.is_absolute() and path.is_relative_to(home := Path.home()):
        forms.append(f"~/{path.relative_to(home)}")
    return min(forms, key=lambda form: (form.startswith("../"), len(form)))


def typed(path: Path | str) -> str:
    """A path as it stands in a command that can be copied."""
    text = shown(path)
    return text if re.fullmatch(r"(~/)?[\w@%+=:,./-]+", text) else shlex.quote(str(path))


def program() -> str:
    """The command that started this, so that what is printed can be typed as it stands."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return f"{typed(sys.executable)} -m brickyard"
    found = shutil.which(started.name)
    if not started.exists() or (found and Path(found).resolve() == started.resolve()):
        return "brickyard"
    return typed(started)


# ---------------------------------------------------------------- what is said


def show_error(error: BrickyardError) -> None:
    """Message, findings and hint on standard error; to wait or to be stopped is no error."""
    if isinstance(error, Waiting) and error.calm:
        show_waiting(error)
        return
    if isinstance(error, Stopped) and error.exit_code == Stopped.exit_code:
        _headed("Stopped:", error.message)
    else:
        _headed("Error:", error.message, fg="red")
    if isinstance(error, (BadInput, NotMet)):
        show_findings(error.findings, err=True)
    if error.hint:
        _headed("Next:", error.hint)


def _headed(head: str, text: str, fg: str | None = None) -> None:
    """The head is coloured after the text was broken into lines: colours have no width."""
    body = wrapped(f"{head} {text}", columns(sys.stderr)).removeprefix(head)
    colour = coloured(sys.stderr)
    head = click.style(head, fg=fg, bold=True) if colour else head
    click.echo(head + body, err=True)


def show_waiting(waiting: Waiting) -> None:
    """Each question by its name, where the pages are, and how to go on."""
    from brickyard.values import counted  # heavy, and only here

    count = len(waiting.pending)
    first = waiting.pending[0]
    say(f"Waiting for {counted(count, 'answer')}:", err=True)
    for item in waiting.pending:
        say(f"  {item.key[:SHORT]}  {item.title}", err=True)
    say(f"The questions are pages in {shown(Path(first.where).parent)}.", err=True)
    command = f"{program()} answer {first.key[:SHORT]}"
    _headed("Next:", "answer each, then run the same command again.")
    click.echo(f"  {command}       shows the question\n  {command} FILE  answers it", err=True)


def show_findings(findings: "Iterable[Finding]", *, err: bool = False) -> None:
    """One line a finding: where, how bad, which rule, what is wrong; then the suggestion."""
    stream = sys.stderr if err else sys.stdout
    colour = coloured(stream)
    for finding in findings:
        place = f"{finding.file}:{finding.line}" if finding.line else finding.file
        severity = finding.severity.value
        prefix = f"{place}: " if place else ""
        text = wrapped(f"{prefix}{severity} [{finding.rule}] {finding.message}", columns(stream))
        if colour:
            text = text.replace(severity, click.style(severity, fg=COLOURS[severity]), 1)
        click.echo(text, err=err)
        if finding.suggestion:
            say(f"    → {finding.suggestion}", err=err)


MOST_NOT_DONE = 20


def show_not_done(items: Sequence[str]) -> None:
    """What a run that ended early leaves to the next one."""
    for item in items[:MOST_NOT_DONE]:
        say(f"  {item}", err=True)
    if len(items) > MOST_NOT_DONE:
        say(f"  … and {len(items) - MOST_NOT_DONE} more", err=True)


def show_json(value: Any) -> None:
    """Machine-readable output: one JSON document on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def show_failure(error: BrickyardError | click.ClickException) -> None:
    """With --json, what kept a command from its document, as a document."""
    ours = error if isinstance(error, BrickyardError) else None
    findings = error.findings if isinstance(error, (BadInput, NotMet)) else ()
    show_json(
        {
            "error": error.message,
            "hint": ours.hint if ours else "",
            "findings": [finding.model_dump(mode="json") for finding in findings],
            "exit_code": ours.exit_code if ours else 2,
        }
    )
