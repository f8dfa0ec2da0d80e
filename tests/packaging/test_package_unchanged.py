"""A project that lies there already as it is to be is not written again."""

import json
from pathlib import Path

import pytest

from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.packaging.manifest import digests
from brickyard.packaging.package import Package, write_project
from brickyard.packaging.write import MARKER


def project(text: str = "x = 1") -> Package:
    files = Files({"src/a.py": text, "README.md": "hello"})
    wheels = {"a-1.whl": b"wheel"}
    built = json.dumps({"files": digests(files, wheels)})
    return Package(files=files | {"BUILD.json": built}, wheels=wheels)


def inodes(folder: Path) -> dict[str, int]:
    """A file that was placed again is another one."""
    return {str(path): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_nothing_is_touched(tmp_path: Path) -> None:
    write_project(project(), tmp_path)
    before = inodes(tmp_path)
    write_project(project(), tmp_path)
    assert inodes(tmp_path) == before


def test_a_file_that_is_missing_comes_back(tmp_path: Path) -> None:
    write_project(project(), tmp_path)
    (tmp_path / "src/a.py").unlink()
    write_project(project(), tmp_path)
    assert (tmp_path / "src/a.py").read_text() == "x = 1"


def test_a_file_that_was_edited_is_still_refused(tmp_path: Path) -> None:
    write_project(project(), tmp_path)
    (tmp_path / "src/a.py").write_text("x = 2")
    with pytest.raises(BadInput, match=r"src/a\.py"):
        write_project(project(), tmp_path)


def test_a_link_to_the_right_content_is_still_refused(tmp_path: Path) -> None:
    write_project(project(), tmp_path / "out")
    (tmp_path / "elsewhere").write_text("x = 1")
    (tmp_path / "out/src/a.py").unlink()
    (tmp_path / "out/src/a.py").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match="symbolic link"):
        write_project(project(), tmp_path / "out")


def test_a_write_that_was_cut_short_is_completed(tmp_path: Path) -> None:
    write_project(project(), tmp_path)
    (tmp_path / MARKER).write_text("{}")
    write_project(project(), tmp_path)
    assert not (tmp_path / MARKER).exists()


def test_other_content_is_written(tmp_path: Path) -> None:
    write_project(project(), tmp_path)
    write_project(project("x = 2"), tmp_path)
    assert (tmp_path / "src/a.py").read_text() == "x = 2"
