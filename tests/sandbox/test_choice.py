"""Choosing a sandbox, and refusing one that does not isolate."""

from pathlib import Path

import pytest

from brickyard.errors import BadInput, SandboxBroken
from brickyard.events import Event, silent
from brickyard.sandbox import Toolchain, choose, install_command, probe
from brickyard.sandbox.bubblewrap import Bubblewrap
from brickyard.sandbox.checks import why_not


async def test_an_unknown_name_is_refused_with_the_names_there_are(tools: Toolchain) -> None:
    with pytest.raises(BadInput, match="no sandbox named 'docker'") as caught:
        await choose("docker", tools, listener=silent)
    assert caught.value.hint == "Use one of: auto, bubblewrap, sandlock, none."


async def test_auto_takes_bubblewrap_where_it_isolates(tools: Toolchain) -> None:
    told: list[Event] = []
    assert (await choose("auto", tools, listener=told.append)).name == "bubblewrap"
    assert told == []


async def test_auto_takes_sandlock_where_bubblewrap_is_missing(
    tools: Toolchain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (await choose("auto", tools, listener=silent)).name == "sandlock"


async def test_auto_never_falls_back_to_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxBroken, match=r"No sandbox works here\.") as caught:
        await choose("auto", _empty(tmp_path), listener=silent)
    assert caught.value.exit_code == 3
    assert "install bubblewrap" in caught.value.hint


async def test_a_sandbox_asked_for_by_name_must_isolate_too(tmp_path: Path) -> None:
    with pytest.raises(SandboxBroken, match="bubblewrap does not isolate here"):
        await choose("bubblewrap", _empty(tmp_path), listener=silent)


async def test_none_is_taken_with_a_warning(tools: Toolchain) -> None:
    told: list[Event] = []
    assert (await choose("none", tools, listener=told.append)).name == "none"
    assert [event.kind for event in told] == ["warning"]


async def test_the_check_finds_everything_that_no_sandbox_lets_through(tools: Toolchain) -> None:
    assert (await probe("none", tools)).split("; ") == [
        "it can read a file of the host",
        "it can write outside of its folder",
        "it can change a trusted file",
        "it can reach the network",
        "it can see the host's environment",
        "it can signal a process of the host",
        "it can see a process of the host",
    ]


@pytest.mark.parametrize("name", ["bubblewrap", "sandlock"])
async def test_the_check_finds_nothing_where_isolation_holds(name: str, tools: Toolchain) -> None:
    assert await probe(name, tools) == ""


async def test_the_check_fails_where_it_cannot_come_to_an_end(
    tools: Toolchain, tmp_path: Path
) -> None:
    """A bubblewrap whose inside stops before the attempts are over has proven nothing."""
    liar = tmp_path / "bwrap"
    liar.write_text('#!/bin/sh\nfor last; do echo "$last"; done | grep -oE "^[0-9a-f]{32}$" | '
                    'while read nonce; do printf "\\n%s\\n" "$nonce" >&2; done\n')  # fmt: skip
    liar.chmod(0o755)
    assert "did not come to an end" in await why_not(Bubblewrap(tools, str(liar)))


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("ID=debian\n", "apt-get install bubblewrap"),
        ('ID=rocky\nID_LIKE="rhel fedora"\n', "dnf install bubblewrap"),
        ("ID=arch\n", "pacman -S bubblewrap"),
        ('NAME="x"\nID=pop\nID_LIKE="ubuntu debian"\n', "apt-get install bubblewrap"),
    ],
)
def test_the_command_to_run_is_that_of_the_distribution(
    tmp_path: Path, release: str, command: str
) -> None:
    (tmp_path / "os-release").write_text(release)
    assert install_command(tmp_path / "os-release") == command


def _empty(folder: Path) -> Toolchain:
    """An environment whose interpreter is not there."""
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(folder / "base" / "bin" / "python")
    return Toolchain(path=folder, digest="empty")
