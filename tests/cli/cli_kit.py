"""The program as a person runs it, and functions that answer its questions by name."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sample

from brickyard.faces.cli import main
from brickyard.models.base import Request
from brickyard.testing import script

HERE = Path(__file__).parent
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
    if request.task in ("write-code", "repair"):
        request = request.model_copy(update={"task": "write-code"})
        return right(request).replace("value + 1", "value + 7")
    return right(request)


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
    """Every line of `--json`; the last is the result."""
    return [json.loads(line) for line in text.splitlines()]
