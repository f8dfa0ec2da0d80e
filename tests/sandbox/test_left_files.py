"""What a program leaves on the host's disk is counted and removed, however it is hidden."""

import os
from pathlib import Path

from brickyard.sandbox.disk import LEAST_BYTES, disk_bytes
from brickyard.sandbox.removal import remove


def deep(folder: Path, levels: int, name: str = "deeper") -> None:
    """Folders in one another, with a file of a megabyte at the bottom."""
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=here)
        upper, here = here, os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(upper)
    file = os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here)
    os.write(file, b"x" * (1 << 20))
    os.close(file)
    os.close(here)


def test_folders_deeper_than_any_recursion_are_removed(tmp_path: Path) -> None:
    deep(tmp_path / "left", 3000)
    remove(tmp_path / "left")
    assert list(tmp_path.iterdir()) == []


def test_what_a_link_points_to_is_not_removed(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_text("x")
    (tmp_path / "left").mkdir()
    (tmp_path / "left" / "folder").symlink_to(tmp_path / "precious")
    (tmp_path / "left" / "file").symlink_to(tmp_path / "precious" / "file")
    remove(tmp_path / "left")
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]
    assert (tmp_path / "precious" / "file").read_text() == "x"


def test_a_link_in_the_place_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "left").symlink_to(tmp_path / "precious")
    remove(tmp_path / "left")
    assert (tmp_path / "precious").is_dir()


def test_a_file_below_a_path_that_is_too_long_is_counted(tmp_path: Path) -> None:
    deep(tmp_path / "left", 30, "x" * 250)
    assert disk_bytes(tmp_path / "left") >= (1 << 20) + 30 * LEAST_BYTES
    remove(tmp_path / "left")


def test_an_empty_file_is_counted_too(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / str(number)).touch()
    assert disk_bytes(tmp_path) == 10 * LEAST_BYTES


def test_what_a_link_points_to_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "big").mkdir()
    (tmp_path / "big" / "file").write_bytes(b"x" * (1 << 20))
    (tmp_path / "left").mkdir()
    (tmp_path / "left" / "link").symlink_to(tmp_path / "big")
    assert disk_bytes(tmp_path / "left") < 1 << 20


def test_a_folder_that_is_not_there_takes_up_nothing(tmp_path: Path) -> None:
    assert disk_bytes(tmp_path / "none") == 0
