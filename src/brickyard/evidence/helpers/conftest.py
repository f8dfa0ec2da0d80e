"""What every test is given: a folder of its own, and what else it names as a parameter."""

import io
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import Ran, Run, StandIn


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in an empty folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Runs the command in this process; `pytest.mark.command` says its name and its function."""
    name, main = request.node.get_closest_marker("command").args

    def command(*arguments: str, stdin: str = "") -> Ran:
        given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8", newline="")
        monkeypatch.setattr(sys, "stdin", given)
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        capsys.readouterr()
        try:
            code = main(list(arguments))
        except SystemExit as stop:
            code = stop.code
        printed = capsys.readouterr()
        if code is None or isinstance(code, int):
            return Ran(int(code or 0), printed.out, printed.err)
        return Ran(1, printed.out, f"{printed.err}{code}\n")

    return command


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    """The service, at an address of its own for every test."""
    service = StandIn()
    thread = threading.Thread(target=service.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield service
    service.server.shutdown()
    thread.join()
    service.server.server_close()
