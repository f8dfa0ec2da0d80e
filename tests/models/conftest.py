from collections.abc import Iterator
from pathlib import Path

import pytest

from brickyard.record import Record


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / ".brickyard"


@pytest.fixture
def record(home: Path) -> Iterator[Record]:
    with Record.open(home) as record:
        yield record
