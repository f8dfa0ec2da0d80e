from collections.abc import Callable
from pathlib import Path

import pytest
import retest_kit
import sample
from cli_kit import RIGHT, brickyard

from kept import tell


@pytest.fixture(scope="session")
def home(remembered: Callable[[str], Path]) -> Path:
    """One record for all builds here: what was executed once is read back."""
    return remembered("cli")


@pytest.fixture
def adders(tmp_path: Path) -> Path:
    """A recipe of one brick."""
    return sample.write_recipe(tmp_path / "adders", 1)


@pytest.fixture(scope="session")
def executed(
    remembered: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Path], Path]:
    """Tells another record what executing `adders` showed: questions are its test, not code."""
    home = remembered("adders")
    recipe = sample.write_recipe(tmp_path_factory.mktemp("executed") / "adders", 1)
    assert brickyard("build", recipe, "-m", RIGHT, "--home", home).returncode == 0

    def told(other: Path) -> Path:
        tell(home, other)
        return other

    return told


@pytest.fixture(scope="session")
def tolls(remembered: Callable[[str], Path]) -> Path:
    """A small project that was built and proven."""
    return retest_kit.built(remembered("retest").parent)


@pytest.fixture
def project(tolls: Path, tmp_path: Path) -> retest_kit.Project:
    return retest_kit.copied(tolls, tmp_path / "tolls")
