"""The weights of the embedded model: nothing is fetched before a person agreed."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import brickyard

from brickyard.models.local_weights import DEFAULT

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    folder = tmp_path / "recipe"
    folder.mkdir()
    (folder / "requirements.md").write_text(
        "# Adder\n\n- R1 (MUST, behaviour): The sum of 1 and 2 is 3.\n", "utf-8"
    )
    (folder / "design.md").write_text("# Adder\n\nOne module.\n", "utf-8")
    (folder / "components.json").write_text(
        '{"name": "adder", "version": "1.0.0", "type": "library", "dependencies": []}', "utf-8"
    )
    return folder


def at_a_terminal(*arguments: str, answer: str, cache: Path) -> tuple[int, str]:
    """The real program with a person at it, who types `answer` to the first question."""
    person, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "brickyard", *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=cache.parent,
        env={**os.environ, "BRICKYARD_CACHE": str(cache), "COLUMNS": "200"},
    )
    os.close(terminal)
    seen = ""
    while "[y/N]" not in seen and (piece := _read(person)):
        seen += piece
    os.write(person, f"{answer}\n".encode())
    while piece := _read(person):
        seen += piece
    os.close(person)
    return process.wait(timeout=60), seen


def _read(person: int) -> str:
    try:
        return os.read(person, 4096).decode()
    except OSError:
        return ""


def test_nobody_to_ask_is_an_error_with_the_command_that_does_not_ask(tmp_path: Path) -> None:
    ended = brickyard("weights", cwd=tmp_path, BRICKYARD_CACHE=str(tmp_path / "cache"))
    assert ended.returncode == 3
    for told in (DEFAULT.title, "1.12 GB", DEFAULT.licence, "huggingface.co", str(tmp_path)):
        assert told in ended.stderr
    assert "brickyard weights --yes" in ended.stderr
    assert not (tmp_path / "cache").exists()


def test_with_yes_they_are_fetched_without_a_question(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    ended = brickyard(*("weights", "--yes", "--hub", NOWHERE), cwd=tmp_path, BRICKYARD_CACHE=cache)
    assert ended.returncode == 3
    assert f"{NOWHERE}/{DEFAULT.repository}/resolve/main/{DEFAULT.file}" in ended.stderr


def test_weights_that_are_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.gguf"
    path.write_bytes(b"other")
    ended = brickyard("weights", cwd=tmp_path, BRICKYARD_LOCAL_MODEL=str(path))
    assert ended.returncode == 2
    assert f"{path} is not {DEFAULT.title}" in ended.stderr
    checked = brickyard("doctor", cwd=tmp_path, BRICKYARD_LOCAL_MODEL=str(path))
    assert f"✗ weights of local         {path} is not {DEFAULT.title}" in checked.stdout


def test_a_build_without_weights_and_without_a_person_says_what_to_do(
    recipe: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    ended = brickyard("build", recipe, "--model", "local", BRICKYARD_CACHE=str(cache))
    assert ended.returncode == 3
    assert f"are not in {cache / 'models'}" in ended.stderr
    assert "`brickyard weights`" in ended.stderr
    assert not list(cache.rglob("*.part"))


@pytest.mark.parametrize(("answer", "asked_hub"), [("n", False), ("y", True)])
def test_a_person_is_asked_before_anything_is_fetched(
    tmp_path: Path, answer: str, asked_hub: bool
) -> None:
    cache = tmp_path / "cache"
    code, seen = at_a_terminal("weights", "--hub", NOWHERE, answer=answer, cache=cache)
    assert "Fetch it now? [y/N]" in seen
    assert "1.12 GB" in seen
    assert code == (3 if asked_hub else 4)
    assert ("cannot be fetched" in seen) == asked_hub
    assert cache.exists() == asked_hub


def test_a_build_asks_the_person_who_started_it(recipe: Path, tmp_path: Path) -> None:
    arguments = ("build", str(recipe), "--model", "local")
    code, seen = at_a_terminal(*arguments, answer="n", cache=tmp_path / "cache")
    assert "Fetch it now? [y/N]" in seen
    assert "are not in" in seen
    assert code == 3
    assert not (tmp_path / "cache").exists()
