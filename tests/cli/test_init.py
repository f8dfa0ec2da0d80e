"""`brickyard init`: what it writes can be checked, read and built as it stands."""

import json
from pathlib import Path

import pytest
from cli_kit import brickyard, program

from brickyard.cli.init import TYPES, starter
from brickyard.values import RecipeType


@pytest.mark.parametrize("kind", [kind.value for kind in TYPES])
def test_what_is_written_passes_check_without_a_finding(tmp_path: Path, kind: str) -> None:
    ended = brickyard("init", "word-top", "--type", kind, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    checked = json.loads(brickyard("check", tmp_path / "word-top", "--json").stdout)
    assert (checked["ok"], checked["findings"]) == (True, [])
    (recipe,) = checked["recipes"]
    assert (recipe["manifest"]["name"], recipe["manifest"]["type"]) == ("word-top", kind)
    assert {"MUST", "SHOULD"} >= {one["level"] for one in recipe["requirements"]}
    assert len(recipe["requirements"]) >= 4
    assert recipe["components"]
    assert "NAME" not in (tmp_path / "word-top" / "requirements.md").read_text("utf-8")


def test_the_next_commands_are_told_and_work(tmp_path: Path) -> None:
    ended = brickyard("init", "hello", cwd=tmp_path)
    for command in ("check hello", "analyze hello", "build hello", "build hello -m handoff"):
        assert f"  brickyard {command}  " in ended.stdout
    assert brickyard("check", "hello", cwd=tmp_path).returncode == 0
    assert brickyard("analyze", "hello", cwd=tmp_path).returncode == 0
    assert brickyard("build", "hello", "-m", "handoff", cwd=tmp_path).returncode == 4


@pytest.mark.slow
def test_the_tool_can_be_built_as_it_stands(tmp_path: Path) -> None:
    recipe = tmp_path / "word-top"
    assert brickyard("init", recipe).returncode == 0
    home = tmp_path / "home"
    ended = program("build", recipe, "-m", "scripted:starter_kit:answer", "--home", home)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Built: " in ended.stdout


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "hello").mkdir()
    (tmp_path / "hello" / "requirements.md").write_text("mine", "utf-8")
    ended = brickyard("init", "hello", cwd=tmp_path)
    assert (ended.returncode, "is there already" in ended.stderr) == (2, True)
    assert (tmp_path / "hello" / "requirements.md").read_text("utf-8") == "mine"
    assert len(list((tmp_path / "hello").iterdir())) == 1
    (tmp_path / "file").touch()
    assert brickyard("init", "file", cwd=tmp_path).returncode == 2
    assert brickyard("init", "file/hello", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("name", ["two words", "9lives", "a/b!"])
def test_a_name_that_no_package_can_have_is_refused(tmp_path: Path, name: str) -> None:
    ended = brickyard("init", name, cwd=tmp_path)
    assert (ended.returncode, "cannot be a name" in ended.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_as_json_the_files_are_listed(tmp_path: Path) -> None:
    ended = brickyard("init", "hello", "--json", cwd=tmp_path)
    assert json.loads(ended.stdout)["files"] == [*starter("hello", RecipeType.TOOL)]
