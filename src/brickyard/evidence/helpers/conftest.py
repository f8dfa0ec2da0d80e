"""What every test is given: a folder of its own, and what else it names as a parameter."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import StandIn


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in an empty folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


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
