"""A machine that has never seen Brickyard: no `bwrap` on its PATH, perhaps no namespaces, perhaps
no Linux. The demo there is in test_example.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import sample

from brickyard.sandbox.bubblewrap import programs

HERE = Path(__file__).parent
PATHS = os.pathsep.join((str(HERE / "cli"), str(Path(sample.__file__).parent)))
HIDDEN = "/nowhere"
NO_NAMESPACES = (
    next(iter(programs())),
    *("--dev-bind", "/", "/", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"),
)
ANOTHER_SYSTEM = """
import sys
import click, pydantic.main, rich.console, rich.table, zoneinfo
from brickyard.cli import main
sys.platform = {platform!r}
sys.modules.update(fcntl=None, resource=None)
main(sys.argv[1:])
"""
Done = subprocess.CompletedProcess[str]


def brickyard(*arguments: object, before: tuple[str, ...] = (), **environment: str) -> Done:
    """The real program; nothing of this machine's own programs can be found."""
    return subprocess.run(
        [*before, sys.executable, "-m", "brickyard", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": HIDDEN, "PYTHONPATH": PATHS, **environment},
    )


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    return sample.write_recipe(tmp_path / "adders", 1)


@pytest.mark.slow
def test_a_recipe_is_built(recipe: Path) -> None:
    built = brickyard("build", recipe, "-m", "scripted:cli_kit:right", "--proof", "quick")
    assert built.returncode == 0, built.stdout + built.stderr


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["auto", "sandlock"])
def test_a_recipe_is_built_and_proven_again(recipe: Path, sandbox: str) -> None:
    built = brickyard("build", recipe, "-m", "scripted:cli_kit:right", BRICKYARD_SANDBOX=sandbox)
    assert built.returncode == 0, built.stdout + built.stderr
    again = brickyard("test", recipe / "build", BRICKYARD_SANDBOX=sandbox)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "every proof holds" in again.stdout


@pytest.mark.slow
def test_a_container_without_namespaces_builds_with_the_second_sandbox(recipe: Path) -> None:
    shown = brickyard("doctor", before=NO_NAMESPACES)
    assert "✗ sandbox bubblewrap       the bundled bwrap, " in shown.stdout, shown.stderr
    assert "✓ sandbox sandlock         isolates here; builds use it" in shown.stdout
    model = "scripted:cli_kit:right"
    built = brickyard("build", recipe, "-m", model, before=NO_NAMESPACES)
    assert built.returncode == 0, built.stdout + built.stderr


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_another_system_gets_one_sentence_and_can_still_check(recipe: Path, platform: str) -> None:
    def there(*arguments: object) -> Done:
        start = ANOTHER_SYSTEM.format(platform=platform)
        command = [sys.executable, "-c", start, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    for command in (("build", recipe), ("test", recipe), ("demo",), ("doctor",)):
        ended = there(*command)
        assert ended.returncode == 3, ended.stderr
        assert "this is not Linux" in ended.stderr
        assert "WSL 2" in ended.stderr
        assert "Traceback" not in ended.stderr
    assert there("check", recipe).returncode == 0
    assert there("--help").returncode == 0
