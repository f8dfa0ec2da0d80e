"""Records in folders of their own, and other processes that end with the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from record_kit import Other, Spawn

from brickyard.record import Record


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / ".brickyard"


@pytest.fixture
def record(home: Path) -> Iterator[Record]:
    with Record.open(home) as record:
        yield record


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    others: list[Other] = []

    def start(code: str, *arguments: object) -> Other:
        others.append(Other(code, *arguments))
        return others[-1]

    yield start
    for other in others:
        other.close()
