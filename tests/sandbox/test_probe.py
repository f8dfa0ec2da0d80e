"""Sandboxes that do not isolate, do not answer or do not end: each is refused, with the reason."""

import sys
from pathlib import Path

import pytest

from brickyard.errors import SandboxBroken
from brickyard.events import silent
from brickyard.sandbox import Toolchain, choose
from brickyard.sandbox.bubblewrap import Bubblewrap, programs
from brickyard.sandbox.checks import why_not

REAL = next(iter(programs()))
NO_NAMESPACES = (
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow "
    "non-privileged user namespaces. On e.g. debian this can be enabled with "
    "'sysctl kernel.unprivileged_userns_clone=1'."
)
CHANGED = f"""#!{sys.executable}
import os, sys
arguments = sys.argv[1:]
at = arguments.index("--args") + 1
options = open(int(arguments[at]), "rb", closefd=False).read().decode().split("\\0")
CHANGE
changed = os.memfd_create("changed", 0)
os.write(changed, "\\0".join(options).encode())
os.lseek(changed, 0, 0)
arguments[at] = str(changed)
os.execv({REAL!r}, ["bwrap", *arguments])
"""
BARE = f"""#!{sys.executable}
import os, sys
arguments = sys.argv[1:]
options = open(int(arguments[arguments.index("--args") + 1]), "rb").read().decode().split("\\0")
seen = {{}}
for index, option in enumerate(options):
    if option in ("--ro-bind", "--file"):
        source, target = options[index + 1 : index + 3]
        if option == "--file":
            content = open(int(source), "rb").read()
            source = os.path.join(sys.path[0], target.replace("/", "-"))
            open(source, "wb").write(content)
        seen[target] = source
box = options[options.index("--chdir") + 1]
seen[box] = os.path.join(sys.path[0], "box")
os.mkdir(seen[box])
os.chmod(seen[box], 0o777)
def outside(path):
    for target in sorted(seen, key=len, reverse=True):
        if target != "/usr" and (path == target or path.startswith(target + "/")):
            return seen[target] + path[len(target):]
    return path
users = [str(each) for each in (*range(60578, 61184), 65534)]
given = ["" if each in users else each for each in arguments[arguments.index("--") + 1:]]
command = [outside(each) for each in given]
tools = os.environ["PATH"].split(":")[0]
os.environ["PATH"] = outside(tools) + ":/usr/bin:/bin"
os.execv(command[0], command)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "bin" / "bwrap"
    path.parent.mkdir()
    return path


def written(program: Path, text: str) -> Path:
    program.write_text(text)
    program.chmod(0o755)
    return program


def changed(program: Path, change: str) -> Path:
    """The real bubblewrap, but for one thing."""
    return written(program, CHANGED.replace("CHANGE", change))


def without(option: str) -> str:
    return f"options = [each for each in options if each != {option!r}]"


async def test_one_that_only_runs_the_command_lets_everything_through(
    open_folder: Path, tools: Toolchain
) -> None:
    reason = await why_not(Bubblewrap(tools, str(written(open_folder / "bwrap", BARE))))
    assert "it can read a file of the host" in reason
    assert "it can reach the network" in reason
    assert "it can write outside of its folder" in reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (without("--unshare-net"), "it can reach the network"),
        (without("--unshare-pid"), "it can see a process of the host"),
        ("options += ['--bind', '/tmp', '/tmp']", "it can write outside of its folder"),
        ("options += ['--ro-bind', '/tmp', '/tmp']", "it can read a file of the host"),
        (
            "trusted = next(each for each in options if each.startswith('/srv/'))\n"
            "options += ['--perms', '0777', '--tmpfs', trusted]",
            "it can change a trusted file",
        ),
    ],
)
async def test_one_that_leaks_a_single_thing_is_refused_for_it(
    program: Path, tools: Toolchain, change: str, reason: str
) -> None:
    assert reason in await why_not(Bubblewrap(tools, str(changed(program, change))))


async def test_the_same_without_a_change_is_not_refused(program: Path, tools: Toolchain) -> None:
    assert await why_not(Bubblewrap(tools, str(changed(program, "")))) == ""


@pytest.mark.parametrize(
    ("script", "reason", "hint"),
    [
        ("exit 0", "it said nothing", "install bubblewrap"),
        ("head -c 3000000 /dev/urandom; head -c 3000000 /dev/urandom >&2", "ended before", ""),
        ("echo no; exit 3", "it said nothing", "install bubblewrap"),
        (f'echo "{NO_NAMESPACES}" >&2; exit 1', "No permissions", "userns_clone=1"),
        ("kill -SEGV $$", "it said nothing", "install bubblewrap"),
    ],
)
async def test_one_that_does_not_do_its_work_is_unavailable(
    program: Path,
    tools: Toolchain,
    script: str,
    reason: str,
    hint: str,
) -> None:
    written(program, f"#!/bin/sh\n{script}\n")
    assert reason in await why_not(Bubblewrap(tools, str(program)))
    with pytest.raises(SandboxBroken, match=f"bubblewrap:{program} does not isolate") as caught:
        await choose(f"bubblewrap:{program}", tools, listener=silent)
    assert caught.value.exit_code == 3
    assert hint in caught.value.hint
    assert "run again" in caught.value.hint


HANGS = f"""#!{sys.executable}
import os, sys, time
os.write(int(sys.argv[sys.argv.index("--info-fd") + 1]), b'{{"child-pid": %d }}' % os.getpid())
time.sleep(600)
"""


@pytest.mark.parametrize(
    "source",
    [HANGS, pytest.param("#!/bin/sh\nexec sleep 600\n", marks=pytest.mark.slow)],
    ids=["having told its number", "in silence"],
)
async def test_one_that_hangs_is_refused(source: str, program: Path, tools: Toolchain) -> None:
    """One that is silent gets ten seconds to tell its number, before it is killed."""
    written(program, source)
    reason = await why_not(Bubblewrap(tools, str(program)), patience=0.2)
    assert reason == "its check did not come to an end within 0.2 seconds"


async def test_a_file_that_is_no_program_is_refused(program: Path, tools: Toolchain) -> None:
    reason = await why_not(Bubblewrap(tools, str(written(program, "\0not a program"))))
    assert "does not start: [Errno 8] Exec format error" in reason
