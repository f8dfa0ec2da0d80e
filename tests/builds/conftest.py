from collections.abc import Callable
from pathlib import Path

import pytest
import sample
from builds_kit import Site


@pytest.fixture(scope="session")
def home(remembered: Callable[[str], Path]) -> Path:
    """One record for all builds, also of parallel workers: what was executed once is read back."""
    return remembered("builds")


@pytest.fixture
def site(tmp_path: Path, home: Path) -> Site:
    return Site(sample.write_recipe(tmp_path / "adders", 1), home)


@pytest.fixture
def pair(tmp_path: Path, home: Path) -> Site:
    """Two bricks, the second on top of the first."""
    return Site(sample.write_recipe(tmp_path / "adders", 2), home)
