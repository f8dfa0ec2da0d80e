"""The command `todo`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from todo.tasks import (
    NoTask,
    NotATask,
    Task,
    listing,
    mark_done,
    read_tasks,
    same_task,
    tidy,
    write_tasks,
)

FILE = "todo.txt"


class _Refused(Exception):
    """The command cannot be done; `code` is its exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def main(arguments: list[str] | None = None) -> int:
    """Run the command with `arguments` (None: those of the process) and return the exit code.

    Errors are one line on standard error that begins with `todo: `.
    """
    try:
        lines = _run(sys.argv[1:] if arguments is None else arguments)
    except _Refused as refused:
        print(f"todo: {refused}", file=sys.stderr)
        return refused.code
    except (NotATask, NoTask) as error:
        print(f"todo: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


def _run(arguments: list[str]) -> list[str]:
    tasks = _load()
    match arguments:
        case ["add", *words]:
            return [_add(tasks, words)]
        case ["list"]:
            return listing(tasks)
        case ["list", "--all"]:
            return listing(tasks, done_too=True)
        case ["done", _, *_]:
            marked, changed = mark_done(tasks, arguments[1:])
            _save(marked)
            return [f"done: {changed}"]
        case ["clear"]:
            left = [task for task in tasks if not task.done]
            _save(left)
            return [f"removed: {len(tasks) - len(left)}"]
        case _:
            raise _Refused("use it as add WORD..., list [--all], done NUMBER... or clear")


def _add(tasks: list[Task], words: list[str]) -> str:
    text = tidy(words)
    if not text:
        raise _Refused("nothing to add")
    there = same_task(tasks, text)
    if there is not None:
        raise _Refused(f"already there: {there}", 1)
    _save([*tasks, Task(text)])
    return f"added {len(tasks) + 1}: {text}"


def _load() -> list[Task]:
    path = Path(FILE)
    return read_tasks(path.read_bytes().decode()) if path.exists() else []


def _save(tasks: Sequence[Task]) -> None:
    path = Path(FILE)
    if tasks:
        path.write_bytes(write_tasks(tasks).encode())
    else:
        path.unlink(missing_ok=True)
