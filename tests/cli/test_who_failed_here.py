"""The sandbox breaks in the middle of a build: exit code 3 with what to do, and running again goes
on from there."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_kit import RIGHT, Done, brickyard, events

from brickyard.sandbox.bubblewrap import programs
from brickyard.sandbox.toolchain import default_cache

REAL = next(iter(programs()))
Build = Callable[..., Done]
TRICKY = f"""#!{sys.executable}
import os, pathlib, signal, sys
for token in sorted(pathlib.Path(__file__).parent.glob("good-*")):
    try:
        token.unlink()
        break
    except FileNotFoundError:
        pass
else:
    {{trick}}
os.execv({REAL!r}, ["bwrap", *sys.argv[1:]])
"""
NO_SPACE = "sys.exit('bwrap: Can\\'t create file /newroot/files: No space left on device')"
NO_NAMESPACES = (
    "sys.exit('bwrap: No permissions to create new namespace, likely because the kernel does "
    "not allow non-privileged user namespaces.')"
)
KILLED = "os.kill(os.getpid(), signal.SIGKILL)"
GARBAGE = "os.write(1, os.urandom(99)); sys.exit(0)"


@pytest.fixture
def build(adders: Path, tmp_path: Path) -> Build:
    """`brickyard build` of one recipe with one record, with the programs on `path` alone."""

    def run(path: str, *options: str) -> Done:
        usual = ("-m", RIGHT, "--home", tmp_path / "home", "--sandbox", "bubblewrap", *options)
        return brickyard("build", adders, *usual, PATH=path)

    return run


def tricky(folder: Path, trick: str, good: int) -> str:
    """A PATH whose bubblewrap works `good` times, and then does something else."""
    folder.mkdir()
    program = folder / "bwrap"
    program.write_text(TRICKY.format(trick=trick))
    program.chmod(0o755)
    for number in range(good):
        (folder / f"good-{number}").touch()
    return f"{folder}:/usr/bin:/bin"


def asked(ended: Done) -> list[str]:
    told = events(ended.stdout)
    return [each["data"]["key"] for each in told if each.get("kind") == "question.asked"]


def test_every_break_ends_with_3_and_running_again_asks_nothing_twice(
    build: Build, tmp_path: Path, executed: Callable[[Path], Path]
) -> None:
    questions: list[str] = []
    breaks = [
        (NO_SPACE, 2, "No space left", "Free some space"),
        (KILLED, 3, "ended before the program began", "doctor"),
        (NO_NAMESPACES, 3, "No permissions", "sysctl"),
        (GARBAGE, 4, "said nothing", "doctor"),
    ]
    for number, (trick, good, words, hint) in enumerate(breaks):
        ended = build(tricky(tmp_path / str(number), trick, good), "--json-events")
        result = events(ended.stdout)[-1]
        assert (ended.returncode, result["exit_code"]) == (3, 3), (trick, result)
        assert words in result["error"], trick
        assert hint in result["hint"], trick
        questions += asked(ended)
    executed(tmp_path / "home")
    ended = build(os.environ["PATH"], "--json-events")
    assert ended.returncode == 0, ended.stderr
    questions += asked(ended)
    assert len(questions) == len(set(questions)) == 4
    assert events(ended.stdout)[-1]["matrix"]["rows"][0]["verdict"] == "met"


def test_a_missing_bubblewrap_is_said_before_anything_is_asked(
    build: Build, tmp_path: Path
) -> None:
    ended = build(os.environ["PATH"], "--sandbox", f"bubblewrap:{tmp_path}/bwrap")
    assert ended.returncode == 3
    assert f"{tmp_path}/bwrap is not installed" in ended.stderr
    assert "Next: Install bubblewrap with `" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_doctor_shows_a_broken_bubblewrap_as_unavailable_with_the_reason(tmp_path: Path) -> None:
    path = tricky(tmp_path / "bin", NO_NAMESPACES, 0)
    ended = brickyard("doctor", cwd=tmp_path, PATH=path, BRICKYARD_CACHE=str(default_cache()))
    lines = ended.stdout.splitlines()
    system, bundled, second = [line for line in lines if " sandbox " in line]
    assert system.startswith("✗ sandbox bubblewrap")
    assert f"the system's bwrap, {tmp_path}/bin/bwrap: " in system
    assert "No permissions to create new namespace" in system
    assert bundled.startswith("✓ sandbox bubblewrap       the bundled bwrap, ")
    assert bundled.endswith(": isolates here; builds use it")
    assert second == "✓ sandbox sandlock         isolates here; not needed"
