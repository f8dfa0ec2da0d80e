"""One environment for a set of packages: whole, shared, readable, and only what was asked for."""

import asyncio
import json
import os
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sandbox_kit import SMALL, says

from brickyard.errors import ToolchainBroken
from brickyard.events import silent
from brickyard.files import Files
from brickyard.sandbox import Toolchain, choose
from brickyard.sandbox.bubblewrap import Bubblewrap
from brickyard.sandbox.toolchain import PINNED, toolchain, toolchain_status
from columns import columns

MAKE = """
import asyncio, os, sys
from pathlib import Path
from brickyard.sandbox.toolchain import toolchain
os.umask(0o077)
print(asyncio.run(toolchain(Path(sys.argv[1]), requirements=Path(sys.argv[2]))).path)
"""


@pytest.fixture
def pins(tmp_path: Path) -> Path:
    """One small pinned package, so that making an environment is quick."""
    text = PINNED.read_text("utf-8")
    start = text.index("iniconfig==")
    path = tmp_path / "pins.txt"
    path.write_text(text[start : text.index("    # via", start)].rstrip().rstrip("\\") + "\n")
    return path


def packages(environment: Path) -> Path:
    (found,) = environment.glob("lib/python*/site-packages")
    return found


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no interpreter": lambda path: (path / "bin" / "python").unlink(),
    "an interpreter that leads nowhere": lambda path: _lead_nowhere(path / "bin" / "python"),
    "a package gone": lambda path: shutil.rmtree(packages(path) / "iniconfig"),
    "a module gone": lambda path: (packages(path) / "iniconfig" / "__init__.py").unlink(),
    "a module cut short": lambda path: _empty(packages(path) / "iniconfig" / "__init__.py"),
    "a module too many": lambda path: (packages(path) / "more.py").write_text("x = 1"),
    "a hook that runs first": lambda path: (packages(path) / "more.pth").write_text("import os"),
    "its last file cut short": lambda path: (path / "complete.json").write_text('{"digest": "'),
    "its last file of another kind": lambda path: (path / "complete.json").write_text("[]"),
}


def _lead_nowhere(link: Path) -> None:
    link.unlink()
    link.symlink_to("/nowhere/python")


def _empty(path: Path) -> None:
    """As a full disk leaves it; not through the link that the installer's own cache may share."""
    path.unlink()
    path.touch()


@pytest.mark.parametrize(
    "damage", columns(DAMAGES, "no interpreter", "a module cut short", "a hook that runs first")
)
async def test_a_damaged_one_is_noticed_and_made_again(
    tmp_path: Path, pins: Path, damage: str
) -> None:
    cache = tmp_path / "cache"
    made = await toolchain(cache, requirements=pins)
    before = json.loads((made.path / "complete.json").read_text())
    DAMAGES[damage](made.path)
    assert not toolchain_status(cache, requirements=pins).present
    assert await toolchain(cache, requirements=pins) == made
    assert json.loads((made.path / "complete.json").read_text()) == before
    assert toolchain_status(cache, requirements=pins).present


async def test_one_that_was_used_by_hand_is_still_whole(tmp_path: Path, pins: Path) -> None:
    """Without care, Python and pytest leave bytecode beside what they import."""
    made = await toolchain(tmp_path / "cache", requirements=pins)
    for folder in (packages(made.path), packages(made.path) / "iniconfig"):
        (folder / "__pycache__").mkdir(exist_ok=True)
        (folder / "__pycache__" / "more.pyc").write_text("x")
    assert toolchain_status(tmp_path / "cache", requirements=pins).present


async def test_one_that_was_moved_by_an_archive_is_still_whole(tmp_path: Path, pins: Path) -> None:
    """Times differ after unpacking; nothing else may."""
    made = await toolchain(tmp_path / "cache", requirements=pins)
    for path in made.path.rglob("*"):
        if not path.is_symlink():
            os.utime(path, (1, 1))
    assert toolchain_status(tmp_path / "cache", requirements=pins).present


async def test_a_kill_while_it_is_made_leaves_nothing_that_is_used(
    tmp_path: Path, pins: Path
) -> None:
    cache = tmp_path / "cache"
    folder = toolchain_status(cache, requirements=pins).path
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", MAKE, str(cache), str(pins)), start_new_session=True
    )
    while not folder.exists() and process.returncode is None:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0)
    os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
    assert not toolchain_status(cache, requirements=pins).present
    await toolchain(cache, requirements=pins)
    assert toolchain_status(cache, requirements=pins).present


async def test_everyone_may_read_it_whatever_the_umask_of_its_maker(
    tmp_path: Path, pins: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", MAKE, str(tmp_path / "cache"), str(pins)),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    path = Path(output.decode().strip())
    for entry in (path, *path.rglob("*")):
        if not entry.is_symlink():
            mode = stat.S_IMODE(entry.stat().st_mode)
            wanted = 0o555 if entry.is_dir() else 0o444
            assert mode & wanted == wanted, (entry, oct(mode))


async def test_the_sandbox_has_what_was_asked_for_and_nothing_of_ours(
    tmp_path: Path, pins: Path
) -> None:
    made = await toolchain(tmp_path / "cache", requirements=pins)
    source = """
import importlib.metadata, importlib.util
print(sorted(each.name for each in importlib.metadata.distributions()))
print([name for name in ("pydantic", "brickyard", "click", "sandlock")
       if importlib.util.find_spec(name)])
"""
    assert await says(Bubblewrap(made), source) == "['iniconfig']\n[]"


async def test_two_sets_of_packages_have_an_environment_each(tmp_path: Path, pins: Path) -> None:
    cache = tmp_path / "cache"
    plain = await toolchain(cache, requirements=pins)
    more = await toolchain(cache, ("iniconfig", "packaging"), requirements=pins)
    same = await toolchain(cache, ("packaging", "iniconfig"), requirements=pins)
    assert plain.path != more.path
    assert more.path == same.path
    assert (packages(more.path) / "packaging").is_dir()
    assert not (packages(plain.path) / "packaging").exists()


# ---------------------------------------------------------------- while it is in use


async def test_no_verdict_comes_from_one_that_is_deleted_meanwhile(
    tmp_path: Path, pins: Path
) -> None:
    made = await toolchain(tmp_path / "cache", requirements=pins)
    for name in ("bubblewrap", "sandlock", "none"):
        sandbox = await choose(name, made, listener=silent)
        assert (await sandbox.run(Files(), ("python", "-c", ""), SMALL)).exit == 0
        (packages(made.path) / "iniconfig" / "__init__.py").unlink()
        with pytest.raises(ToolchainBroken, match="deleted or changed") as caught:
            await sandbox.run(Files(), ("python", "-c", "import iniconfig"), SMALL)
        assert "Run again" in caught.value.hint
        made = await toolchain(tmp_path / "cache", requirements=pins)
    shutil.rmtree(made.path)
    with pytest.raises(ToolchainBroken, match="deleted or changed") as caught:
        await sandbox.run(Files(), ("python", "-c", ""), SMALL)
    assert caught.value.exit_code == 3


@pytest.mark.slow
async def test_using_it_changes_nothing_in_it(tools: Toolchain) -> None:
    files = Files({"a.py": "x: int = ''\n", "test_a.py": "def test_a(): assert 1\n"})
    for name in ("bubblewrap", "sandlock", "none"):
        sandbox = await choose(name, tools, listener=silent)
        outcome = await sandbox.run(files, ("python", "-m", "pytest", "-q"), SMALL)
        assert outcome.exit == 0, outcome
