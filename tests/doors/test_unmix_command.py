"""`brickyard check --fix`: shown as a diff, written on yes, at a terminal and without one."""

import asyncio
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from cli_kit import brickyard
from unmix_kit import DESIGN, GOOD, NEW_DESIGN, NEW_REQUIREMENTS, REQUIREMENTS, fixed, texts, write

from brickyard.doors.unmix.question import Left, UnmixOut


@pytest.fixture
async def recipe(tmp_path: Path) -> Path:
    """The record knows the answer: no model is needed."""
    folder = write(tmp_path / "greeter")
    await fixed(folder, GOOD, agree=False)
    return folder


def command(recipe: Path, *more: str) -> list[str]:
    home = str(recipe.parent / "home")
    return ["check", "--fix", str(recipe), "-m", "replay", "--home", home, *more]


def texts_of(recipe: Path) -> tuple[str, str]:
    return (
        (recipe / "requirements.md").read_text("utf-8"),
        (recipe / "design.md").read_text("utf-8"),
    )


def test_without_a_terminal_and_without_yes_nothing_is_written(recipe: Path) -> None:
    done = brickyard(*command(recipe))

    assert done.returncode == 4, done.stderr
    assert "+- R4 (MUST): a greeting ends with a full stop." in done.stderr
    assert "Give --yes to apply it" in done.stderr
    assert texts_of(recipe) == (REQUIREMENTS, DESIGN)


def test_yes_writes_what_is_shown(recipe: Path) -> None:
    done = brickyard(*command(recipe, "--yes"))

    assert done.returncode == 0, done.stderr
    assert "+- R4 (MUST): a greeting ends with a full stop." in done.stderr
    assert texts_of(recipe) == (NEW_REQUIREMENTS, NEW_DESIGN)
    again = brickyard(*command(recipe))
    assert (again.returncode, again.stdout) == (0, f"{recipe}: WHAT and HOW are not mixed.\n")


@pytest.mark.parametrize(
    ("typed", "code"), [(b"y\n", 0), pytest.param(b"n\n", 4, marks=pytest.mark.slow)]
)
def test_at_a_terminal_a_person_is_asked(recipe: Path, typed: bytes, code: int) -> None:
    person, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "brickyard", *command(recipe)],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1"},
    )
    os.close(terminal)
    seen = _until(person, "[y/N]")
    os.write(person, typed)
    _until(person, "")
    assert process.wait(timeout=60) == code
    assert "R4 (MUST): a greeting" in seen.partition("Apply this?")[0]
    assert texts_of(recipe) == ((NEW_REQUIREMENTS, NEW_DESIGN), (REQUIREMENTS, DESIGN))[code > 0]


def _until(person: int, words: str) -> str:
    seen = ""
    while not words or words not in seen:
        try:
            piece = os.read(person, 4096).decode()
        except OSError:
            break
        seen += piece
        if not piece:
            break
    return seen


def test_what_stays_is_told_with_the_comment_that_allows_it(tmp_path: Path) -> None:
    folder = write(tmp_path / "x", design=NEW_DESIGN)
    left = tuple(Left(place=place, why="It is a name.") for place in (1, 2))
    asyncio.run(fixed(folder, UnmixOut(left=left, texts=texts(REQUIREMENTS))))
    done = brickyard(*command(folder))

    assert done.returncode == 0, done.stderr
    assert "requirements.md:6 stays, 'in a hash map': It is a name." in done.stdout
    assert "<!-- brickyard: allow how-in-requirements: the reason -->" in done.stdout
    assert "Nothing is changed" in done.stdout


@pytest.mark.parametrize(
    "words", [("--yes",), ("-m", "replay"), ("--max-calls", "3"), ("--fix", "--json")]
)
def test_options_that_would_do_nothing_are_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    folder = write(tmp_path / "x")
    done = brickyard("check", folder, *words)
    assert done.returncode == 2
    assert "--fix" in done.stderr
