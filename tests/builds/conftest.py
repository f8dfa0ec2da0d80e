import os
from pathlib import Path

import pytest
import sample
from builds_kit import Site


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One record for all builds, also of parallel workers: what was executed once is read back."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "builds" / ".brickyard"


@pytest.fixture
def site(tmp_path: Path, home: Path) -> Site:
    return Site(sample.write_recipe(tmp_path / "adders", 1), home)


@pytest.fixture
def pair(tmp_path: Path, home: Path) -> Site:
    """Two bricks, the second on top of the first."""
    return Site(sample.write_recipe(tmp_path / "adders", 2), home)
