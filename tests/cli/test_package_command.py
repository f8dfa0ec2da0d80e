"""`brickyard package`: what is made, checked, tried and committed, and what is refused."""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from cli_kit import Done, brickyard
from retest_kit import CODE, Project

GIT = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}


def package(project: Project, *arguments: object) -> Done:
    return brickyard("package", project.folder, *arguments, cwd=project.folder.parent, **GIT)


def edit(project: Project, file: str, old: str, new: str) -> None:
    path = project.folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def git(project: Project, *arguments: str) -> str:
    command = ["git", "-C", str(project.folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_wheel_and_sdist_are_made_again_to_the_byte(project: Project, tmp_path: Path) -> None:
    out = tmp_path / "made"
    ended = package(project, "--out", out, "--json")
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert (told["name"], told["tag"], told["commit"]) == ("tolls", "", "")
    assert sorted(map(Path, told["artefacts"])) == sorted(out.iterdir())
    for path in out.iterdir():
        assert path.read_bytes() == (project.folder / "dist" / path.name).read_bytes()
    assert not (project.folder / ".git").exists()
    assert any("no licence" in note for note in told["notes"])


def test_what_a_person_edited_is_packaged_and_said(project: Project) -> None:
    edit(project, CODE, "return 3", "return 4")
    ended = package(project)
    assert ended.returncode == 0, ended.stderr
    assert f"Not as it was proven: {CODE}" in ended.stdout
    (wheel,) = (project.folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert "return 4" in archive.read("tolls/fares.py").decode()


def test_code_that_cannot_be_imported_is_not_packaged(project: Project) -> None:
    edit(project, CODE, '"""Fares."""', '"""Fares."""\n\nimport nowhere_at_all')
    ended = package(project)
    assert ended.returncode == 1
    assert "nowhere_at_all" in ended.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "tolls"', 'name = "trolls"', "it is called trolls, and tolls was proven"),
        ('name = "tolls"', 'name = "reqests"', "could be mistaken for requests"),
        ('version = "', 'version = "one.', "is no version"),
        ("requires-python", 'license = "Mine"\nrequires-python', "Mine is no licence"),
        ("requires-python", 'license = "MIT"\nrequires-python', "the file LICENSE is gone"),
    ],
)
def test_names_and_licence_are_checked(project: Project, old: str, new: str, said: str) -> None:
    edit(project, "pyproject.toml", old, new)
    ended = package(project)
    assert ended.returncode == 1
    assert said in ended.stderr


def test_a_pyproject_that_cannot_be_read_is_bad_input(project: Project) -> None:
    edit(project, "pyproject.toml", "[project]", "[project")
    ended = package(project)
    assert ended.returncode == 2
    assert "pyproject.toml cannot be used" in ended.stderr


def test_git_commits_and_tags_once(project: Project) -> None:
    ended = package(project, "--git")
    assert ended.returncode == 0, ended.stderr
    (tag,) = git(project, "tag").splitlines()
    assert tag.startswith("v")
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "log", "--format=%s") == f"Release {tag[1:]}"
    assert package(project, "--git").returncode == 0
    assert git(project, "rev-list", "--count", "HEAD") == "1"
    edit(project, CODE, "return 3", "return 4")
    ended = package(project, "--git")
    assert ended.returncode == 2
    assert f"{tag} is there already" in ended.stderr
    assert git(project, "rev-list", "--count", "HEAD") == "1"


def test_a_project_in_somebody_elses_repository_is_not_made_one(project: Project) -> None:
    (project.folder.parent / ".git").mkdir()
    ended = package(project, "--git")
    assert ended.returncode == 2
    assert "lies in the repository" in ended.stderr
    assert not (project.folder / ".git").exists()


def test_only_what_was_built_can_be_packaged(tmp_path: Path) -> None:
    ended = brickyard("package", tmp_path)
    assert ended.returncode == 2
    assert "holds no BUILD.json" in ended.stderr
