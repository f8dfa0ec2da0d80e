import os
from collections.abc import Callable
from pathlib import Path

import pytest
import retest_kit
import sample
from cli_kit import RIGHT, brickyard

from brickyard.record import Record


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One record for all builds here: what was executed once is read back."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cli" / ".brickyard"


@pytest.fixture
def adders(tmp_path: Path) -> Path:
    """A recipe of one brick."""
    return sample.write_recipe(tmp_path / "adders", 1)


@pytest.fixture(scope="session")
def executed(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Tells another record what executing `adders` showed: questions are its test, not code."""
    recipe = sample.write_recipe(tmp_path_factory.mktemp("executed") / "adders", 1)
    assert brickyard("build", recipe, "-m", RIGHT, "--home", home).returncode == 0

    def tell(other: Path) -> Path:
        with Record.open(home) as known, Record.open(other) as record:
            for verdict in known.verdicts.all():
                record.verdicts.put(verdict.key, verdict.value)
        return other

    return tell


@pytest.fixture(scope="session")
def tolls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project that was built and proven."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return retest_kit.built(shared / "retest")


@pytest.fixture
def project(tolls: Path, tmp_path: Path) -> retest_kit.Project:
    return retest_kit.copied(tolls, tmp_path / "tolls")
