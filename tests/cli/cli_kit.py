"""The program as a person runs it, and functions that answer its questions by name."""

import contextlib
import fcntl
import io
import json
import os
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sample

from brickyard.cli import main
from brickyard.drafts.question import RepairOut
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.testing import script

HERE = Path(__file__).parent
SCRIPT = Path(sys.executable).parent / "brickyard"
PATHS = os.pathsep.join((str(HERE), str(Path(sample.__file__).parent)))
RIGHT, GARBAGE, WRONG, FRUGAL = (
    f"scripted:cli_kit:{name}" for name in ("right", "garbage", "wrong", "frugal")
)


def right(request: Request) -> str:
    return script(sample.answers(1))(request)


def garbage(request: Request) -> str:
    return "Here you are!"


def wrong(request: Request) -> str:
    """Right tests, and code that is wrong however often it is asked for."""
    if request.task == "repair":
        return script({"repair": lambda inputs: RepairOut(code=Files(inputs["code"]))})(request)
    text = right(request)
    return text.replace("value + 1", "value + 7") if request.task == "write-code" else text


def repaired(request: Request) -> str:
    """What was wrong put right."""

    def answer(inputs: dict[str, Any]) -> RepairOut:
        files = {path: text.replace("+ 7", "+ 1") for path, text in inputs["code"].items()}
        return RepairOut(code=Files(files))

    return script({"repair": answer})(request)


def unheard(request: Request) -> str:
    raise AssertionError(f"{request.task} was asked although nothing may be")


def frugal(request: Request) -> str:
    """Another name for right answers, so that the record knows none of them."""
    return right(request)


Done = subprocess.CompletedProcess[str]


def program(*arguments: object) -> Done:
    """The real program, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "brickyard", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": PATHS, "COLUMNS": "120"},
    )


def terminal(*arguments: object, cwd: Path, typed: str = "", **environment: str) -> tuple[int, str]:
    """The real program on a terminal of 80 columns: its exit code, and all that it wrote there;
    `typed` is what a person types ahead."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    clean = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    process = subprocess.Popen(
        [SCRIPT, *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=cwd,
        env={**clean, "PATH": path, "PYTHONPATH": PATHS, "TERM": "xterm-256color", **environment},
    )
    os.close(slave)
    os.write(master, typed.encode())
    shown = b""
    with contextlib.suppress(OSError), os.fdopen(master, "rb", buffering=0) as screen:
        while piece := screen.read(65536):
            shown += piece
    return process.wait(), shown.decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    """What is left to be seen on a terminal: no colours, and nothing that was written over."""
    lines, row, column = [""], 0, 0
    for sign in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", text):
        if sign == "\n":
            row, column = row + 1, 0
            lines += [""] * (row == len(lines))
        elif sign == "\r":
            column = 0
        elif sign == "\x1b[2K":
            lines[row] = ""
        elif re.fullmatch(r"\x1b\[\d*A", sign):
            row -= int(sign[2:-1] or 1)
        elif not sign.startswith("\x1b"):
            before = lines[row].ljust(column)
            lines[row] = before[:column] + sign + before[column + len(sign) :]
            column += len(sign)
    return "\n".join(line.rstrip() for line in lines)


def brickyard(*arguments: object, cwd: Path | None = None, **environment: str) -> Done:
    """The command line in this process: no second start of Python for each command."""
    clean = {name: text for name, text in os.environ.items() if not name.endswith("_API_KEY")}
    out, err = io.StringIO(), io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(cwd or Path.cwd()))
        stack.enter_context(_environment({**clean, "COLUMNS": "120", **environment}))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        ended = stack.enter_context(pytest.raises(SystemExit))
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return Done([*map(str, arguments)], ended.value.code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    try:
        os.environ.clear()
        os.environ.update(values)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def events(text: str) -> list[dict[str, Any]]:
    """Every line of `--json-events`; the last is the result."""
    return [json.loads(line) for line in text.splitlines()]
