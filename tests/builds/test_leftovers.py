"""What a kill leaves on the disk is swept by those who come next, and nothing else is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from brickyard.events import silent
from brickyard.files import write_atomically
from brickyard.sandbox import Toolchain, choose
from brickyard.sandbox.own_folder import own_folder, sweep

HOLD = """
import time
from brickyard.sandbox.own_folder import own_folder
with own_folder() as folder:
    print(folder, flush=True)
    time.sleep(600)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def dead() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_folder_is_kept_as_long_as_its_process_lives_and_no_longer(temporary: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert holder.stdout is not None
        folder = Path(holder.stdout.readline().strip())
        sweep()
        assert folder.is_dir()
    finally:
        holder.kill()
        holder.communicate()
    sweep()
    assert not folder.exists()


def test_a_folder_in_use_by_this_process_is_not_swept_and_is_gone_afterwards(
    temporary: Path,
) -> None:
    with own_folder() as folder:
        (folder / "file").write_text("x", "utf-8")
        sweep()
        assert (folder / "file").exists()
    assert list(temporary.iterdir()) == []


async def test_whoever_chooses_a_sandbox_sweeps(temporary: Path) -> None:
    left = temporary / "tmpabcdefgh"
    left.mkdir()
    (left / ".brickyard-sandbox").touch()
    await choose("none", Toolchain(path=temporary, digest="x"), listener=silent)
    assert not left.exists()


@pytest.mark.parametrize("name", ["tmp-of-mine", "tmp", "brickyard-sandbox"])
def test_a_folder_that_only_has_a_similar_name_is_left_alone(name: str, temporary: Path) -> None:
    (temporary / name).mkdir()
    (temporary / name / ".brickyard-sandbox").touch()
    sweep()
    assert (temporary / name).is_dir()


def test_a_temporary_folder_of_somebody_else_is_left_alone(temporary: Path) -> None:
    (temporary / "tmpabcdefgh").mkdir()
    sweep()
    assert (temporary / "tmpabcdefgh").is_dir()


def test_a_folder_that_leads_to_a_mark_is_left_alone(temporary: Path) -> None:
    (temporary / "mine").mkdir()
    (temporary / "mine" / ".brickyard-sandbox").touch()
    (temporary / "tmpabcdefgh").symlink_to(temporary / "mine")
    sweep()
    assert (temporary / "mine").is_dir()
    assert (temporary / "tmpabcdefgh").is_symlink()


def test_what_a_killed_write_left_is_swept_by_the_next_write(tmp_path: Path) -> None:
    (tmp_path / f".a.lock.{dead()}.tmp").write_text("half", "utf-8")
    write_atomically(tmp_path / "a.lock", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["a.lock"]


def test_what_another_process_writes_now_or_a_person_named_alike_stays(tmp_path: Path) -> None:
    others = {f".a.lock.{os.getppid()}.tmp", ".a.lock.old.tmp", f".b.a.lock.{dead()}.tmp"}
    for name in others:
        (tmp_path / name).write_text("x", "utf-8")
    write_atomically(tmp_path / "a.lock", b"whole")
    assert {path.name for path in tmp_path.iterdir()} == {"a.lock", *others}
