import os
from collections.abc import Callable
from pathlib import Path

import pytest

from brickyard.record import Record

Executed = Callable[[Path], Path]


@pytest.fixture(scope="session")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record for all tests here, also of parallel workers: what sandboxes showed."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "doors" / ".brickyard"


@pytest.fixture
def executed(known: Path, request: pytest.FixtureRequest) -> Executed:
    """Tells a record what other tests executed, and no answer; later it tells them in turn."""

    def tell(home: Path) -> Path:
        _tell(known, home)
        request.addfinalizer(lambda: _tell(home, known))
        return home

    return tell


def _tell(known: Path, other: Path) -> None:
    with Record.open(known) as there, Record.open(other) as record:
        for verdict in there.verdicts.all():
            record.verdicts.put(verdict.key, verdict.value)
