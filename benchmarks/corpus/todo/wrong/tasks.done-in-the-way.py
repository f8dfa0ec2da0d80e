"""Tasks as values."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

_LINE = re.compile(r"\[([ x])\] (.+)")
_NUMBER = re.compile(r"[1-9][0-9]*")


class NotATask(ValueError):
    """A line of the file is not a task; the text is `line N is not a task`."""


class NoTask(LookupError):
    """There is no task of this number; the text is `no task GIVEN`."""


@dataclass(frozen=True)
class Task:
    """What is to do, and whether it is done."""

    text: str
    done: bool = False


def read_tasks(text: str) -> list[Task]:
    """Return the tasks that the text of the file holds; raise NotATask for the first bad line."""
    tasks: list[Task] = []
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else [], 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise NotATask(f"line {number} is not a task")
        tasks.append(Task(match[2], match[1] == "x"))
    return tasks


def write_tasks(tasks: Sequence[Task]) -> str:
    """Return the text of a file with these tasks."""
    return "".join(f"[{'x' if task.done else ' '}] {task.text}\n" for task in tasks)


def tidy(words: Sequence[str]) -> str:
    """Return the text of a task made of these words; empty if there is nothing in them."""
    return " ".join(" ".join(words).split())


def same_task(tasks: Sequence[Task], text: str) -> int | None:
    """Return the number of the first open task with this text, whatever its case, or None."""
    for number, task in enumerate(tasks, 1):
        if task.text.lower() == text.lower():
            return number
    return None


def mark_done(tasks: Sequence[Task], given: Sequence[str]) -> tuple[list[Task], int]:
    """Return the tasks with those of the given numbers done, and how many of them were open.

    Raises NoTask for the first argument that is not the number of a task.
    """
    numbers: set[int] = set()
    for number in given:
        if not _NUMBER.fullmatch(number) or int(number) > len(tasks):
            raise NoTask(f"no task {number}")
        numbers.add(int(number))
    changed = 0
    marked: list[Task] = []
    for number, task in enumerate(tasks, 1):
        if number in numbers and not task.done:
            task = replace(task, done=True)
            changed += 1
        marked.append(task)
    return marked, changed


def listing(tasks: Sequence[Task], done_too: bool = False) -> list[str]:
    """Return the lines that `list` prints: urgent, other open and, if wanted, done tasks."""
    numbered = list(enumerate(tasks, 1))
    opened = [(number, task) for number, task in numbered if not task.done]
    opened.sort(key=lambda item: not item[1].text.startswith("!"))
    lines = [f"{number}. {task.text}" for number, task in opened]
    if done_too:
        lines += [f"{number}. {task.text} (done)" for number, task in numbered if task.done]
    return lines or ["nothing to do"]
