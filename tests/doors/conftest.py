from collections.abc import Callable
from pathlib import Path

import pytest

from kept import tell

Executed = Callable[[Path], Path]


@pytest.fixture(scope="session")
def known(remembered: Callable[[str], Path]) -> Path:
    """A record for all tests here: what sandboxes showed."""
    return remembered("doors")


@pytest.fixture
def executed(known: Path, request: pytest.FixtureRequest) -> Executed:
    """Tells a record what other tests executed, and no answer; later it tells them in turn."""

    def told(home: Path) -> Path:
        tell(known, home)
        request.addfinalizer(lambda: tell(home, known))
        return home

    return told
